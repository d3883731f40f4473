//! What happens if a check-in, a payment, a booking or another closing runs while a day is being closed.

use std::sync::Arc;

use parking_lot::Mutex;
use sideout_app::{
    desk::{
        board::mark_attendance::MarkAttendanceError, day::close_day::CloseDayError,
        money::take_payment::TakePaymentError,
    },
    jobs::close_days::close_days,
};
use sideout_domain::{
    attendance::{AttendanceRefused, AttendanceWay},
    bill::Tender,
    order::OrderStatus,
};
use sideout_store::{Attendances, Store, StoreError, attendance::NewAttendance};
use sideout_testkit::{
    meanwhile, on_both_engines, on_two_nodes, run_concurrently, statement, two_nodes_on_postgres,
    until_one_waits, with_call_before, without_guard,
};

use crate::{
    closing_days::{
        ABSENT, CLOSINGS, MONDAY, book, close, manager, on_monday, reported_cash, status, walk_in,
    },
    counter::{line_of, open_counter, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::{SUNDAY, at, booked, details, mark, number, run},
};

on_two_nodes!(the_job_on_two_nodes_closes_a_day_once, async |stores| {
    let [here, there] = stores;
    let (app, customers, _, _) = open_counter(here, 1).await;
    let order = booked(&app, customers[0], 1, "7:00 PM").await;
    let version = details(&app, order.number).await.booking.version;
    app.clock.set(on_monday("3:01 AM"));
    let node = Arc::new(app.another_node_on(there, |_| {}));
    let app = Arc::new(app);
    let closed = run_concurrently(8, |n| {
        let app = Arc::clone(if n % 2 == 0 { &app } else { &node });
        async move { close_days(&app).await.unwrap() }
    });
    assert_eq!(closed.await.iter().sum::<u32>(), 1);
    assert_eq!(number(&app.store, CLOSINGS).await, 1);
    let after = details(&app, order.number).await.booking.version;
    assert_eq!(after, version + 1, "it was given its outcome once");
});

/// Eight calls of a manager close Sunday at once; returns how many succeed, and the number of closings in the audit.
async fn closed_at_once([here, there]: [Store; 2]) -> (usize, i64) {
    let (app, customers, _, _) = open_counter(here, 2).await;
    for (court, customer) in (1..).zip(&customers) {
        booked(&app, *customer, court, "7:00 PM").await;
    }
    let nisha = manager(&app).await;
    app.clock.set(at("11:00 PM"));
    let node = Arc::new(app.another_node_on(there, |_| {}));
    let app = Arc::new(app);
    close_days(&app).await.unwrap();
    let closed = run_concurrently(8, |n| {
        let (app, nisha) = (Arc::clone(if n % 2 == 0 { &app } else { &node }), nisha.clone());
        async move {
            match close(&app, &nisha, SUNDAY, 100 + u64::try_from(n).unwrap()).await {
                Ok(()) => true,
                Err(CloseDayError::AlreadyClosed) => false,
                Err(failed) => panic!("{failed:?}"),
            }
        }
    });
    let closed = closed.await.into_iter().filter(|closed| *closed).count();
    (closed, number(&app.store, CLOSINGS).await)
}

on_two_nodes!(of_eight_calls_that_close_a_day_at_once_one_succeeds, async |stores| {
    assert_eq!(closed_at_once(stores).await, (1, 1));
});

/// A store whose reads do not show that the day is closed, so that only the primary key decides.
fn without_closings(store: &Store) -> Store {
    without_guard(
        store,
        statement("venue_day/find_newest"),
        "where venue_id = $1",
        "where venue_id = $1 and day < '2026-11-22'",
    )
}

on_two_nodes!(the_primary_key_lets_one_of_eight_calls_close_a_day, async |stores: [Store; 2]| {
    assert_eq!(closed_at_once(stores.map(|store| without_closings(&store))).await, (1, 1));
});

on_both_engines!(control_without_the_key_a_day_is_closed_eight_times, async |store| {
    let drop_trigger = match store.engine() {
        "sqlite" => "drop trigger venue_day_stays",
        _ => "drop trigger venue_day_stays on venue_day",
    };
    run(&store, drop_trigger).await;
    let unguarded = without_guard(
        &without_closings(&store),
        statement("venue_day/add"),
        "on conflict do nothing",
        "on conflict (venue_id, day) do update set facts = excluded.facts",
    );
    let (closed, entries) = closed_at_once([unguarded.clone(), unguarded]).await;
    assert_eq!((closed, entries), (8, 8));
});

on_two_nodes!(an_absence_marked_during_the_closing_decides_the_outcome_or_is_refused, async |stores| {
    let [here, there] = stores;
    let (app, customers, _, _) = open_counter(here, 12).await;
    let nisha = manager(&app).await;
    let mut orders = Vec::new();
    for (court, customer) in (1..).zip(&customers) {
        let number = booked(&app, *customer, court, "7:00 PM").await.number;
        orders.push((number, details(&app, number).await.booking.version));
    }
    app.clock.set(at("11:00 PM"));
    close_days(&app).await.unwrap();
    let node = Arc::new(app.another_node_on(there, |_| {}));
    let app = Arc::new(app);
    let marked = run_concurrently(13, |n| {
        let (app, node, nisha) = (Arc::clone(&app), Arc::clone(&node), nisha.clone());
        let order = orders.get(n).copied();
        async move {
            let Some((number, version)) = order else {
                close(&node, &nisha, SUNDAY, 1).await.unwrap();
                return None;
            };
            match mark(&app, number, ABSENT, version).await {
                Ok(_) => Some((number, OrderStatus::NoShow)),
                Err(MarkAttendanceError::Refused(AttendanceRefused::DayClosed)) => {
                    Some((number, OrderStatus::Completed))
                }
                // Closing the day raised the version that the clerk saw.
                Err(MarkAttendanceError::ChangedMeanwhile(current)) => {
                    assert_eq!(current.booking.status, OrderStatus::Completed);
                    Some((number, OrderStatus::Completed))
                }
                Err(failed) => panic!("{failed:?}"),
            }
        }
    });
    for (number, expected) in marked.await.into_iter().flatten() {
        assert_eq!(status(&app, number).await, expected);
    }
    let missed = "select cast(count(*) as bigint) as missed from attendance a join orders o on o.order_number = a.order_number
                   where a.state = 'absent' and o.status <> 'no_show'";
    assert_eq!(number(&app.store, missed).await, 0);
});

/// A clerk's mark is written, and not committed yet, when the day is closed; returns the status that the booking gets.
async fn outcome_of_a_mark_under_way(here: Store, there: Store) -> OrderStatus {
    let (app, customers, _, _) = open_counter(here.clone(), 1).await;
    let nisha = manager(&app).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let version = details(&app, order).await.booking.version;
    app.clock.set(at("11:00 PM"));
    close_days(&app).await.unwrap();
    let node = Arc::new(app.another_node_on(there, |_| {}));
    let closing = Arc::new(Mutex::new(None));
    let input = (order, version, node, nisha, Arc::clone(&closing));
    let marked: Result<bool, StoreError> = here
        .write(input, |tx, (order, version, node, nisha, closing)| {
            Box::pin(async move {
                let new = NewAttendance {
                    order: *order,
                    state: ABSENT,
                    at: at("11:00 PM"),
                    staff: Some(nisha.id()),
                    way: AttendanceWay::Name,
                };
                let written = Attendances(tx).put(&new, *version).await?;
                let (other, nisha) = (Arc::clone(node), nisha.clone());
                let task = tokio::spawn(async move { close(&other, &nisha, SUNDAY, 1).await });
                *closing.lock() = Some(task);
                until_one_waits(&node.store).await;
                Ok(written)
            })
        })
        .await;
    assert!(marked.unwrap());
    let task = closing.lock().take().unwrap();
    task.await.unwrap().unwrap();
    status(&app, order).await
}

// On SQLite a unit of work that writes is alone.
#[test]
fn a_mark_that_is_under_way_is_waited_for() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(outcome_of_a_mark_under_way(here, there).await, OrderStatus::NoShow);
    });
}

#[test]
fn control_without_the_lock_the_mark_of_a_clerk_is_lost() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded = without_guard(
            &there,
            statement("orders/lock_day"),
            "and status = 'confirmed'",
            "and status = 'released'",
        );
        assert_eq!(outcome_of_a_mark_under_way(here, unguarded).await, OrderStatus::Completed);
    });
}

on_two_nodes!(what_is_paid_while_a_day_is_closed_is_in_exactly_one_report, async |stores| {
    let [here, there] = stores;
    let (app, customers, kiran, _) = open_counter(here, 12).await;
    let nisha = manager(&app).await;
    let (mut numbers, mut lines) = (Vec::new(), Vec::new());
    for (court, customer) in (1..).zip(&customers) {
        let order = booked(&app, *customer, court, "7:00 PM").await;
        numbers.push(order.number);
        lines.push(line_of(&app, order.number, 800).await);
    }
    app.clock.set(at("11:00 PM"));
    close_days(&app).await.unwrap();
    let node = Arc::new(app.another_node_on(there, |_| {}));
    let app = Arc::new(app);
    let paid = run_concurrently(13, |n| {
        let (app, node, nisha, kiran) = (Arc::clone(&app), Arc::clone(&node), nisha.clone(), kiran.clone());
        let line = lines.get(n).copied();
        async move {
            let Some(line) = line else {
                close(&node, &nisha, SUNDAY, 1).await.unwrap();
                return None;
            };
            match try_take(
                &app,
                &kiran,
                payment_by(Tender::Cash, vec![line]),
                100 + u64::try_from(n).unwrap(),
            )
            .await
            {
                Ok(_) => None,
                // Closing the day raised the version that the clerk saw.
                Err(TakePaymentError::ChangedMeanwhile(current)) => {
                    assert_eq!(current.booking.status, OrderStatus::Completed);
                    Some(n)
                }
                Err(failed) => panic!("{failed:?}"),
            }
        }
    });
    // The clerk looks again and takes the money that was refused.
    for n in paid.await.into_iter().flatten() {
        let again = line_of(&app, numbers[n], 800).await;
        try_take(&app, &kiran, payment_by(Tender::Cash, vec![again]), 200 + u64::try_from(n).unwrap())
            .await
            .unwrap();
    }
    app.clock.set(on_monday("11:00 PM"));
    close(&app, &nisha, MONDAY, 2).await.unwrap();
    assert_eq!(reported_cash(&app, &nisha).await.iter().sum::<i64>(), 12 * 80_000);
    assert_sound(&app).await;
});

/// Cash of 10:59 PM is not recorded yet when Sunday is closed at 11 PM; returns the cash of the reports of Sunday and Monday.
async fn reports_of_cash_under_way(here: &Store, there: Store) -> [i64; 2] {
    let (app, customers, kiran, _) = open_counter(there, 1).await;
    let nisha = manager(&app).await;
    let order = booked(&app, customers[0], 1, "7:00 PM").await.number;
    let payment = payment_by(Tender::Cash, vec![line_of(&app, order, 800).await]);
    app.clock.set(at("10:59 PM"));
    close_days(&app).await.unwrap();
    let (other, closer) = (app.clone(), nisha.clone());
    let closing = async move {
        other.clock.set(at("11:00 PM"));
        close(&other, &closer, SUNDAY, 1).await
    };
    let (here, closed) = with_call_before(here, "desk_payment/add", closing);
    let node = app.another_node_on(here, |_| {});
    try_take(&node, &kiran, payment, 100).await.unwrap();
    closed.await.unwrap();
    app.clock.set(on_monday("11:00 PM"));
    close(&app, &nisha, MONDAY, 2).await.unwrap();
    reported_cash(&app, &nisha).await
}

// On SQLite a unit of work that writes is alone.
#[test]
fn cash_that_is_under_way_is_waited_for_and_in_the_report_of_its_day() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(reports_of_cash_under_way(&here, there).await, [80_000, 0]);
    });
}

#[test]
fn control_without_the_lock_of_the_shift_cash_is_in_the_report_of_the_next_day() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let open = "where venue_id = $1 and counted_at is null";
        let none = "where venue_id = $1 and counted_at is null and 1 = 0";
        let unguarded = without_guard(&there, statement("desk_shift/lock_open"), open, none);
        assert_eq!(reports_of_cash_under_way(&here, unguarded).await, [0, 80_000]);
    });
}

/// Books a walk-in while the day is being closed; returns the number of bookings without an outcome on the closed day.
async fn booked_while_closing(here: Store, there: Store) -> i64 {
    let (app, customers, kiran, _) = open_counter(there, 1).await;
    let nisha = manager(&app).await;
    app.clock.set(at("10:01 PM"));
    close_days(&app).await.unwrap();
    let (other, customer) = (app.another_node_on(app.store.clone(), |_| {}), customers[0]);
    let here = meanwhile(&here, "venue_day/add", move || async move {
        // With the guard this waits for the closing, and gives up.
        let _waited = book(&other, &kiran, walk_in(customer, 3), 2).await;
    });
    let node = app.another_node_on(here, |_| {});
    close(&node, &nisha, SUNDAY, 1).await.unwrap();
    let unsettled = "select cast(count(*) as bigint) as unsettled from orders where status = 'confirmed'";
    number(&app.store, unsettled).await
}

#[test]
fn no_walk_in_is_booked_while_its_day_is_being_closed() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(booked_while_closing(here, there).await, 0);
    });
}

#[test]
fn control_without_taking_turns_a_walk_in_is_on_a_closed_day() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let [here, there] = stores.map(|store| {
            without_guard(&store, statement("venue/take_turn"), "where venue_id = $1", "where venue_id = -$1")
        });
        assert_eq!(booked_while_closing(here, there).await, 1);
    });
}
