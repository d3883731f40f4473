//! Bookings that clerks move to another court or hour.

use jiff::SignedDuration;
use sideout_app::{
    booking::place_hold::{Pick, place_hold},
    desk::bookings::{
        DeskSlot, NotForSale,
        hold_court::hold_court,
        move_booking::{MoveAtDesk, MoveError, MovedAtDesk, move_at_desk, preview_move},
        undo_move::undo_move,
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, CustomerId, attendance::Attendance, money::Money, order::OrderNumber, staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{
    Hours, TestApp, on_both_engines, request_key,
    sample_venue::{PICKLEBALL, VENUE},
};

use crate::{
    counter::actor,
    desk_bookings::assert_sound,
    helpers::{SUNDAY, at, booked, details, mark, number, open_app, open_second_venue},
    publishing_hours::{FIRST, change, every_day, publish, span},
};

/// Court `court` on Sunday at `start`.
pub(crate) fn pick(court: i64, start: &str) -> DeskSlot {
    DeskSlot { court: CourtId(court), day: SUNDAY, start: start.parse().unwrap() }
}

/// An app with one customer, who has booked court 3 on Sunday at 7 PM for ₹800, and a clerk.
pub(crate) async fn open(store: Store) -> (TestApp, CustomerId, Actor, OrderNumber) {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    (app, customers[0], kiran, order)
}

/// The version of a booking as it is now.
pub(crate) async fn version(app: &TestApp, order: OrderNumber) -> i64 {
    details(app, order).await.booking.version
}

/// The move of a booking of ₹800 to a slot that costs the same.
pub(crate) fn to(number: OrderNumber, version: i64, to: DeskSlot) -> MoveAtDesk {
    MoveAtDesk { number, version, to, total: Money::from_rupees(800), choice: None, reason: None }
}

pub(crate) async fn moved(
    app: &TestApp,
    actor: &Actor,
    request: MoveAtDesk,
    key: u64,
) -> Result<MovedAtDesk, MoveError> {
    move_at_desk(app, actor, request, request_key(key)).await.map(|(moved, _)| moved)
}

/// A player tries to hold a slot; returns whether it is held.
pub(crate) async fn hold_if_free(app: &TestApp, customer: CustomerId, slot: DeskSlot) -> bool {
    let DeskSlot { court, day, start } = slot;
    place_hold(app, customer, Pick { sport: PICKLEBALL, venue: VENUE, court, day, start }).await.is_ok()
}

pub(crate) const MOVED_NOTICES: &str = "select cast(count(*) as bigint) from outbox where notice = 'moved'";
pub(crate) const REMINDERS: &str = "select cast(count(*) as bigint) from outbox where notice = 'reminder'";

on_both_engines!(a_booking_moves_to_a_free_court_and_the_old_one_is_free, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    let target = pick(5, "8:00 PM");
    let (_, preview) = preview_move(&app, &kiran, order, target).await.unwrap();
    assert_eq!((preview.price.total(), preview.price.choices()), (Money::from_rupees(800), vec![]));
    let reminders = number(&app.store, REMINDERS).await;

    let answer = moved(&app, &kiran, to(order, seen, target), 1).await.unwrap();
    assert_eq!(answer.undo_until, Some(app.clock_now() + SignedDuration::from_secs(60)));
    let after = details(&app, order).await.booking;
    assert_eq!(
        (after.time.slot.court, after.start, after.version),
        (CourtId(5), target.start, answer.version)
    );
    assert!(hold_if_free(&app, customer, pick(3, "7:00 PM")).await, "the old court is free");
    assert_eq!(number(&app.store, REMINDERS).await, reminders * 2, "the new hour has its own reminder");
    assert_sound(&app).await;

    // The notice is sent when it cannot be undone any more.
    assert_eq!(number(&app.store, MOVED_NOTICES).await, 2, "by text and by mail");
    let due = "select cast(min(next_try_at) as bigint) from outbox where notice = 'moved'";
    assert!(number(&app.store, due).await > answer.undo_until.unwrap().as_millisecond());

    // The same key again answers as the first time; another key finds that it was changed.
    assert_eq!(moved(&app, &kiran, to(order, seen, target), 1).await.unwrap(), answer);
    let again = moved(&app, &kiran, to(order, seen, pick(6, "8:00 PM")), 2).await;
    assert!(matches!(&again, Err(MoveError::ChangedMeanwhile(now)) if now.booking.version == answer.version));
});

on_both_engines!(a_move_that_is_not_possible_is_refused_with_its_reason, async |store| {
    let (app, customer, kiran, order) = open(store).await;
    let seen = version(&app, order).await;
    booked(&app, customer, 4, "7:00 PM").await;
    let attempt = async |target: DeskSlot, key: u64| moved(&app, &kiran, to(order, seen, target), key).await;
    let yesterday = DeskSlot { day: SUNDAY.yesterday().unwrap(), ..pick(3, "10:00 AM") };
    let cases = [
        (yesterday, NotForSale::Over),
        (
            DeskSlot { day: SUNDAY.saturating_add(jiff::Span::new().days(31)), ..pick(3, "7:00 PM") },
            NotForSale::TooFarAhead,
        ),
        (pick(3, "11:30 PM"), NotForSale::Closed),
        (pick(99, "7:00 PM"), NotForSale::NoSuchCourt),
    ];
    for (key, (target, expected)) in (1..).zip(cases) {
        let refused = attempt(target, key).await;
        assert!(matches!(&refused, Err(MoveError::NotForSale(reason)) if *reason == expected), "{refused:?}");
    }
    let taken = attempt(pick(4, "7:00 PM"), 10).await;
    assert!(matches!(taken, Err(MoveError::Taken(VENUE, slot)) if slot == pick(4, "7:00 PM")), "{taken:?}");
    let same = attempt(pick(3, "7:00 PM"), 11).await;
    assert!(matches!(same, Err(MoveError::SamePlace)), "{same:?}");
    open_second_venue(&app).await;
    let elsewhere = attempt(pick(21, "7:00 PM"), 12).await;
    assert!(matches!(elsewhere, Err(MoveError::NotForSale(NotForSale::NoSuchCourt))), "{elsewhere:?}");
    app.clock.set(at("8:00 PM"));
    let late = attempt(pick(3, "9:00 PM"), 13).await;
    assert!(matches!(late, Err(MoveError::NotMovable)), "{late:?}");
    assert_eq!(version(&app, order).await, seen, "nothing was changed");
    assert_sound(&app).await;
});

on_both_engines!(players_who_are_here_change_their_court_within_the_hour, async |store| {
    let (app, _, kiran, order) = open(store).await;
    app.clock.set(at("7:10 PM"));
    let seen = version(&app, order).await;
    mark(&app, order, Some(Attendance::Arrived), seen).await.unwrap();
    let later = moved(&app, &kiran, to(order, seen + 1, pick(3, "8:00 PM")), 1).await;
    assert!(matches!(later, Err(MoveError::PlayersAreHere)), "{later:?}");
    moved(&app, &kiran, to(order, seen + 1, pick(5, "7:00 PM")), 2).await.unwrap();
    let after = details(&app, order).await.booking;
    assert_eq!((after.time.slot.court, after.attendance), (CourtId(5), Some(Attendance::Arrived)));
    mark(&app, order, Some(Attendance::Absent), after.version).await.unwrap();
    let absent = moved(&app, &kiran, to(order, after.version + 1, pick(6, "7:00 PM")), 3).await;
    assert!(matches!(absent, Err(MoveError::NotMovable)), "{absent:?}");
    assert_sound(&app).await;
});

on_both_engines!(a_clerks_own_hold_of_the_new_court_is_used, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let nisha = actor(&app, Role::Desk, "9825041737", &[VENUE]).await;
    let seen = version(&app, order).await;
    let target = pick(5, "8:00 PM");
    hold_court(&app, &kiran, VENUE, target, request_key(1)).await.unwrap();
    let taken = moved(&app, &nisha, to(order, seen, target), 2).await;
    assert!(matches!(taken, Err(MoveError::Taken(..))), "{taken:?}");
    moved(&app, &kiran, to(order, seen, target), 3).await.unwrap();
    assert_sound(&app).await;
});

on_both_engines!(a_clerks_own_hold_of_another_length_is_used_up, async |store| {
    let (app, _, kiran, order) = open(store).await;
    Hours::usual().slots_of(90).set(&app).await;
    let target = pick(5, "7:30 PM");
    let held = hold_court(&app, &kiran, VENUE, target, request_key(1)).await.unwrap();
    assert_eq!(held.minutes, 90);
    moved(&app, &kiran, to(order, version(&app, order).await, target), 2).await.unwrap();
    let after = details(&app, order).await.booking;
    assert_eq!((after.time.slot.court, after.slot_minutes), (CourtId(5), 60), "as long as it was booked for");
    let claims = "select cast(count(*) as bigint) from slot_claim where court_id = 5";
    assert_eq!(number(&app.store, claims).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(a_booking_moves_by_half_an_hour_on_its_own_court_and_back, async |store| {
    let (app, _, kiran, order) = open(store).await;
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    let half_past = change(FIRST, SUNDAY, every_day(&[span("6:30 AM", "10:30 PM")]));
    publish(&app, &owner, half_past, 1).await.unwrap();
    let request = to(order, version(&app, order).await, pick(3, "7:30 PM"));
    moved(&app, &kiran, request, 2).await.unwrap();
    assert_eq!(details(&app, order).await.booking.start, "7:30 PM".parse().unwrap());
    let claims = "select cast(count(*) as bigint) from slot_claim where court_id = 3";
    assert_eq!(number(&app.store, claims).await, 1);
    undo_move(&app, &kiran, order, &request_key(2), request_key(3)).await.unwrap();
    assert_eq!(details(&app, order).await.booking.start, "7:00 PM".parse().unwrap());
    assert_eq!(number(&app.store, claims).await, 1);
    assert_sound(&app).await;
});
