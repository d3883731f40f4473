//! The page of a player: games, notes, what is due, and how well the venue knows them.

use jiff::SignedDuration;
use sideout_app::{
    desk::{
        board::write_note::{NoteAbout, WriteNote, write_note},
        players::open_player::{MOST_GAMES, OpenPlayerError, PlayerPage, open_player},
    },
    staff::{EditMember, edit_member},
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, CustomerId,
    claim::Slot,
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
    trust::Trust,
};
use sideout_store::Store;
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE, statement, without_guard};

use crate::helpers::{at, booked, import, imported, number, open_app, open_second_venue, run, slot};

async fn clerk(app: &TestApp) -> Actor {
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    app.actor(&clerk.token).await
}

async fn open(app: &TestApp, actor: &Actor, player: CustomerId) -> PlayerPage {
    open_player(app, actor, player).await.unwrap()
}

fn numbers(games: &[sideout_app::desk::board::DeskBooking]) -> Vec<i64> {
    games.iter().map(|game| game.number.value()).collect()
}

/// How many looks at players' phone numbers the audit has.
async fn looks(store: &Store) -> i64 {
    let text = "select cast(count(*) as bigint) from audit_entry where verb = 'phone.seen' and subject_kind = 'player'";
    number(store, text).await
}

on_both_engines!(a_page_has_the_next_games_first_and_the_past_ones_after_them, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let evening = booked(&app, customers[0], 3, "7:00 PM").await;
    let late = booked(&app, customers[0], 4, "9:00 PM").await;
    booked(&app, customers[1], 5, "8:00 PM").await;
    let actor = clerk(&app).await;
    let page = open(&app, &actor, customers[0]).await;
    assert_eq!(numbers(&page.next), [evening.number.value(), late.number.value()]);
    assert_eq!((numbers(&page.past), page.trust, page.summary.played), (vec![], Trust::New, 0));
    let due: Money = page.next.iter().map(|game| game.amounts.due()).sum();
    assert_eq!((page.due, page.due > Money::ZERO), (due, true));
    app.clock.set(at("8:00 PM"));
    let page = open(&app, &another_clerk(&app).await, customers[0]).await;
    assert_eq!(
        (numbers(&page.next), numbers(&page.past)),
        (vec![late.number.value()], vec![evening.number.value()])
    );
    assert_eq!((page.trust, page.summary.played, page.due), (Trust::Known, 1, due));
});

/// Another clerk, for when the session of the first one has expired.
async fn another_clerk(app: &TestApp) -> Actor {
    let clerk = app.staff(Role::Desk, "9825041747", &[VENUE]).await;
    app.actor(&clerk.token).await
}

on_both_engines!(five_games_make_a_regular_and_two_missed_ones_a_player_who_pays_first, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    for (court, status) in (1..).zip([OrderStatus::Completed; 5]) {
        import(&store, imported(customers[0], slot(court, "7:00 AM"), status)).await;
    }
    import(&store, imported(customers[0], slot(6, "7:00 AM"), OrderStatus::Cancelled)).await;
    import(&store, imported(customers[0], slot(7, "7:00 AM"), OrderStatus::NoShow)).await;
    app.clock.set(at("12:00 PM"));
    let actor = clerk(&app).await;
    let page = open(&app, &actor, customers[0]).await;
    assert_eq!((page.summary.played, page.summary.missed, page.summary.cancelled), (5, 1, 1));
    assert_eq!((page.trust, page.past.len()), (Trust::Regular, 7));
    import(&store, imported(customers[0], slot(8, "7:00 AM"), OrderStatus::NoShow)).await;
    assert_eq!(open(&app, &actor, customers[0]).await.trust, Trust::PaysFirst);
});

on_both_engines!(games_and_notes_of_a_venue_where_one_does_not_work_are_not_on_the_page, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let hillside = open_second_venue(&app).await;
    let here = booked(&app, customers[0], 3, "7:00 PM").await;
    let mut there = imported(customers[0], slot(21, "8:00 PM"), OrderStatus::Confirmed);
    there.venue = hillside;
    let there = import(&store, there).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    for (key, number, about, text) in [
        (1, here.number, NoteAbout::Player, "Pays late"),
        (2, here.number, NoteAbout::Booking, "Four rackets"),
        (3, there, NoteAbout::Booking, "Wants the lights on"),
    ] {
        let note = WriteNote { number, about, text: text.parse().unwrap() };
        write_note(&app, &owner, note, request_key(key)).await.unwrap();
        app.clock.advance(1);
    }
    let texts = |page: &PlayerPage| page.notes.iter().map(|note| note.note.clone()).collect::<Vec<_>>();
    let all = open(&app, &owner, customers[0]).await;
    assert_eq!(numbers(&all.next), [here.number.value(), there.value()]);
    assert_eq!(texts(&all), ["Wants the lights on", "Four rackets", "Pays late"]);
    let own = open(&app, &clerk(&app).await, customers[0]).await;
    assert_eq!(numbers(&own.next), [here.number.value()]);
    assert_eq!(texts(&own), ["Four rackets", "Pays late"]);
    assert!(own.due < all.due);
});

on_both_engines!(games_at_other_venues_do_not_displace_games_of_this_venue, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let hillside = open_second_venue(&app).await;
    let morning = slot(3, "7:00 AM");
    let here = import(&store, imported(customers[0], morning, OrderStatus::Completed)).await;
    let most = i64::from(MOST_GAMES);
    for n in 0..most {
        let starts_at = morning.starts_at + SignedDuration::from_hours(24 * (n + 1));
        let mut there =
            imported(customers[0], Slot { court: CourtId(21), starts_at }, OrderStatus::Completed);
        there.venue = hillside;
        there.number = OrderNumber::try_from(6_000_000_000 + n).unwrap();
        import(&store, there).await;
    }
    app.clock.set(morning.starts_at + SignedDuration::from_hours(24 * (most + 2)));
    let page = open(&app, &clerk(&app).await, customers[0]).await;
    assert_eq!(numbers(&page.past), [here.value()]);
});

on_both_engines!(what_is_due_counts_a_game_that_is_not_listed_any_more, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let hillside = open_second_venue(&app).await;
    let morning = slot(3, "7:00 AM");
    let most = i64::from(MOST_GAMES);
    for n in 0..=most {
        let starts_at = morning.starts_at + SignedDuration::from_hours(24 * n);
        let mut game = imported(customers[0], Slot { starts_at, ..morning }, OrderStatus::Completed);
        game.number = OrderNumber::try_from(6_000_000_000 + n).unwrap();
        if n == 0 {
            game.paid = Money::from_rupees(300);
        }
        import(&store, game).await;
    }
    let mut there = imported(customers[0], slot(21, "7:00 AM"), OrderStatus::NoShow);
    there.venue = hillside;
    import(&store, there).await;
    app.clock.set(morning.starts_at + SignedDuration::from_hours(24 * (most + 1)));
    let page = open(&app, &clerk(&app).await, customers[0]).await;
    assert_eq!(page.past.len(), 50);
    assert!(page.past.iter().all(|game| game.amounts.due() == Money::ZERO), "the oldest is not listed");
    assert_eq!(
        page.due,
        Money::from_rupees(500),
        "without what is due at a venue where the clerk does not work"
    );
});

on_both_engines!(a_whole_number_is_shown_with_its_entry_and_a_masked_one_or_none_without, async |store| {
    let (app, customers) = open_app(store.clone(), 2).await;
    let clerk = app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let owner = app.actor(&owner.token).await;
    let actor = app.actor(&clerk.token).await;
    for _ in 0..2 {
        open(&app, &actor, customers[0]).await;
    }
    assert_eq!(looks(&store).await, 1, "one entry a day");
    let denied = EditMember { denied: Some(vec![Permission::PhoneRead]), ..EditMember::default() };
    edit_member(&app, &owner, clerk.id, 1, denied, request_key(1)).await.unwrap();
    open(&app, &app.actor(&clerk.token).await, customers[1]).await;
    assert_eq!(looks(&store).await, 1, "a masked number has no entry");
    run(&store, "update customer set phone = null, origin = 'desk' where customer_id = 100000000001").await;
    let guest = open(&app, &owner, customers[1]).await;
    assert_eq!((looks(&store).await, guest.summary.phone, guest.summary.has_account), (1, None, false));
    let broken =
        without_guard(&store, statement("audit_entry/add"), "insert into audit_entry", "insert into nowhere");
    let refused = open_player(&app.another_node_on(broken, |_| {}), &owner, customers[0]).await;
    assert!(matches!(refused, Err(OpenPlayerError::Store(_))), "{refused:?}");
});

on_both_engines!(an_unknown_player_has_no_page, async |store| {
    let (app, _) = open_app(store, 1).await;
    let actor = clerk(&app).await;
    let absent = open_player(&app, &actor, CustomerId(999)).await;
    assert!(matches!(absent, Err(OpenPlayerError::NoPlayer)), "{absent:?}");
});
