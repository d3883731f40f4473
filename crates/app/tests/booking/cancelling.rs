//! Cancelling in time, too late, twice, and concurrently.

use jiff::SignedDuration;
use sideout_app::{
    accounts::Rate,
    booking::cancel::{CancelError, Cancelled, cancel},
};
use sideout_domain::{cancellation::CancellationRefused, money::Money, order::OrderStatus};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{
    meanwhile, on_both_engines, run_concurrently, statement, two_nodes_on_postgres, without_guard,
    without_guard_of,
};

use crate::helpers::{booked, held, is_free, open_app, version};

on_both_engines!(cancelling_an_unpaid_booking_frees_the_court_at_once_and_costs_nothing, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let cancelled =
        cancel(&app, customers[0], order.number, Some("Something else".to_owned())).await.unwrap();
    assert_eq!((cancelled.order.status, cancelled.refund), (OrderStatus::Cancelled, Money::ZERO));
    assert!(is_free(&app, 3, "7:00 PM").await);
    booked(&app, customers[1], 3, "7:00 PM").await;
    // A second request gets the same response, and the new owner keeps the court.
    let again = cancel(&app, customers[0], order.number, None).await.unwrap();
    assert_eq!(again.order.status, OrderStatus::Cancelled);
    assert_eq!(again.order.cancel_reason.as_deref(), Some("Something else"));
    assert!(!is_free(&app, 3, "7:00 PM").await);
});

on_both_engines!(six_hours_before_the_start_is_too_late_to_the_millisecond, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let edge = order.slot.starts_at - SignedDuration::from_hours(6);
    app.clock.set(edge);
    let refused = cancel(&app, customers[0], order.number, None).await;
    let too_late = CancellationRefused::TooLate { cutoff_minutes: 360 };
    assert!(matches!(refused, Err(CancelError::Refused(refused)) if refused == too_late), "{refused:?}");
    app.clock.set(edge - SignedDuration::from_millis(1));
    cancel(&app, customers[0], order.number, None).await.unwrap();
});

on_both_engines!(a_booking_keeps_the_rules_it_was_made_under, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let stricter = app.another_node(|settings| settings.cancel_cutoff_minutes = 48 * 60);
    cancel(&stricter, customers[0], order.number, None).await.unwrap();
    let order = booked(&stricter, customers[0], 3, "7:00 PM").await;
    let refused = cancel(&app, customers[0], order.number, None).await;
    let too_late = CancellationRefused::TooLate { cutoff_minutes: 48 * 60 };
    assert!(matches!(refused, Err(CancelError::Refused(refused)) if refused == too_late), "{refused:?}");
});

on_both_engines!(thirty_cancellations_at_once_all_succeed_and_change_one_booking_once, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let before = version(&app).await;
    let answers = run_concurrently(30, |n| {
        let (app, order) = (app.clone(), order.clone());
        async move {
            let done = cancel(&app, order.customer, order.number, Some(format!("reason {n}"))).await;
            let order = done.unwrap().order;
            (order.status, order.cancel_reason.unwrap())
        }
    })
    .await;
    assert_eq!(version(&app).await, before + 1);
    let (_, reason) = answers[0].clone();
    assert!(answers.iter().all(|answer| *answer == (OrderStatus::Cancelled, reason.clone())), "{answers:?}");
    held(&app, customers[1], 3, "7:00 PM").await.unwrap();
});

/// A booking is cancelled for the reason "first" after another call has read it and before that one cancels it for the reason
/// "second". Returns how often the booking was changed, and its reason.
async fn cancelled_over_a_cancellation(here: Store, there: Store) -> (i64, Option<String>) {
    let (app, customers) = open_app(there, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let before = version(&app).await;
    let (other, first) = (app.clone(), order.clone());
    let here = meanwhile(&here, "slot_claim/release", move || async move {
        cancel(&other, first.customer, first.number, Some("first".to_owned())).await.unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    let second = cancel(&node, order.customer, order.number, Some("second".to_owned())).await.unwrap();
    (version(&app).await - before, second.order.cancel_reason)
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn a_call_that_has_read_a_booking_which_is_cancelled_meanwhile_changes_nothing() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(cancelled_over_a_cancellation(here, there).await, (1, Some("first".to_owned())));
    });
}

#[test]
fn control_without_the_guard_both_calls_cancel_the_booking() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded = without_guard(&here, statement("orders/cancel"), "and status = 'confirmed'", "");
        assert_eq!(cancelled_over_a_cancellation(unguarded, there).await, (2, Some("second".to_owned())));
    });
}

/// A booking is cancelled after another call has read it and before that one is counted, with a limit of this many cancellations. Returns
/// the result of that one, and then of cancelling another booking.
async fn cancelled_before_the_count(
    [here, there]: [Store; 2],
    limit: u32,
) -> [Result<Cancelled, CancelError>; 2] {
    let (unlimited, customers) = open_app(there, 1).await;
    let order = booked(&unlimited, customers[0], 3, "7:00 PM").await;
    let next = booked(&unlimited, customers[0], 4, "8:00 PM").await;
    let app = unlimited.another_node(|settings| {
        settings.throttle = true;
        settings.booking_limits.cancellations_a_day = Rate::new(limit, 86_400);
    });
    let (other, first) = (app.clone(), order.clone());
    let here = meanwhile(&here, "throttle/charge", move || async move {
        cancel(&other, first.customer, first.number, None).await.unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    let repeated = cancel(&node, order.customer, order.number, None).await;
    [repeated, cancel(&app, next.customer, next.number, None).await]
}

#[test]
fn a_call_that_repeats_one_under_way_is_not_counted() {
    two_nodes_on_postgres(async |nodes: [Store; 2]| {
        let [repeated, next] = cancelled_before_the_count(nodes, 2).await;
        assert_eq!(repeated.unwrap().order.status, OrderStatus::Cancelled);
        assert_eq!(next.unwrap().order.status, OrderStatus::Cancelled);
    });
}

#[test]
fn a_call_that_repeats_the_last_one_of_the_limit_is_not_refused() {
    two_nodes_on_postgres(async |nodes: [Store; 2]| {
        let [repeated, next] = cancelled_before_the_count(nodes, 1).await;
        assert_eq!(repeated.unwrap().order.status, OrderStatus::Cancelled);
        assert!(matches!(next, Err(CancelError::Throttled(_))), "{next:?}");
    });
}

/// Returns how many of thirty concurrent cancellations of one booking change its row, through `cancel`.
async fn rows_cancelled(store: &Store, cancel: Statement) -> u64 {
    let (app, customers) = open_app(store.clone(), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let answers = run_concurrently(30, |_| {
        let (store, booked) = (store.clone(), (order.number.value(), order.customer, order.slot));
        async move {
            let touched: Result<u64, StoreError> = store
                .write(booked, move |tx, (number, customer, slot)| {
                    Box::pin(async move {
                        let (court, starts_at) = (slot.court.0, slot.starts_at);
                        let version = None::<i64>;
                        // The number, the new status, when, the reason, who of the staff; and what was read: the court, the start, what
                        // is paid, the version, and the customer.
                        let params = params![
                            *number,
                            "cancelled",
                            1_i64,
                            None::<&str>,
                            None::<i64>,
                            court,
                            starts_at,
                            0_i64,
                            version,
                            customer.0
                        ];
                        tx.run(cancel, params).await
                    })
                })
                .await;
            touched.unwrap()
        }
    })
    .await;
    answers.into_iter().sum()
}

on_both_engines!(a_booking_is_cancelled_once_by_the_guard_of_the_statement, async |store| {
    assert_eq!(rows_cancelled(&store, statement("orders/cancel")).await, 1);
});

on_both_engines!(control_without_the_guard_a_booking_is_cancelled_thirty_times, async |store| {
    let unguarded = without_guard_of(statement("orders/cancel"), "and status = 'confirmed'", "");
    assert_eq!(rows_cancelled(&store, unguarded).await, 30);
});
