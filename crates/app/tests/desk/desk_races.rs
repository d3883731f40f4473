//! Races of desk bookings: an undo against a check-in, and bookings of the same courts in opposite order.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use jiff::{ToSpan as _, tz::TimeZone};
use sideout_app::{
    desk::board::mark_attendance::MarkAttendanceError,
    desk::bookings::{
        DeskSlot,
        book::{BookAtDesk, BookError, Player, book_at_desk},
        undo_bookings::{SeenBooking, UndoError, undo_bookings},
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CourtId, CustomerId,
    attendance::Attendance,
    money::Money,
    order::{OrderNumber, OrderStatus},
    slot::StartTime,
    staff::Role,
};
use sideout_store::{Board, Claims, Orders, Statement, Store, StoreError};
use sideout_testkit::{
    FixedClock, Interceptor, TestApp, intercept, on_both_engines, request_key, rounds, run_concurrently,
    sample_venue::VENUE, statement, two_nodes_on_postgres, without_guard,
};
use tokio::sync::Barrier;

use crate::{
    counter::actor,
    helpers::{SUNDAY, at, details, mark, open_app, slot},
};

const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);

/// Hours of play that a round can use, from 7 AM on.
const HOURS: usize = 14;

/// Court `court` in the hour of round `round`.
fn pick(court: i64, round: usize) -> DeskSlot {
    let (day, hour) = (i64::try_from(round / HOURS).unwrap(), u16::try_from(7 + round % HOURS).unwrap());
    let start = StartTime::from_minute(hour * 60).unwrap();
    DeskSlot { court: CourtId(court), day: SUNDAY + day.days(), start }
}

fn request(slots: Vec<DeskSlot>, customer: CustomerId) -> BookAtDesk {
    let total = Money::from_rupees(800 * i64::try_from(slots.len()).unwrap());
    BookAtDesk { slots, player: Player::Known(customer), contact_name: None, total, pay: None, arrive: false }
}

/// A booking that `actor` has just made, as they saw it.
async fn booked(app: &TestApp, actor: &Actor, slot: DeskSlot, customer: CustomerId, key: u64) -> SeenBooking {
    let booked = book_at_desk(app, actor, VENUE, request(vec![slot], customer), request_key(key)).await;
    let order = booked.unwrap().orders.remove(0);
    SeenBooking { number: OrderNumber::try_from(order.number).unwrap(), version: order.version }
}

on_both_engines!(of_an_undo_and_a_check_in_at_once_one_is_done, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    for round in 0..HOURS {
        let slot = pick(3, round);
        let key = 2 * u64::try_from(round).unwrap() + 1;
        app.clock.set(slot.start.on(slot.day, &TimeZone::get("Asia/Kolkata").unwrap()));
        let seen = booked(&app, &kiran, slot, customers[0], key).await;
        let attempts = run_concurrently(2, |n| {
            let (app, kiran) = (app.clone(), kiran.clone());
            async move {
                if n == round % 2 {
                    match undo_bookings(&app, &kiran, VENUE, vec![seen], request_key(key + 1)).await {
                        Ok(()) => Some(OrderStatus::Cancelled),
                        Err(UndoError::Over) => None,
                        Err(failed) => panic!("{failed:?}"),
                    }
                } else {
                    match mark(&app, seen.number, ARRIVED, seen.version).await {
                        Ok(_) => Some(OrderStatus::Confirmed),
                        Err(MarkAttendanceError::ChangedMeanwhile(_)) => None,
                        Err(failed) => panic!("{failed:?}"),
                    }
                }
            }
        });
        let done: Vec<OrderStatus> = attempts.await.into_iter().flatten().collect();
        let booking = details(&app, seen.number).await.booking;
        assert_eq!(done, [booking.status]);
        assert_eq!(booking.attendance.is_some(), booking.status == OrderStatus::Confirmed);
    }
});

/// The players arrive after an undo has read the booking; returns whether the undo still cancels it.
async fn undone_after_check_in(here: Store, there: Store) -> bool {
    let (app, customers) = open_app(there, 1).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    app.clock.set(at("6:55 PM"));
    let seen =
        booked(&app, &kiran, DeskSlot { start: "7:00 PM".parse().unwrap(), ..pick(3, 0) }, customers[0], 1);
    let seen = seen.await;
    let undone: Result<bool, StoreError> = here
        .write((app, seen), |tx, (app, seen)| {
            Box::pin(async move {
                let now = app.clock_now();
                let read = Board(tx).find_booking(seen.number, now).await?.unwrap().booking;
                assert_eq!((read.version, read.attendance), (seen.version, None));
                mark(app, seen.number, ARRIVED, seen.version).await.unwrap();
                let read = (seen.number, read.customer, read.time.slot, Money::ZERO);
                Orders(tx).cancel(read, OrderStatus::Cancelled, now, None, None, Some(seen.version)).await
            })
        })
        .await;
    undone.unwrap()
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn an_undo_insists_on_the_version_that_it_read() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(!undone_after_check_in(here, there).await);
    });
}

#[test]
fn control_without_the_version_an_undo_cancels_a_game_whose_players_are_here() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "version = $9)";
        let unguarded = without_guard(&here, statement("orders/cancel"), guard, "$9 = $9)");
        assert!(undone_after_check_in(unguarded, there).await);
    });
}

/// Counts the runs of the units of work of staff's calls: one that deadlocked is run again.
#[derive(Default)]
struct UnitCount(AtomicUsize);

impl Interceptor for UnitCount {
    fn replace_statement(&self, statement: Statement) -> Statement {
        self.0.fetch_add(usize::from(statement.name == "desk_request/claim"), Ordering::SeqCst);
        statement
    }
}

on_both_engines!(of_two_bookings_of_the_same_courts_in_opposite_order_one_is_made, async |store| {
    let units = Arc::new(UnitCount::default());
    let (app, customers) = open_app(intercept(&store, units.clone()), 2).await;
    let clerks = [
        actor(&app, Role::Desk, "9825041736", &[VENUE]).await,
        actor(&app, Role::Desk, "9825041737", &[VENUE]).await,
    ];
    for round in 0..rounds(60) {
        units.0.store(0, Ordering::SeqCst);
        let attempts = run_concurrently(2, |n| {
            let (app, actor, customer) = (app.clone(), clerks[n].clone(), customers[n]);
            let mut slots: Vec<DeskSlot> = (1..=4).map(|court| pick(court, round)).collect();
            if n == 1 {
                slots.reverse();
            }
            let key = request_key(u64::try_from(2 * round + n + 1).unwrap());
            async move { book_at_desk(&app, &actor, VENUE, request(slots, customer), key).await }
        });
        let attempts = attempts.await;
        let won = attempts.iter().filter(|attempt| attempt.is_ok()).count();
        let lost = attempts.iter().filter(|attempt| matches!(attempt, Err(BookError::Taken(_)))).count();
        assert_eq!((won, lost), (1, 1), "{attempts:?}");
        assert_eq!(units.0.load(Ordering::SeqCst), 2, "no unit of work was run again after a deadlock");
    }
});

/// Two units of work claim the same two courts at once, in opposite order; returns how often they were run.
async fn runs_in_opposite_order(store: Store) -> usize {
    open_app(store.clone(), 1).await;
    let (runs, gate) = (Arc::new(AtomicUsize::new(0)), Arc::new(Barrier::new(2)));
    let done = run_concurrently(2, |n| {
        let input = ([[3, 4], [4, 3]][n], Arc::clone(&runs), Arc::clone(&gate), n);
        let store = store.clone();
        async move {
            let done: Result<bool, StoreError> = store
                .write(input, |tx, (courts, runs, gate, n)| {
                    Box::pin(async move {
                        let run = runs.fetch_add(1, Ordering::SeqCst);
                        let number =
                            OrderNumber::try_from(5_000_000_000 + i64::try_from(*n).unwrap()).unwrap();
                        let time = |court| slot(court, "7:00 PM").lasting(60);
                        let mut is_whole = true;
                        for (step, court) in courts.iter().enumerate() {
                            is_whole &=
                                Claims(tx).claim_paid(time(*court), number, FixedClock::START).await?;
                            // Both have their first court before either requests the second one.
                            if step == 0 && run < 2 {
                                gate.wait().await;
                            }
                        }
                        Ok(is_whole)
                    })
                })
                .await;
            done
        }
    });
    let done: Vec<Result<bool, StoreError>> = done.await;
    assert!(done.iter().all(Result::is_ok), "{done:?}");
    runs.load(Ordering::SeqCst)
}

#[test]
fn control_courts_that_are_claimed_in_opposite_order_are_a_deadlock() {
    two_nodes_on_postgres(async |[here, _]: [Store; 2]| {
        assert_eq!(runs_in_opposite_order(here).await, 3, "one of them was run again");
    });
}
