//! Check-in by pass: what each pass leads to, which details the caller gets, and two devices with one pass.

use std::sync::{
    Arc, Barrier,
    atomic::{AtomicUsize, Ordering},
};

use jiff::SignedDuration;
use sideout_app::{
    Order,
    closures::{
        at_desk::{CloseAtDesk, answer_for_player::move_for_player, close::close_at_desk, reopen::reopen},
        offers::answer::ChosenPlace,
    },
    desk::{
        board::write_note::{NoteAbout, WriteNote},
        bookings::{
            DeskSlot,
            cancel_at_desk::{CancelAtDesk, cancel_at_desk},
            move_booking::{MoveAtDesk, move_at_desk},
        },
        check_in::{
            CheckIn,
            scan_pass::{ScanOutcome, ScanPass, ScanPassError, ScannedPass, scan_pass},
        },
        offline::{FactError, FactKind, OfflineFact, record_fact::record_fact},
    },
    platform::pass_code::{PassError, PassSigner},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId,
    attendance::Attendance,
    closure_offer::{ClosureCause, RunningGames},
    money::Money,
    offline::DeviceTime,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
};
use sideout_store::{Store, board::BookingDetails};
use sideout_testkit::{
    Interceptor, Step, TestApp, intercept, on_both_engines, on_two_nodes, request_key, run_concurrently,
    sample_venue::VENUE, statement, two_nodes_on_postgres, without_guard,
};

use crate::{
    counter::actor,
    helpers::{
        SUNDAY, at, booked, details, imported, mark, number, open_app, open_second_venue, pay_cash, run,
        run_for, slot,
    },
};

const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);

/// The pass of a booking for the court and hour of `order`.
fn pass_of(app: &TestApp, order: &Order) -> String {
    app.pass_signer.pass_code(order, OrderStatus::Confirmed).unwrap()
}

async fn scan_seen(
    app: &TestApp,
    actor: &Actor,
    text: &str,
    seen_version: Option<i64>,
    key: u64,
) -> ScannedPass {
    let scan = ScanPass { venue: VENUE, text: text.to_owned(), seen_version };
    scan_pass(app, actor, scan, request_key(key)).await.unwrap()
}

async fn scan(app: &TestApp, actor: &Actor, text: &str, key: u64) -> ScannedPass {
    scan_seen(app, actor, text, None, key).await
}

fn of_booking(outcome: CheckIn) -> ScanOutcome {
    ScanOutcome::OfBooking(outcome)
}

/// How many entries the audit has.
async fn entries(app: &TestApp) -> i64 {
    number(&app.store, "select cast(count(*) as bigint) as n from audit_entry").await
}

/// An app with a clerk and a booking of court 3 on Sunday at 7 PM for ₹800 that is not paid; it is 6:18 PM.
async fn open(store: Store) -> (TestApp, Actor, Order) {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:18 PM"));
    (app, kiran, order)
}

on_both_engines!(a_paid_pass_checks_in_once_and_a_repeated_call_gets_the_same_answer, async |store| {
    let (app, kiran, order) = open(store).await;
    pay_cash(&app.store, order.number, 800).await;
    let pass = pass_of(&app, &order);
    let before = entries(&app).await;

    let first = scan(&app, &kiran, &pass, 1).await;
    assert_eq!(first.outcome, of_booking(CheckIn::Admitted));
    let booking = first.details.unwrap();
    assert_eq!((booking.booking.attendance, booking.booking.attendance_at), (ARRIVED, Some(at("6:18 PM"))));
    assert_eq!(booking.attendance_by, Some(kiran.id()));
    let scans = "select cast(count(*) as bigint) as n from attendance where way = 'scan'";
    assert_eq!(number(&app.store, scans).await, 1);
    assert_eq!(entries(&app).await, before + 1);
    let audited = "select cast(count(*) as bigint) as n from audit_entry
                    where verb = 'attendance.recorded' and before like '%null%' and after like '%\"way\":\"scan\"%'";
    assert_eq!(number(&app.store, audited).await, 1);

    app.clock.advance(60);
    let repeated = scan(&app, &kiran, &pass, 1).await;
    assert_eq!(repeated.outcome, of_booking(CheckIn::Admitted), "the same call");
    let second = scan(&app, &kiran, &format!(" {pass}\r\n"), 2).await;
    assert_eq!(second.outcome, of_booking(CheckIn::AlreadyIn), "another scan of the pass");
    assert_eq!(second.details.unwrap().booking.attendance_at, Some(at("6:18 PM")), "the first time counts");
    let scanned_again =
        "select cast(count(*) as bigint) as n from audit_entry where verb = 'attendance.scanned_again'";
    assert_eq!(number(&app.store, scanned_again).await, 1);
    assert_eq!(entries(&app).await, before + 2);
});

on_both_engines!(the_pass_of_an_unpaid_booking_waits_for_the_clerk, async |store| {
    let (app, kiran, order) = open(store).await;
    let pass = pass_of(&app, &order);
    let before = entries(&app).await;
    let due = scan(&app, &kiran, &pass, 1).await;
    assert_eq!(due.outcome, of_booking(CheckIn::Due));
    let seen = due.details.unwrap().booking;
    assert_eq!((seen.attendance, seen.amounts.due()), (None, Money::from_rupees(800)));
    assert_eq!(entries(&app).await, before, "nothing happened");

    let old = scan_seen(&app, &kiran, &pass, Some(seen.version - 1), 2).await;
    assert_eq!(old.outcome, of_booking(CheckIn::Due), "another version than the clerk saw is decided again");
    let let_in = scan_seen(&app, &kiran, &pass, Some(seen.version), 3).await;
    assert_eq!(let_in.outcome, of_booking(CheckIn::Admitted));
    assert_eq!(let_in.details.unwrap().booking.amounts.due(), Money::from_rupees(800), "it is still due");
    assert_eq!(entries(&app).await, before + 1);
});

on_both_engines!(too_early_another_day_and_over_are_distinguished, async |store| {
    let (app, kiran, order) = open(store).await;
    pay_cash(&app.store, order.number, 800).await;
    let pass = pass_of(&app, &order);
    for (key, now, outcome) in [
        (1, at("3:59 PM"), CheckIn::TooEarly),
        (2, at("6:00 AM") - jiff::SignedDuration::from_hours(20), CheckIn::WrongDay),
        (3, at("8:00 PM"), CheckIn::Over),
        (4, at("8:00 PM") + jiff::SignedDuration::from_hours(8), CheckIn::WrongDay),
    ] {
        app.clock.set(now);
        let scanned = scan(&app, &kiran, &pass, key).await;
        assert_eq!(scanned.outcome, of_booking(outcome), "{now}");
        assert_eq!(scanned.opens_at, Some(at("4:00 PM")));
        assert_eq!(scanned.details.unwrap().booking.attendance, None);
    }
    app.clock.set(at("8:05 PM"));
    let seen = details(&app, order.number).await.booking.version;
    let late = scan_seen(&app, &kiran, &pass, Some(seen), 5).await;
    assert_eq!(late.outcome, of_booking(CheckIn::Admitted), "a clerk recorded that they came");
});

on_both_engines!(a_moved_booking_says_where_it_is_now, async |store| {
    let (app, kiran, order) = open(store).await;
    pay_cash(&app.store, order.number, 800).await;
    let pass = pass_of(&app, &order);
    let version = details(&app, order.number).await.booking.version;
    let to = DeskSlot { court: CourtId(5), day: SUNDAY, start: "8:00 PM".parse().unwrap() };
    let request = MoveAtDesk {
        number: order.number,
        version,
        to,
        total: Money::from_rupees(800),
        choice: None,
        reason: None,
    };
    move_at_desk(&app, &kiran, request, request_key(1)).await.unwrap();

    let scanned = scan(&app, &kiran, &pass, 2).await;
    assert_eq!(scanned.outcome, of_booking(CheckIn::Moved));
    let moved = scanned.details.unwrap().booking;
    assert_eq!((moved.time.slot, moved.attendance), (slot(5, "8:00 PM"), None));
    let let_in = scan_seen(&app, &kiran, &pass, Some(moved.version), 3).await;
    assert_eq!(let_in.outcome, of_booking(CheckIn::Admitted));
});

/// Courts 3 and 4 on Sunday from 7 to 8 PM.
fn rain() -> CloseAtDesk {
    CloseAtDesk {
        venue: VENUE,
        courts: [CourtId(3), CourtId(4)].into(),
        day: SUNDAY,
        from_minute: 19 * 60,
        until_minute: 20 * 60,
        cause: ClosureCause::Rain,
        reason: "Rain".parse().unwrap(),
        running_games: RunningGames::All,
        seen: None,
    }
}

on_both_engines!(players_who_came_are_still_here_when_their_court_is_opened_again, async |store| {
    let (app, kiran, order) = open(store).await;
    let owner = actor(&app, Role::Owner, "9825041737", &[]).await;
    let pass = pass_of(&app, &order);
    let version = details(&app, order.number).await.booking.version;
    scan_seen(&app, &kiran, &pass, Some(version), 1).await;
    let mut numbers = vec![order.number];
    // It rains twice.
    for keys in [[2, 3, 4], [5, 6, 7]] {
        app.clock.advance(60);
        let closed = close_at_desk(&app, &owner, rain(), request_key(keys[0])).await.unwrap();
        reopen(&app, &owner, closed.id, true, request_key(keys[1])).await.unwrap();
        let scanned = scan(&app, &kiran, &pass, keys[2]).await;
        assert_eq!(scanned.outcome, of_booking(CheckIn::AlreadyIn));
        let booking = scanned.details.unwrap().booking;
        assert!(!numbers.contains(&booking.number), "{numbers:?}");
        assert_eq!(booking.attendance_at, Some(at("6:18 PM")));
        numbers.push(booking.number);
    }
});

on_both_engines!(an_arrival_goes_to_another_court_of_the_same_hour_and_to_no_other_hour, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let owner = actor(&app, Role::Owner, "9825041737", &[]).await;
    let same_hour = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let later = booked(&app, customers[1], 4, "7:00 PM").await.number;
    app.clock.set(at("6:18 PM"));
    for game in [same_hour, later] {
        let version = details(&app, game).await.booking.version;
        mark(&app, game, ARRIVED, version).await.unwrap();
    }
    close_at_desk(&app, &owner, rain(), request_key(1)).await.unwrap();
    for (key, lost, start, expected) in [(2, same_hour, "7:00 PM", ARRIVED), (3, later, "8:00 PM", None)] {
        let start = start.parse().unwrap();
        let (due, back) = (Money::from_rupees(800), Money::ZERO);
        let chosen = ChosenPlace { venue: VENUE, court: CourtId(5), day: SUNDAY, start, due, back };
        let moved = move_for_player(&app, &owner, lost, chosen, request_key(key)).await.unwrap();
        let new = OrderNumber::try_from(moved.new_order.unwrap()).unwrap();
        assert_eq!(details(&app, new).await.booking.attendance, expected, "{start}");
    }
});

on_both_engines!(of_marks_without_a_network_an_arrival_goes_to_another_court_of_the_hour, async |store| {
    let (app, kiran, order) = open(store).await;
    let owner = actor(&app, Role::Owner, "9825041737", &[]).await;
    close_at_desk(&app, &owner, rain(), request_key(1)).await.unwrap();
    let start = "7:00 PM".parse().unwrap();
    let (due, back) = (Money::from_rupees(800), Money::ZERO);
    let chosen = ChosenPlace { venue: VENUE, court: CourtId(5), day: SUNDAY, start, due, back };
    let moved = move_for_player(&app, &owner, order.number, chosen, request_key(2)).await.unwrap();
    app.clock.set(at("7:20 PM"));
    let noted = |time: &str, state| {
        let time = DeviceTime { at: at(time), offset: SignedDuration::ZERO };
        OfflineFact { time, kind: FactKind::Attendance(order.number, state) }
    };
    // That players were not at the closed court does not make them absent at the other one.
    let absent = noted("7:10 PM", Some(Attendance::Absent));
    let refused = record_fact(&app, &kiran, VENUE, absent, request_key(3)).await;
    assert!(matches!(refused, Err(FactError::Attendance(_))), "{refused:?}");
    for (key, time, state) in [(4, "6:50 PM", ARRIVED), (5, "7:15 PM", None)] {
        let recorded = record_fact(&app, &kiran, VENUE, noted(time, state), request_key(key)).await.unwrap();
        let booking = recorded.details.booking;
        assert_eq!((Some(booking.number.value()), booking.attendance), (moved.new_order, state));
    }
});

on_both_engines!(the_pass_of_a_game_whose_court_was_closed_leads_to_its_other_place, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let owner = actor(&app, Role::Owner, "9825041737", &[]).await;
    let moves = booked(&app, customers[0], 3, "7:00 PM").await;
    let waits = booked(&app, customers[1], 4, "7:00 PM").await;
    app.clock.set(at("6:18 PM"));
    let closed = close_at_desk(&app, &owner, rain(), request_key(1)).await.unwrap();
    let pass = pass_of(&app, &moves);
    assert_eq!(scan(&app, &kiran, &pass, 2).await.outcome, of_booking(CheckIn::Cancelled));

    let start = "7:00 PM".parse().unwrap();
    let (due, back) = (Money::from_rupees(800), Money::ZERO);
    let chosen = ChosenPlace { venue: VENUE, court: CourtId(5), day: SUNDAY, start, due, back };
    let moved = move_for_player(&app, &owner, moves.number, chosen, request_key(3)).await.unwrap();
    let scanned = scan(&app, &kiran, &pass, 4).await;
    assert_eq!(scanned.outcome, of_booking(CheckIn::Moved));
    let new = scanned.details.unwrap().booking;
    assert_eq!((Some(new.number.value()), new.time.slot), (moved.new_order, slot(5, "7:00 PM")));
    let let_in = scan_seen(&app, &kiran, &pass, Some(new.version), 5).await;
    assert_eq!(let_in.outcome, of_booking(CheckIn::Admitted));
    assert_eq!(let_in.details.unwrap().booking.attendance, ARRIVED);

    // The other player has not answered, and plays at the same court after all.
    reopen(&app, &owner, closed.id, true, request_key(6)).await.unwrap();
    let pass = pass_of(&app, &waits);
    assert_eq!(scan(&app, &kiran, &pass, 7).await.outcome, of_booking(CheckIn::Due));
    // An arrival that was written down without a network counts there as well.
    let time = DeviceTime { at: at("6:18 PM"), offset: SignedDuration::ZERO };
    let let_in = OfflineFact { time, kind: FactKind::Scan(pass) };
    let recorded = record_fact(&app, &kiran, VENUE, let_in, request_key(8)).await.unwrap();
    let booking = recorded.details.booking;
    assert_eq!((booking.time.slot, booking.attendance), (slot(4, "7:00 PM"), ARRIVED));
    let taken_back = OfflineFact { time, kind: FactKind::Attendance(waits.number, None) };
    let recorded = record_fact(&app, &kiran, VENUE, taken_back, request_key(10)).await.unwrap();
    let after = recorded.details.booking;
    assert_eq!((after.number, after.attendance), (booking.number, None));
    // So does a note.
    let text = "Four more rackets".parse().unwrap();
    let note = WriteNote { number: moves.number, about: NoteAbout::Booking, text };
    let note = OfflineFact { time, kind: FactKind::Note(note) };
    record_fact(&app, &kiran, VENUE, note, request_key(9)).await.unwrap();
    assert_eq!(details(&app, new.number).await.notes.len(), 1);
});

on_both_engines!(the_pass_of_a_closed_court_leads_to_a_game_at_another_venue_only_there, async |store| {
    let (app, kiran, order) = open(store).await;
    let hillside = open_second_venue(&app).await;
    let owner = actor(&app, Role::Owner, "9825041737", &[]).await;
    let elsewhere = actor(&app, Role::Desk, "9825041738", &[hillside]).await;
    let pass = pass_of(&app, &order);
    close_at_desk(&app, &owner, rain(), request_key(1)).await.unwrap();
    let start = "7:00 PM".parse().unwrap();
    let (due, back) = (Money::from_rupees(800), Money::ZERO);
    let chosen = ChosenPlace { venue: VENUE, court: CourtId(5), day: SUNDAY, start, due, back };
    let moved = move_for_player(&app, &owner, order.number, chosen, request_key(2)).await.unwrap();
    let new = OrderNumber::try_from(moved.new_order.unwrap()).unwrap();
    // The second venue has neither hours nor prices.
    let at_hillside = "update orders set venue_id = 2, court_id = 21 where order_number = $1";
    run_for(&app.store, at_hillside, new).await;

    let here = scan(&app, &kiran, &pass, 3).await;
    assert_eq!(here.outcome, ScanOutcome::OtherVenue("Hillside".to_owned()));
    assert_eq!(here.details.map(|details| details.booking.number), None, "a clerk learns the venue alone");
    let time = DeviceTime { at: at("6:18 PM"), offset: SignedDuration::ZERO };
    let let_in = OfflineFact { time, kind: FactKind::Scan(pass.clone()) };
    let refused = record_fact(&app, &kiran, VENUE, let_in, request_key(4)).await;
    let is_lost = |found: &BookingDetails| found.booking.number == order.number;
    assert!(
        matches!(&refused, Err(FactError::NotAdmitted(CheckIn::Cancelled, found)) if is_lost(found)),
        "{refused:?}"
    );
    let there = ScanPass { venue: hillside, text: pass, seen_version: None };
    let there = scan_pass(&app, &elsewhere, there, request_key(5)).await.unwrap();
    assert_eq!(there.outcome, of_booking(CheckIn::Moved));
    assert_eq!(there.details.unwrap().booking.number, new);
});

on_both_engines!(players_who_came_before_the_rain_did_not_come_for_a_later_hour, async |store| {
    let (app, kiran, order) = open(store).await;
    let owner = actor(&app, Role::Owner, "9825041737", &[]).await;
    let pass = pass_of(&app, &order);
    let let_in = |time: &str| {
        let time = DeviceTime { at: at(time), offset: SignedDuration::ZERO };
        OfflineFact { time, kind: FactKind::Scan(pass.clone()) }
    };
    close_at_desk(&app, &owner, rain(), request_key(1)).await.unwrap();
    let start = "8:00 PM".parse().unwrap();
    let (due, back) = (Money::from_rupees(800), Money::ZERO);
    let chosen = ChosenPlace { venue: VENUE, court: CourtId(5), day: SUNDAY, start, due, back };
    let moved = move_for_player(&app, &owner, order.number, chosen, request_key(2)).await.unwrap();
    // The device had no network when the court was closed, and the pass was shown at both times.
    app.clock.set(at("6:40 PM"));
    let before = record_fact(&app, &kiran, VENUE, let_in("6:10 PM"), request_key(3)).await;
    assert!(matches!(before, Err(FactError::NotAdmitted(CheckIn::Cancelled, _))), "{before:?}");
    let after = record_fact(&app, &kiran, VENUE, let_in("6:30 PM"), request_key(4)).await.unwrap();
    let booking = after.details.booking;
    assert_eq!((Some(booking.number.value()), booking.attendance), (moved.new_order, ARRIVED));
    assert_eq!(booking.attendance_at, Some(at("6:30 PM")));
});

on_both_engines!(players_who_came_after_a_move_came_for_its_hour_also_on_another_court, async |store| {
    let (app, kiran, order) = open(store).await;
    let owner = actor(&app, Role::Owner, "9825041737", &[]).await;
    let pass = pass_of(&app, &order);
    let version = details(&app, order.number).await.booking.version;
    let start = "8:00 PM".parse().unwrap();
    let to = DeskSlot { court: CourtId(5), day: SUNDAY, start };
    let request = MoveAtDesk {
        number: order.number,
        version,
        to,
        total: Money::from_rupees(800),
        choice: None,
        reason: None,
    };
    move_at_desk(&app, &kiran, request, request_key(1)).await.unwrap();
    // It rains twice, and each time the player takes another court at 8 PM, which is not the hour on the pass.
    let (due, back) = (Money::from_rupees(800), Money::ZERO);
    let mut number = order.number;
    for (keys, time, court, other) in [([2, 3], "6:30 PM", 5, 3), ([4, 5], "6:50 PM", 3, 4)] {
        app.clock.set(at(time));
        let courts = [CourtId(court)].into();
        let closure = CloseAtDesk { courts, from_minute: 20 * 60, until_minute: 21 * 60, ..rain() };
        close_at_desk(&app, &owner, closure, request_key(keys[0])).await.unwrap();
        let chosen = ChosenPlace { venue: VENUE, court: CourtId(other), day: SUNDAY, start, due, back };
        let moved = move_for_player(&app, &owner, number, chosen, request_key(keys[1])).await.unwrap();
        number = OrderNumber::try_from(moved.new_order.unwrap()).unwrap();
    }
    // The device had no network between the two.
    app.clock.set(at("7:00 PM"));
    let time = DeviceTime { at: at("6:40 PM"), offset: SignedDuration::ZERO };
    let let_in = OfflineFact { time, kind: FactKind::Scan(pass) };
    let recorded = record_fact(&app, &kiran, VENUE, let_in, request_key(6)).await.unwrap();
    let booking = recorded.details.booking;
    assert_eq!((booking.number, booking.attendance), (number, ARRIVED));
});

on_both_engines!(passes_of_cancelled_bookings_and_closed_days_are_refused, async |store| {
    let (app, kiran, order) = open(store).await;
    let pass = pass_of(&app, &order);
    let version = details(&app, order.number).await.booking.version;
    let cancel =
        CancelAtDesk { number: order.number, version, shown: Money::ZERO, refund: None, reason: None };
    cancel_at_desk(&app, &kiran, cancel, request_key(1)).await.unwrap();
    let version = details(&app, order.number).await.booking.version;
    let cancelled = scan_seen(&app, &kiran, &pass, Some(version), 2).await;
    assert_eq!(cancelled.outcome, of_booking(CheckIn::Cancelled));

    for (status, key) in [("completed", 3), ("no_show", 4)] {
        let text = if status == "completed" {
            "update orders set status = 'completed' where order_number = $1"
        } else {
            "update orders set status = 'no_show' where order_number = $1"
        };
        run_for(&app.store, text, order.number).await;
        assert_eq!(scan(&app, &kiran, &pass, key).await.outcome, of_booking(CheckIn::DayClosed), "{status}");
    }
});

on_both_engines!(a_pass_of_another_venue_tells_a_clerk_the_name_of_that_venue_and_no_more, async |store| {
    let (app, kiran, order) = open(store.clone()).await;
    let hillside = open_second_venue(&app).await;
    let nisha = actor(&app, Role::Owner, "9825041737", &[]).await;
    let elsewhere = actor(&app, Role::Desk, "9825041738", &[hillside]).await;
    let pass = pass_of(&app, &order);
    let at_hillside = |text: &str| ScanPass { venue: hillside, text: text.to_owned(), seen_version: None };

    let scanned = scan_pass(&app, &elsewhere, at_hillside(&pass), request_key(1)).await.unwrap();
    let name = ScanOutcome::OtherVenue("Riverside Arena".to_owned());
    assert_eq!((&scanned.outcome, scanned.details), (&name, None));
    let owner = scan_pass(&app, &nisha, at_hillside(&pass), request_key(2)).await.unwrap();
    assert_eq!(owner.outcome, name);
    assert_eq!(owner.details.unwrap().booking.number, order.number, "an owner works there too");
    assert_eq!(details(&app, order.number).await.booking.attendance, None);

    // The answer is the same for a booking that does not exist.
    let absent = Order { number: "4071553902".parse().unwrap(), ..order.clone() };
    let scanned =
        scan_pass(&app, &elsewhere, at_hillside(&pass_of(&app, &absent)), request_key(3)).await.unwrap();
    assert_eq!((&scanned.outcome, scanned.details), (&name, None));
    let here = scan(&app, &kiran, &pass_of(&app, &absent), 4).await;
    assert_eq!((here.outcome, here.details), (ScanOutcome::UnknownBooking, None));

    // A pass for a court that was retired does not tell the venue.
    run(&store, "update court set active = 0 where court_id = 3").await;
    app.venues.forget();
    let scanned = scan_pass(&app, &elsewhere, at_hillside(&pass), request_key(5)).await.unwrap();
    assert_eq!((scanned.outcome, scanned.details), (ScanOutcome::UnknownBooking, None));
    let scanned = scan_pass(&app, &nisha, at_hillside(&pass), request_key(6)).await.unwrap();
    assert_eq!((scanned.outcome, scanned.details), (ScanOutcome::UnknownBooking, None));
    let here = scan(&app, &kiran, &pass, 7).await;
    assert_eq!(here.outcome, of_booking(CheckIn::Due), "the booking on that court is still valid");
});

on_both_engines!(forged_and_malformed_passes_change_nothing, async |store| {
    let (app, kiran, order) = open(store).await;
    let pass = pass_of(&app, &order);
    let stranger = PassSigner::new(&[9; 32], Vec::new()).unwrap();
    let theirs = stranger.pass_code(&order, OrderStatus::Confirmed).unwrap();
    let own_id = app.pass_signer.keys()[0].id.clone();
    let forged = theirs.replace(&stranger.keys()[0].id, &own_id);
    let other_order = pass.replace(&order.number.to_string(), "4071553902");
    let before = entries(&app).await;
    for (key, (text, error)) in [
        (theirs, PassError::UnknownKey),
        (forged, PassError::WrongSignature),
        (other_order, PassError::WrongSignature),
        (pass[..pass.len() - 20].to_owned(), PassError::Malformed),
        (order.number.to_string(), PassError::Malformed),
        (String::new(), PassError::Malformed),
        ("SO1.".repeat(20_000), PassError::Malformed),
    ]
    .into_iter()
    .enumerate()
    {
        let scan = ScanPass { venue: VENUE, text: text.clone(), seen_version: Some(1) };
        let key = request_key(u64::try_from(key).unwrap() + 1);
        let refused = scan_pass(&app, &kiran, scan, key).await.unwrap_err();
        assert!(matches!(&refused, ScanPassError::Pass(found) if *found == error), "{text:.40}: {refused:?}");
    }
    assert_eq!(entries(&app).await, before);
    assert_eq!(details(&app, order.number).await.booking.attendance, None);
});

on_both_engines!(only_those_who_may_check_in_at_the_venue_learn_whether_a_text_is_a_pass, async |store| {
    let (app, _, order) = open(store).await;
    let hillside = open_second_venue(&app).await;
    let elsewhere = actor(&app, Role::Desk, "9825041738", &[hillside]).await;
    let pass = pass_of(&app, &order);
    for text in [pass.as_str(), "no pass"] {
        let scan = ScanPass { venue: VENUE, text: text.to_owned(), seen_version: None };
        let refused = scan_pass(&app, &elsewhere, scan, request_key(1)).await.unwrap_err();
        assert!(matches!(refused, ScanPassError::NotAllowed(Refused::OtherVenue)), "{text}: {refused:?}");
    }
    let mut denied = elsewhere.clone();
    denied.member.denied.push(Permission::AttendanceMark);
    let scan = ScanPass { venue: hillside, text: "no pass".to_owned(), seen_version: None };
    let refused = scan_pass(&app, &denied, scan, request_key(2)).await.unwrap_err();
    assert!(
        matches!(refused, ScanPassError::NotAllowed(Refused::NotAllowed(Permission::AttendanceMark))),
        "{refused:?}"
    );
});

/// Thirty scans of one paid pass on two devices at once; returns how many check it in, and how many find it
/// checked in.
async fn scanned_at_once([here, there]: [Store; 2]) -> (usize, usize) {
    let (app, kiran, order) = open(here).await;
    pay_cash(&app.store, order.number, 800).await;
    let nodes = Arc::new([app.clone(), app.another_node_on(there, |_| {})]);
    let pass = pass_of(&app, &order);
    let scans = run_concurrently(30, |n| {
        let (nodes, kiran, pass) = (Arc::clone(&nodes), kiran.clone(), pass.clone());
        async move { scan(&nodes[n % 2], &kiran, &pass, u64::try_from(n).unwrap() + 1).await.outcome }
    });
    let outcomes = scans.await;
    let count = |outcome| outcomes.iter().filter(|found| **found == of_booking(outcome)).count();
    (count(CheckIn::Admitted), count(CheckIn::AlreadyIn))
}

on_two_nodes!(of_thirty_scans_of_a_pass_one_checks_it_in_and_the_others_find_it_in, async |stores| {
    assert_eq!(scanned_at_once(stores).await, (1, 29));
});

/// Lets two devices write only when both have read the booking.
struct BothHaveRead {
    barrier: Barrier,
    arrivals: AtomicUsize,
}

impl Interceptor for BothHaveRead {
    fn on_step(&self, step: Step) {
        let is_mark = step == Step::Change("orders/mark_attendance");
        if is_mark && self.arrivals.fetch_add(1, Ordering::SeqCst) < 2 {
            // Other tasks of this worker thread go on meanwhile.
            tokio::task::block_in_place(|| self.barrier.wait());
        }
    }
}

/// Two devices scan one pass, and each reads the booking before the other writes it; returns the outcome on each.
async fn scanned_after_both_have_read([here, there]: [Store; 2]) -> Vec<ScanOutcome> {
    let (app, kiran, order) = open(here.clone()).await;
    pay_cash(&app.store, order.number, 800).await;
    let both = Arc::new(BothHaveRead { barrier: Barrier::new(2), arrivals: AtomicUsize::new(0) });
    let nodes = [here, there].map(|store| app.another_node_on(intercept(&store, both.clone()), |_| {}));
    let (nodes, pass) = (Arc::new(nodes), pass_of(&app, &order));
    let scans = run_concurrently(2, |n| {
        let (nodes, kiran, pass) = (Arc::clone(&nodes), kiran.clone(), pass.clone());
        async move { scan(&nodes[n], &kiran, &pass, u64::try_from(n).unwrap() + 1).await.outcome }
    });
    scans.await
}

// On SQLite one unit of work writes at a time, so no other write comes between its read and its write.
#[test]
fn two_devices_that_have_read_the_same_booking_check_it_in_once() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let outcomes = scanned_after_both_have_read(stores).await;
        assert!(outcomes.contains(&of_booking(CheckIn::Admitted)), "{outcomes:?}");
        assert!(outcomes.contains(&of_booking(CheckIn::AlreadyIn)), "{outcomes:?}");
    });
}

#[test]
fn control_without_the_version_both_devices_check_the_pass_in() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let unguarded = stores.map(|store| {
            let statement = statement("orders/mark_attendance");
            without_guard(&store, statement, "and version = $2", "and cast($2 as bigint) = $2")
        });
        let outcomes = scanned_after_both_have_read(unguarded).await;
        assert_eq!(outcomes, [of_booking(CheckIn::Admitted), of_booking(CheckIn::Admitted)]);
    });
}

on_both_engines!(a_pass_of_an_imported_booking_is_valid, async |store| {
    let (app, kiran, order) = open(store.clone()).await;
    let booking = imported(order.customer, slot(6, "7:00 PM"), OrderStatus::Confirmed);
    let number = crate::helpers::import(&store, booking).await;
    let order = Order { number, slot: slot(6, "7:00 PM"), ..order };
    let scanned = scan(&app, &kiran, &pass_of(&app, &order), 1).await;
    assert_eq!(scanned.outcome, of_booking(CheckIn::Due));
});
