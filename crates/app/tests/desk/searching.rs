//! The search: digits are the end of a phone number or of an order number, letters the beginnings of the words of a name.

use sideout_app::{
    accounts::{ProfileEdit, authenticate::authenticate, update_profile::update_profile},
    closures::{at_desk::answer_for_player::move_for_player, close_courts, offers::answer::ChosenPlace},
    desk::board::search::{Found, MOST_HITS, search},
    jobs::write_name_words::write_name_words,
    platform::random::SystemRandom,
};
use sideout_domain::{
    CourtId, CustomerId, VenueId,
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_store::{Store, StoreError, accounts::Customers};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::actor,
    helpers::{
        OFFER_HOURS, SUNDAY, at, booked, import, imported, offered_closure, open_app, open_second_venue, run,
        slot,
    },
    merging::merge,
};

async fn find(app: &TestApp, text: &str) -> Found {
    search(app, &[VENUE], VENUE, text).await.unwrap()
}

fn numbers(found: &Found) -> Vec<String> {
    found.bookings.iter().map(|booking| booking.number.to_string()).collect()
}

fn players(found: &Found) -> Vec<CustomerId> {
    found.players.iter().map(|hit| hit.player.id).collect()
}

/// Four players, 98250 41736, 98250 51736, 98250 61111 and 98250 71111.
async fn open(store: &Store) -> (TestApp, Vec<CustomerId>) {
    let (app, customers) = open_app(store.clone(), 4).await;
    run(
        store,
        "update customer set phone = case customer_id when 100000000000 then '+919825041736'
                                                      when 100000000001 then '+919825051736'
                                                      when 100000000002 then '+919825061111'
                                                      else '+919825071111' end,
                             full_name = case customer_id when 100000000000 then 'Rohan Mehta'
                                                          when 100000000001 then 'Rohit_Shah'
                                                          when 100000000002 then 'Kiran Rohan'
                                                          else 'Mira Dave' end",
    )
    .await;
    assert_eq!(write_name_words(&app).await.unwrap(), 4, "names that another program changed");
    (app, customers)
}

/// Imports a booking at 7 PM on the day after `SUNDAY`.
async fn booked_tomorrow(store: &Store, customer: CustomerId) -> OrderNumber {
    let mut monday = slot(5, "7:00 PM");
    monday.starts_at += jiff::SignedDuration::from_hours(24);
    import(store, imported(customer, monday, OrderStatus::Confirmed)).await
}

on_both_engines!(the_last_digits_of_a_phone_find_players_and_their_bookings_todays_first, async |store| {
    let (app, customers) = open(&store).await;
    let tomorrow = booked_tomorrow(&store, customers[0]).await;
    let today = booked(&app, customers[1], 3, "8:00 PM").await;
    booked(&app, customers[2], 4, "7:00 PM").await;
    app.clock.set(at("12:00 PM"));
    let found = find(&app, "1736").await;
    assert_eq!(numbers(&found), [today.number.to_string(), tomorrow.to_string()]);
    assert_eq!(players(&found), [customers[0], customers[1]]);
    let one = find(&app, "98250 41736").await;
    assert_eq!((numbers(&one), players(&one)), (vec![tomorrow.to_string()], vec![customers[0]]));
    assert_eq!(find(&app, "41736").await, one, "five digits");
    assert_eq!(find(&app, "0000").await, Found::default());
});

on_both_engines!(
    players_with_the_same_last_digits_are_listed_in_one_order_whatever_the_locale,
    async |store| {
        let (app, customers) = open(&store).await;
        if store.engine() == "postgres" {
            // As in a database that was made with this locale, which compares letters without regard to capitals first.
            run(&store, "alter table customer alter column full_name type text collate \"en-x-icu\"").await;
        }
        run(&store, "update customer set full_name = 'asha Rao', phone = '+919825081736' where customer_id = 100000000002").await;
        let found = find(&app, "1736").await;
        assert_eq!(
            players(&found),
            [customers[0], customers[1], customers[2]],
            "Rohan Mehta, Rohit_Shah, asha Rao"
        );
    }
);

on_both_engines!(fewer_digits_search_todays_bookings_only, async |store| {
    let (app, customers) = open(&store).await;
    booked_tomorrow(&store, customers[1]).await;
    let today = booked(&app, customers[0], 3, "8:00 PM").await;
    app.clock.set(at("12:00 PM"));
    let found = find(&app, "736").await;
    assert_eq!((numbers(&found), players(&found)), (vec![today.number.to_string()], vec![]));
});

on_both_engines!(a_game_that_is_still_on_after_midnight_is_found, async |store| {
    let (app, customers) = open(&store).await;
    import(&store, imported(customers[1], slot(4, "11:00 PM"), OrderStatus::Confirmed)).await;
    let late = import(&store, imported(customers[0], slot(3, "11:30 PM"), OrderStatus::Confirmed)).await;
    app.clock.set(at("11:30 PM") + jiff::SignedDuration::from_mins(40));
    for text in ["736", "1736", "roh"] {
        assert_eq!(numbers(&find(&app, text).await), [late.to_string()], "{text}");
    }
});

on_both_engines!(todays_booking_whose_court_was_closed_is_found_after_those_that_take_place, async |store| {
    let (app, customers) = open(&store).await;
    let closed = booked(&app, customers[0], 3, "7:00 PM").await.number.to_string();
    let stays = booked(&app, customers[1], 4, "8:00 PM").await.number.to_string();
    let (receipts, rain) = (&app.settings.receipts, offered_closure("3"));
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, rain).await.unwrap();
    app.clock.set(at("12:00 PM"));
    for text in ["736", "1736", "ro", "roh"] {
        assert_eq!(numbers(&find(&app, text).await), [stays.clone(), closed.clone()], "{text}");
    }
    let end = closed[4..].to_owned();
    assert_eq!(numbers(&find(&app, &end).await), [closed], "by the end of its number");
});

on_both_engines!(the_number_of_a_game_whose_court_was_closed_finds_its_other_place_first, async |store| {
    let (app, customers) = open(&store).await;
    let owner = actor(&app, Role::Owner, "9825041739", &[]).await;
    let games = [
        (booked(&app, customers[0], 3, "7:00 PM").await.number, SUNDAY),
        (booked(&app, customers[1], 4, "7:00 PM").await.number, SUNDAY.tomorrow().unwrap()),
    ];
    let (receipts, rain) = (&app.settings.receipts, offered_closure("3,4"));
    close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, rain).await.unwrap();
    app.clock.set(at("12:00 PM"));
    for (key, (lost, day)) in (1..).zip(games) {
        let start = "7:00 PM".parse().unwrap();
        let (due, back) = (Money::from_rupees(800), Money::ZERO);
        let chosen = ChosenPlace { venue: VENUE, court: CourtId(5), day, start, due, back };
        let moved = move_for_player(&app, &owner, lost, chosen, request_key(key)).await.unwrap();
        let (new, lost) = (moved.new_order.unwrap().to_string(), lost.to_string());
        for text in [lost.as_str(), &lost[4..]] {
            assert_eq!(numbers(&find(&app, text).await), [new.as_str(), lost.as_str()], "{text} {day}");
        }
    }
});

on_both_engines!(an_order_number_is_found_whole_and_by_its_end, async |store| {
    let (app, customers) = open(&store).await;
    let old = import(&store, imported(customers[0], slot(1, "6:00 AM"), OrderStatus::Completed)).await;
    let today = booked(&app, customers[1], 3, "8:00 PM").await;
    app.clock.set(at("12:00 PM") + jiff::SignedDuration::from_hours(48));
    assert_eq!(numbers(&find(&app, &format!("#{old}")).await), [old.to_string()]);
    app.clock.set(at("12:00 PM"));
    let end = today.number.to_string().split_off(4);
    assert_eq!(numbers(&find(&app, &end).await), [today.number.to_string()]);
});

on_both_engines!(letters_find_names_by_their_beginning, async |store| {
    let (app, customers) = open(&store).await;
    let today = booked(&app, customers[2], 3, "8:00 PM").await;
    app.clock.set(at("12:00 PM"));
    let found = find(&app, "ROH").await;
    assert_eq!(
        players(&found),
        [customers[0], customers[2], customers[1]],
        "each word counts; in the order of the words"
    );
    assert_eq!(numbers(&found), [today.number.to_string()], "Kiran Rohan is here today");
    assert_eq!(players(&find(&app, "rohan m").await), [customers[0]]);
    assert_eq!(players(&find(&app, "meh r").await), [customers[0]], "the words may have any order");
    assert_eq!(players(&find(&app, "rohit_").await), [customers[1]]);
    assert_eq!(players(&find(&app, "shah rohit roh").await), [customers[1]], "three words");
    assert_eq!(players(&find(&app, "rohits").await), [], "the name is of two words, separated by a sign");
    assert_eq!(players(&find(&app, "ro").await), [], "two letters search today's bookings only");
    assert_eq!(find(&app, "%").await, Found::default());
    assert_eq!(find(&app, "").await, Found::default());
});

on_both_engines!(a_player_has_the_time_of_the_last_game, async |store| {
    let (app, customers) = open(&store).await;
    import(&store, imported(customers[0], slot(1, "6:00 AM"), OrderStatus::Completed)).await;
    import(&store, imported(customers[0], slot(1, "9:00 AM"), OrderStatus::NoShow)).await;
    booked(&app, customers[0], 3, "8:00 PM").await;
    app.clock.set(at("12:00 PM"));
    let found = find(&app, "mehta").await;
    assert_eq!((numbers(&found).len(), players(&found)), (3, vec![customers[0]]));
    let found = find(&app, "rohan m").await;
    assert_eq!(found.players[0].player.last_game, Some(at("6:00 AM")), "played and begun");
});

on_both_engines!(bookings_of_other_venues_are_found_only_by_their_staff, async |store| {
    let (app, customers) = open(&store).await;
    let hillside = open_second_venue(&app).await;
    let mut there = imported(customers[3], slot(21, "7:00 PM"), OrderStatus::Confirmed);
    there.venue = hillside;
    let there = import(&store, there).await;
    app.clock.set(at("12:00 PM"));
    for text in ["71111", &there.to_string()] {
        assert_eq!(numbers(&find(&app, text).await), [] as [String; 0], "{text}");
        let both = search(&app, &[VENUE, hillside], VENUE, text).await.unwrap();
        assert_eq!(numbers(&both), [there.to_string()], "{text}");
    }
    assert_eq!(search(&app, &[hillside], VENUE, "71111").await.unwrap(), Found::default());
    assert_eq!(search(&app, &[VENUE], VenueId(9), "71111").await.unwrap(), Found::default());
});

on_both_engines!(a_game_at_a_venue_where_it_is_still_the_day_before_is_found, async |store| {
    let (app, customers) = open(&store).await;
    let hillside = open_second_venue(&app).await;
    run(&store, "update venue set time_zone = 'America/New_York' where venue_id = 2").await;
    app.venues.forget();
    let mut there = imported(customers[3], slot(21, "6:00 AM"), OrderStatus::Confirmed);
    there.venue = hillside;
    there.day = SUNDAY.yesterday().unwrap();
    there.start = "7:30 PM".parse().unwrap();
    let there = import(&store, there).await;
    app.clock.set(at("12:30 AM"));
    for text in ["71111", "mira"] {
        let found = search(&app, &[VENUE, hillside], VENUE, text).await.unwrap();
        assert_eq!(numbers(&found), [there.to_string()], "{text}");
    }
    run(&store, "update customer set phone = null, origin = 'desk' where customer_id = 100000000003").await;
    let guest = search(&app, &[VENUE, hillside], VENUE, "mira").await.unwrap();
    assert_eq!(numbers(&guest), [there.to_string()], "a guest without a number");
});

on_both_engines!(many_bookings_of_a_player_at_other_venues_hide_none_at_this_one, async |store| {
    let (app, customers) = open(&store).await;
    let hillside = open_second_venue(&app).await;
    for start in ["1:00 PM", "2:00 PM", "3:00 PM", "4:00 PM"] {
        let mut there = imported(customers[0], slot(21, start), OrderStatus::Confirmed);
        there.venue = hillside;
        import(&store, there).await;
    }
    let tomorrow = booked_tomorrow(&store, customers[0]).await;
    app.clock.set(at("12:00 PM"));
    for text in ["41736", "rohan m"] {
        assert_eq!(numbers(&find(&app, text).await), [tomorrow.to_string()], "{text}");
    }
});

on_both_engines!(cancelled_bookings_of_later_days_come_after_those_that_take_place, async |store| {
    let (app, customers) = open(&store).await;
    for (court, start) in (6..).zip(["1:00 PM", "2:00 PM", "3:00 PM", "4:00 PM"]) {
        let mut monday = slot(court, start);
        monday.starts_at += jiff::SignedDuration::from_hours(24);
        import(&store, imported(customers[0], monday, OrderStatus::Cancelled)).await;
    }
    let tomorrow = booked_tomorrow(&store, customers[0]).await;
    app.clock.set(at("12:00 PM"));
    let found = numbers(&find(&app, "41736").await);
    assert_eq!((found.len(), &found[0]), (4, &tomorrow.to_string()), "it begins after the others");
});

on_both_engines!(guests_of_other_venues_hide_none_of_this_one, async |store| {
    let (app, customers) = open_app(store.clone(), 9).await;
    let hillside = open_second_venue(&app).await;
    run(&store, "update customer set full_name = 'Asha Patel', phone = null, origin = 'desk'").await;
    write_name_words(&app).await.unwrap();
    // As many guests as are searched at most, all of them before the last one.
    let (last, others) = customers.split_last().unwrap();
    assert_eq!(others.len(), MOST_HITS);
    for (guest, hour) in others.iter().zip(1..) {
        let mut there = imported(*guest, slot(21, &format!("{hour}:00 PM")), OrderStatus::Confirmed);
        there.venue = hillside;
        import(&store, there).await;
    }
    let tomorrow = booked_tomorrow(&store, *last).await;
    app.clock.set(at("12:00 PM"));
    assert_eq!(numbers(&find(&app, "asha").await), [tomorrow.to_string()]);
});

on_both_engines!(a_result_has_at_most_eight_hits_of_a_kind_and_says_if_more_players_fit, async |store| {
    let (app, customers) = open_app(store.clone(), 12).await;
    run(&store, "update customer set full_name = 'Asha Patel'").await;
    write_name_words(&app).await.unwrap();
    for (n, customer) in customers.iter().enumerate() {
        let court = i64::try_from(n).unwrap() + 1;
        import(&store, imported(*customer, slot(court, "7:00 PM"), OrderStatus::Confirmed)).await;
    }
    app.clock.set(at("12:00 PM"));
    let found = find(&app, "asha").await;
    assert_eq!((found.bookings.len(), found.players.len()), (MOST_HITS, MOST_HITS));
    assert!(found.has_more_players);
    run(&store, "update customer set full_name = 'Mira Dave' where customer_id >= 100000000008").await;
    write_name_words(&app).await.unwrap();
    let all = find(&app, "asha").await;
    assert_eq!((all.players.len(), all.has_more_players), (MOST_HITS, false));
});

on_both_engines!(merged_numbers_leave_no_player_out_of_the_count, async |store| {
    let (app, customers) = open_app(store.clone(), 10).await;
    run(
        &store,
        "update customer set full_name = 'Asha Patel',
                             phone = '+9198250' || (customer_id - 100000000000) || '4321'",
    )
    .await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    merge(&app, &owner, customers[0], customers[1], 1).await.unwrap();
    let found = find(&app, "4321").await;
    assert_eq!(players(&found)[..2], [customers[0], customers[2]]);
    assert_eq!((found.players.len(), found.has_more_players), (MOST_HITS, true), "nine players are left");
    merge(&app, &owner, customers[0], customers[2], 2).await.unwrap();
    let all = find(&app, "4321").await;
    assert_eq!((all.players.len(), all.has_more_players), (MOST_HITS, false));
});

on_both_engines!(a_name_is_found_without_its_accents_and_after_it_was_changed, async |store| {
    let (app, _) = open_app(store, 1).await;
    let player = app.player("9876543210").await;
    let session = authenticate(&app, &player.token).await.unwrap();
    let rename = async |name: &str| {
        let edit = ProfileEdit { full_name: Some(name.parse().unwrap()), ..ProfileEdit::default() };
        update_profile(&app, session, edit).await.unwrap();
    };
    let found = async |text: &str| !find(&app, text).await.players.is_empty();
    rename("José Álvarez").await;
    for text in ["jose", "JOSÉ", "alv", "Álv jos"] {
        assert!(found(text).await, "{text}");
    }
    rename("રોહન મહેતા").await;
    assert!(!found("jose").await, "the earlier name");
    assert!(found("મહેતા").await && found("રોહન મહે").await);
    rename("गर\u{94d}\u{200d}यो थापा").await;
    for text in ["गर\u{94d}यो", "गर\u{94d}\u{200d}यो"] {
        assert!(found(text).await, "with and without the invisible joiner: {text}");
    }
    assert_eq!(write_name_words(&app).await.unwrap(), 0, "all words were written with the names");
});

on_both_engines!(words_that_are_missing_are_written_by_the_job_once, async |store| {
    let (app, customers) = open_app(store.clone(), 3).await;
    run(&store, "delete from customer_word").await;
    run(&store, "update customer set searched_name = null, full_name = 'Mira Dave'").await;
    app.clock.set(at("12:00 PM"));
    assert_eq!(players(&find(&app, "dave").await), []);
    assert_eq!(write_name_words(&app).await.unwrap(), customers.len());
    assert_eq!(players(&find(&app, "dave").await), customers);
    assert_eq!(write_name_words(&app).await.unwrap(), 0);
});

on_both_engines!(the_same_guests_without_a_number_are_found_by_words_and_by_bookings, async |store| {
    let (app, customers) = open(&store).await;
    for (player, court) in customers.iter().zip(3..) {
        booked(&app, *player, court, "8:00 PM").await;
    }
    run(&store, "update customer set phone = null, origin = 'desk' where customer_id <> 100000000000").await;
    let today = at("12:00 PM").to_zoned(jiff::tz::TimeZone::UTC).date();
    let both = async |prefixes: &[&str], day| {
        let prefixes: Vec<_> = prefixes.iter().map(|prefix| (*prefix).to_owned()).collect();
        let input = (prefixes, day);
        store
            .read(input, |tx, (prefixes, day)| {
                Box::pin(async move {
                    let by_words = Customers(tx).list_guests_by_name(prefixes, &[VENUE], *day, 8).await?;
                    let by_bookings =
                        Customers(tx).list_upcoming_guests_by_name(prefixes, &[VENUE], *day, 8).await?;
                    assert_eq!(by_bookings, by_words, "{prefixes:?}");
                    Ok::<_, StoreError>(by_words)
                })
            })
            .await
            .unwrap()
    };
    assert_eq!(
        both(&["ro"], today).await,
        [customers[2], customers[1]],
        "in the order of the words; Rohan Mehta has a number"
    );
    assert_eq!(both(&["ro", "ki"], today).await, [customers[2]]);
    assert_eq!(both(&["ro", "ki", "x"], today).await, []);
    assert_eq!(both(&["m"], today).await, [customers[3]]);
    assert_eq!(both(&["m"], today.tomorrow().unwrap()).await, [], "their games are over");
});

on_both_engines!(a_word_is_common_when_more_names_than_asked_for_have_it, async |store| {
    open(&store).await;
    let is_common = async |prefixes: &[&str], many: u32| {
        let prefixes: Vec<_> = prefixes.iter().map(|prefix| (*prefix).to_owned()).collect();
        store
            .read((prefixes, many), |tx, (prefixes, many)| {
                Box::pin(async move { Customers(tx).have_common_word(prefixes, *many).await })
            })
            .await
            .unwrap()
    };
    assert!(is_common(&["ro"], 2).await, "Rohan, Rohan and Rohit");
    assert!(!is_common(&["ro"], 3).await);
    assert!(!is_common(&["m", "dave"], 1).await, "the longest one counts");
    assert!(!is_common(&[], 0).await);
});
