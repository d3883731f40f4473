//! Attendance: who may record it, when, and what happens if two record it at once.

use std::sync::Arc;

use jiff::SignedDuration;
use sideout_app::desk::board::mark_attendance::{MarkAttendance, MarkAttendanceError};
use sideout_domain::{
    VenueId,
    attendance::{Attendance, AttendanceRefused, AttendanceWay},
    order::OrderStatus,
};
use sideout_store::{Store, StoreError, board::BookingDetails};
use sideout_testkit::{
    FixedClock, TestApp, on_both_engines, on_two_nodes, run_concurrently, statement, two_nodes_on_postgres,
    without_guard,
};

use crate::helpers::{KIRAN, at, booked, details, import, imported, mark, mark_on, open_app, slot};

const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);
const ABSENT: Option<Attendance> = Some(Attendance::Absent);

fn refusal(error: &MarkAttendanceError) -> AttendanceRefused {
    match error {
        MarkAttendanceError::Refused(refused) => *refused,
        other => panic!("{other:?}"),
    }
}

/// The present booking, from the error of a caller with an old version.
fn current(error: MarkAttendanceError) -> BookingDetails {
    match error {
        MarkAttendanceError::ChangedMeanwhile(current) => *current,
        other => panic!("{other:?}"),
    }
}

on_both_engines!(arrivals_absences_and_corrections_raise_the_version_and_say_who, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let first = details(&app, order.number).await;
    app.clock.set(at("6:18 PM"));
    let marked = mark(&app, order.number, ARRIVED, first.booking.version).await.unwrap();
    assert_eq!(marked.before, first);
    let after = &marked.after;
    assert_eq!((after.booking.attendance, after.booking.attendance_at), (ARRIVED, Some(at("6:18 PM"))));
    assert_eq!((after.attendance_by, after.booking.version), (Some(KIRAN), first.booking.version + 1));
    assert_eq!(details(&app, order.number).await, *after);

    app.clock.set(at("7:20 PM"));
    let absent = mark(&app, order.number, ABSENT, after.booking.version).await.unwrap();
    assert_eq!(absent.after.booking.attendance, ABSENT);
    let none = mark(&app, order.number, None, absent.after.booking.version).await.unwrap();
    assert_eq!((none.after.booking.attendance, none.after.booking.attendance_at), (None, None));
    assert_eq!(none.after.attendance_changed_at, Some(at("7:20 PM")), "the time of the removal is stored");
    assert_eq!(none.after.booking.version, first.booking.version + 3);
});

on_both_engines!(the_same_again_writes_nothing, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:18 PM"));
    let version = details(&app, order.number).await.booking.version;
    let first = mark(&app, order.number, ARRIVED, version).await.unwrap().after;
    app.clock.set(at("6:30 PM"));
    let again = mark(&app, order.number, ARRIVED, first.booking.version).await.unwrap();
    assert_eq!(again.before, again.after);
    assert_eq!(again.after.booking.attendance_at, Some(at("6:18 PM")), "the first time counts");
    assert_eq!(again.after.booking.version, first.booking.version);
});

on_both_engines!(too_early_is_refused_to_the_minute, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let version = details(&app, order.number).await.booking.version;
    for (time, state) in [("3:59 PM", ARRIVED), ("6:59 PM", ABSENT)] {
        app.clock.set(at(time));
        let refused = mark(&app, order.number, state, version).await.unwrap_err();
        assert_eq!(refusal(&refused), AttendanceRefused::TooEarly, "{time}");
    }
    assert_eq!(details(&app, order.number).await.booking.version, version, "nothing was written");
    app.clock.set(at("4:00 PM"));
    let arrived = mark(&app, order.number, ARRIVED, version).await.unwrap().after;
    app.clock.set(at("7:00 PM"));
    mark(&app, order.number, ABSENT, arrived.booking.version).await.unwrap();
});

on_both_engines!(only_confirmed_bookings_of_ones_own_venues_have_attendance, async |store| {
    let (app, customers) = open_app(store.clone(), 3).await;
    app.clock.set(at("7:00 PM"));
    for (court, status) in
        [(1, OrderStatus::Completed), (2, OrderStatus::NoShow), (4, OrderStatus::Cancelled)]
    {
        let number = import(&store, imported(customers[0], slot(court, "7:00 AM"), status)).await;
        let refused = mark(&app, number, ARRIVED, 0).await.unwrap_err();
        let expected = match status {
            OrderStatus::Cancelled => AttendanceRefused::WrongState,
            _ => AttendanceRefused::DayClosed,
        };
        assert_eq!(refusal(&refused), expected, "{status}");
    }
    let number = import(&store, imported(customers[1], slot(5, "7:00 PM"), OrderStatus::Confirmed)).await;
    let elsewhere = MarkAttendance { venues: vec![VenueId(2)], ..input(&app, number, 0) };
    let refused = mark_on(&store, elsewhere).await.unwrap_err();
    assert!(matches!(refused, MarkAttendanceError::NoSuchBooking), "{refused:?}");
    mark(&app, number, ARRIVED, 0).await.unwrap();
    let held = crate::helpers::held(&app, customers[2], 6, "9:00 PM").await;
    let refused = mark(&app, held.number, ARRIVED, 0).await.unwrap_err();
    assert!(matches!(refused, MarkAttendanceError::NoSuchBooking), "a hold is no booking: {refused:?}");
});

fn input(app: &TestApp, number: sideout_domain::order::OrderNumber, version: i64) -> MarkAttendance {
    MarkAttendance {
        number,
        venues: vec![sideout_testkit::sample_venue::VENUE],
        state: ARRIVED,
        way: AttendanceWay::Scan,
        staff: Some(KIRAN),
        version,
        now: app.clock_now(),
        check_in: SignedDuration::from_hours(3),
    }
}

on_both_engines!(an_old_version_gets_the_booking_as_it_is_now, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("7:05 PM"));
    let version = details(&app, order.number).await.booking.version;
    let arrived = mark(&app, order.number, ARRIVED, version).await.unwrap().after;
    let late = mark(&app, order.number, ABSENT, version).await.unwrap_err();
    assert_eq!(current(late), arrived);
    assert_eq!(details(&app, order.number).await, arrived);
});

/// Thirty calls with the same version mark a booking at once; returns how many change it, and by how much the version rises.
async fn marked_at_once([here, there]: [Store; 2]) -> (usize, i64) {
    let (app, customers) = open_app(here.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("7:05 PM"));
    let version = details(&app, order.number).await.booking.version;
    let inputs: Arc<Vec<_>> = Arc::new(
        (0..30)
            .map(|n| MarkAttendance {
                state: if n % 2 == 0 { ARRIVED } else { ABSENT },
                ..input(&app, order.number, version)
            })
            .collect(),
    );
    let answers = run_concurrently(30, |n| {
        let (stores, inputs) = ([here.clone(), there.clone()], Arc::clone(&inputs));
        async move { mark_on(&stores[n % 2], inputs[n].clone()).await }
    });
    let mut won = 0;
    for answer in answers.await {
        match answer {
            Ok(marked) => won += usize::from(marked.before != marked.after),
            Err(late) => assert!(current(late).booking.version > version),
        }
    }
    (won, details(&app, order.number).await.booking.version - version)
}

on_two_nodes!(of_thirty_who_saw_the_same_version_one_marks_the_booking, async |stores| {
    assert_eq!(marked_at_once(stores).await, (1, 1));
});

/// Another clerk marks the booking after this unit of work has read it; returns whether it still writes.
async fn marked_after_the_read(here: Store, there: Store) -> bool {
    let (app, customers) = open_app(there.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("7:05 PM"));
    let version = details(&app, order.number).await.booking.version;
    let ours = input(&app, order.number, version);
    let theirs = MarkAttendance { state: ABSENT, ..ours.clone() };
    let done: Result<bool, StoreError> = here
        .write((ours, theirs, there), |tx, (ours, theirs, there)| {
            Box::pin(async move {
                let read = sideout_store::Board(tx).find_booking(ours.number, ours.now).await?.unwrap();
                assert_eq!(read.booking.version, ours.version);
                mark_on(there, theirs.clone()).await.unwrap();
                let new = sideout_store::attendance::NewAttendance {
                    order: ours.number,
                    state: ours.state,
                    at: FixedClock::START,
                    staff: ours.staff,
                    way: ours.way,
                };
                sideout_store::Attendances(tx).put(&new, ours.version).await
            })
        })
        .await;
    done.unwrap()
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn attendance_insists_on_the_version_that_was_read() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(!marked_after_the_read(here, there).await);
    });
}

#[test]
fn control_without_the_version_both_clerks_write() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded = without_guard(
            &here,
            statement("orders/mark_attendance"),
            "and version = $2",
            "and cast($2 as bigint) = $2",
        );
        assert!(marked_after_the_read(unguarded, there).await);
    });
}
