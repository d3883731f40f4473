//! A game that a closure ended is moved to another court or hour, for which what was paid counts.

use jiff::SignedDuration;
use serde_json::json;
use sideout_app::{
    Order,
    booking::{cancel::cancel, list_bookings::list_bookings},
    closures::{
        at_desk::{CloseAtDesk, answer_for_player::move_for_player, reopen::reopen},
        offers::{answer::AnswerError, link::find_own_link},
    },
    desk::{
        board::{
            read_board::read_board,
            search::search,
            write_note::{NoteAbout, WriteNote, remove_note, write_note},
        },
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
        check_in::scan_pass::{ScanOutcome, ScanPass, scan_pass},
    },
};
use sideout_domain::{
    CourtId, VenueId,
    closure_offer::{ClosureCause, OfferState},
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_testkit::{Hours, chosen_place, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    closure_steps::{SECOND_VENUE, rain},
    fixture::PaymentsFixture,
};

on_both_engines!(what_was_paid_is_carried_to_the_other_hour, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    fixture.close_for_rain(&manager, 1).await;
    let token = fixture.link(&lost).await;
    let offers = fixture.offers(&token).await;
    assert_eq!((offers.reason.as_str(), offers.games.len()), ("Rain", 1));
    assert_eq!(offers.cause, Some(ClosureCause::Rain));
    let choices = fixture.choices(&lost).await;
    assert!(choices.same_hour.iter().all(|choice| ![3, 4].contains(&choice.court.number)), "{choices:?}");
    assert_eq!(choices.other_days.len(), 14);
    let choice = &choices.same_hour[0];
    assert_eq!((choice.price.due, choice.price.back), (Money::ZERO, Money::ZERO));

    let game = fixture.choose(&token, lost.number, choice).await.unwrap();
    let new = game.new.unwrap();
    assert_eq!(game.offer.state, OfferState::Moved);
    assert_eq!((new.status, new.kept(), new.due()), (OrderStatus::Confirmed, lost.total(), Money::ZERO));
    let was = fixture.order(&lost).await;
    assert_eq!((was.status, was.paid), (OrderStatus::Cancelled, Money::ZERO));
    let again = fixture.choose(&token, lost.number, choice).await;
    assert!(matches!(again, Err(AnswerError::Answered(_))), "{again:?}");
    fixture.assert_all_agree().await;

    // Cancelled later, the money goes back to the payment that it came from.
    let cancelled = cancel(&fixture.app, new.customer, new.number, None).await;
    assert_eq!(cancelled.unwrap().refund, Money::from_rupees(770));
    fixture.app.clock.set(fixture.app.clock_now() + SignedDuration::from_hours(7 * 24));
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(what_was_noted_about_a_game_goes_with_it_to_the_other_court, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let manager = fixture.manager_with_drawer().await;
    let (moves, waits) = (fixture.book_and_pay(0, 3).await, fixture.book_and_pay(1, 4).await);
    let mut notes = Vec::new();
    for (key, game) in [(1, &moves), (2, &waits)] {
        let text = "Four more rackets".parse().unwrap();
        let note = WriteNote { number: game.number, about: NoteAbout::Booking, text };
        let (written, _) = write_note(&fixture.app, &manager, note, request_key(key)).await.unwrap();
        notes.push(written.id);
    }
    let closed = fixture.close_for_rain(&manager, 3).await;
    let (_, moved) = fixture.choose_court(&moves, 5).await;
    // The other one did not answer and gets the same court back, as a new booking.
    reopen(&fixture.app, &manager, closed.id, true, request_key(4)).await.unwrap();
    let token = fixture.link(&waits).await;
    let restored = fixture.offers(&token).await.games[0].new.clone().unwrap();
    let board = read_board(&fixture.app, VENUE, moved.day).await.unwrap().unwrap();
    for (key, new, note) in [(5, &moved, notes[0]), (6, &restored, notes[1])] {
        let shown = board.bookings.iter().find(|booking| booking.number == new.number).unwrap();
        assert_eq!(shown.notes, 1);
        let left = remove_note(&fixture.app, &manager, (new.number, note), request_key(key)).await.unwrap();
        assert!(left.notes.is_empty(), "{left:?}");
    }
});

/// Opens venue 2, *Hillside*, with the outdoor court 21, the hours of venue 1 and one price.
async fn open_second_venue(fixture: &PaymentsFixture) {
    for text in [
        SECOND_VENUE,
        "insert into court (court_id, venue_id, sport_id, number, name, court_type, active)
         values (21, 2, 1, 1, 'Court 1', 'OUTDOOR', 1)",
        "insert into hours_version (venue_id, version, published_at, hours)
         select 2, 1, published_at, hours from hours_version where venue_id = 1",
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
         values (99, 2, 127, 0, 1440, 80000)",
    ] {
        assert_eq!(fixture.change(text).await, 1, "{text}");
    }
    fixture.app.venues.forget();
}

/// An owner closes the court of venue 2 in the hours of [`rain`].
async fn close_second_venue(fixture: &PaymentsFixture, key: u64) {
    let owner = fixture.app.staff(Role::Owner, "9825041738", &[]).await;
    let owner = fixture.app.actor(&owner.token).await;
    let closure = CloseAtDesk { venue: VenueId(2), courts: [CourtId(21)].into(), ..rain() };
    fixture.try_to_close(&owner, closure, key).await.unwrap();
}

/// The player of a game whose court was closed takes the same hour at `venue`.
async fn choose_at(fixture: &PaymentsFixture, lost: &Order, venue: VenueId) -> Order {
    let token = fixture.link(lost).await;
    let choices = fixture.choices(lost).await;
    let choice = choices.same_hour.iter().find(|choice| choice.venue == venue).unwrap();
    fixture.choose(&token, lost.number, choice).await.unwrap().new.unwrap()
}

on_both_engines!(a_game_that_came_back_from_another_venue_is_found_by_its_first_pass, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    open_second_venue(&fixture).await;
    fixture.close_for_rain(&manager, 1).await;
    let there = choose_at(&fixture, &lost, VenueId(2)).await;
    close_second_venue(&fixture, 2).await;
    let back = choose_at(&fixture, &there, VENUE).await;
    let text = fixture.app.pass_signer.pass_code(&lost, OrderStatus::Confirmed).unwrap();
    let scan = ScanPass { venue: VENUE, text, seen_version: None };
    let scanned = scan_pass(&fixture.app, &manager, scan, request_key(3)).await.unwrap();
    assert!(matches!(scanned.outcome, ScanOutcome::OfBooking(_)), "{scanned:?}");
    assert_eq!(scanned.details.unwrap().booking.number, back.number);
    fixture.assert_all_agree().await;
});

on_both_engines!(a_lost_game_is_offered_other_venues_when_its_own_is_retired, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.book_and_pay(0, 3).await;
    fixture.close_for_rain(&manager, 1).await;
    assert_eq!(fixture.change("update venue set active = 0 where venue_id = 1").await, 1);
    open_second_venue(&fixture).await;
    let choices = fixture.choices(&lost).await;
    let venues: Vec<VenueId> = choices.same_hour.iter().map(|choice| choice.venue).collect();
    assert_eq!(venues, [VenueId(2)]);
    assert!(choices.same_day.is_empty() && choices.other_days.iter().all(|(_, choice)| choice.is_none()));
    let token = fixture.link(&lost).await;
    let game = fixture.choose(&token, lost.number, &choices.same_hour[0]).await.unwrap();
    let new = game.new.unwrap();
    assert_eq!((new.venue, new.kept()), (VenueId(2), lost.total()));
    // The player's pass tells the desk of the closed court where the game takes place.
    let text = fixture.app.pass_signer.pass_code(&lost, OrderStatus::Confirmed).unwrap();
    let scan = || ScanPass { venue: VENUE, text: text.clone(), seen_version: None };
    let scanned = scan_pass(&fixture.app, &manager, scan(), request_key(2)).await.unwrap();
    assert_eq!(scanned.outcome, ScanOutcome::OtherVenue("Hillside".to_owned()));
    assert_eq!(scanned.details, None, "the manager does not work there");
    // The earlier number finds it for those who work at both venues.
    let earlier = lost.number.to_string();
    let found = search(&fixture.app, &[VENUE, VenueId(2)], VENUE, &earlier).await.unwrap();
    assert_eq!(found.bookings[0].number, new.number);
    // The pass does so also once the court there was closed, too, and the player took another day there.
    close_second_venue(&fixture, 3).await;
    let token = fixture.link(&new).await;
    let choices = fixture.choices(&new).await;
    let later = choices.other_days.iter().find_map(|(_, choice)| choice.clone()).unwrap();
    fixture.choose(&token, new.number, &later).await.unwrap();
    let scanned = scan_pass(&fixture.app, &manager, scan(), request_key(4)).await.unwrap();
    assert_eq!(scanned.outcome, ScanOutcome::OtherVenue("Hillside".to_owned()));
    fixture.assert_all_agree().await;
});

on_both_engines!(a_game_months_ahead_is_offered_other_courts_where_players_book_that_far, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    Hours::usual().ahead(90).set(&fixture.app).await;
    // 60 days ahead, and the last of the 14 days that are offered after it.
    let (day, last) = (jiff::civil::date(2027, 1, 20), jiff::civil::date(2027, 2, 3));
    let held = fixture.hold_at(0, CourtId(3), day, "7:00 PM").await;
    let checkout = fixture.checkout(&held).await;
    fixture.pay(&checkout, json!({})).await;
    let lost = fixture.hint(&held).await.order;
    fixture.try_to_close(&manager, CloseAtDesk { day, ..rain() }, 1).await.unwrap();
    let choices = fixture.choices(&lost).await;
    assert!(!choices.same_hour.is_empty() && !choices.same_day.is_empty(), "{choices:?}");
    assert!(choices.other_days.iter().all(|(_, choice)| choice.is_some()), "{choices:?}");
    let (later, choice) = choices.other_days.last().unwrap();
    assert_eq!(*later, last);
    let token = fixture.link(&lost).await;
    let game = fixture.choose(&token, lost.number, choice.as_ref().unwrap()).await.unwrap();
    assert_eq!((game.offer.state, game.new.unwrap().status), (OfferState::Moved, OrderStatus::Confirmed));
    fixture.assert_all_agree().await;
});

on_both_engines!(what_was_imported_as_paid_and_counts_for_another_hour_does_not_go_back, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let lost = fixture.import_booking(0, 3, Money::from_rupees(800)).await;
    fixture.close_for_rain(&manager, 1).await;
    let token = find_own_link(&fixture.app, fixture.players[0], lost).await.unwrap().unwrap();
    let token = token.reveal().to_owned();
    let lost = fixture.offers(&token).await.games[0].lost.clone();
    let choice = fixture.choices(&lost).await.same_hour[0].clone();
    let game = fixture.choose(&token, lost.number, &choice).await.unwrap();
    assert_eq!((game.offer.state, game.imported_back), (OfferState::Moved, Money::ZERO));
    assert_eq!(game.new.unwrap().due(), Money::ZERO, "it is paid");
});

on_both_engines!(
    a_player_gets_a_notice_that_the_hour_in_place_of_a_closed_one_was_cancelled_at_once,
    async |store| {
        let fixture = PaymentsFixture::new(store, 1).await;
        let manager = fixture.manager_with_drawer().await;
        let lost = fixture.book_at_court(0, 3).await;
        fixture.change(format!("update orders set booked_by = {}", manager.id().0).leak()).await;
        fixture.close_for_rain(&manager, 1).await;
        let choice = fixture.choices(&lost).await.same_day.remove(0);
        move_for_player(&fixture.app, &manager, lost.number, chosen_place(&choice), request_key(2))
            .await
            .unwrap();
        let text = "select order_number from orders where status = 'confirmed'";
        let number = OrderNumber::try_from(fixture.number(text).await).unwrap();
        let (seen, preview) = preview_cancellation(&fixture.app, &manager, number).await.unwrap();
        let cancel = CancelAtDesk {
            number,
            version: seen.booking.version,
            shown: preview.refund,
            refund: None,
            reason: None,
        };
        cancel_at_desk(&fixture.app, &manager, cancel, request_key(3)).await.unwrap();
        let notices = format!(
            "select count(*) from outbox where notice = 'cancelled' and order_number = {}",
            number.value()
        );
        assert!(fixture.number(notices.leak()).await > 0);
        let listed = list_bookings(&fixture.app, lost.customer).await.unwrap();
        assert!(listed.iter().any(|order| order.number == number), "it is in the history");
    }
);

on_both_engines!(the_other_hour_was_booked_by_who_chose_it, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let clerk = fixture.app.staff_without_session(Role::Desk, "9825041737", &[VENUE]).await;
    let kept = fixture.book_at_court(0, 5).await;
    let lost = [fixture.book_at_court(0, 3).await, fixture.book_at_court(0, 4).await];
    let group = "insert into booking_group (group_id, kind, venue_id, customer_id, label, created_at)
         select 9, 'group', 1, max(customer_id), '', 1 from orders";
    fixture.change(group).await;
    fixture.change(format!("update orders set group_id = 9, booked_by = {}", clerk.0).leak()).await;
    fixture.close_for_rain(&manager, 1).await;

    let choice = fixture.choices(&lost[0]).await.same_hour[0].clone();
    let token = fixture.link(&lost[0]).await;
    let by_player = fixture.choose(&token, lost[0].number, &choice).await.unwrap().new.unwrap();
    let choice = fixture.choices(&lost[1]).await.same_hour[0].clone();
    let place = chosen_place(&choice);
    move_for_player(&fixture.app, &manager, lost[1].number, place, request_key(2)).await.unwrap();

    assert_eq!(fixture.details(&by_player).await.booked_by, None);
    let group = fixture.details(&kept).await.group;
    let booked_by = |order: &Order| group.iter().find(|one| one.number == order.number).unwrap().booked_by;
    assert_eq!([booked_by(&kept), booked_by(&lost[0])], [Some(clerk), Some(clerk)]);
    assert_eq!(booked_by(&by_player), None);
    let known = [kept.number, lost[0].number, lost[1].number, by_player.number];
    let by_manager = group.iter().find(|one| !known.contains(&one.number)).unwrap();
    assert_eq!(by_manager.booked_by, Some(manager.id()));
});
