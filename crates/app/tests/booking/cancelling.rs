//! Cancelling in time, too late, twice, and concurrently.

use jiff::SignedDuration;
use sideout_app::booking::cancel::{CancelError, cancel};
use sideout_domain::{cancellation::CancellationRefused, money::Money, order::OrderStatus};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{on_both_engines, run_concurrently, statement, without_guard_of};

use crate::helpers::{booked, held, is_free, open_app};

on_both_engines!(cancelling_an_unpaid_booking_frees_the_court_at_once_and_costs_nothing, async |store| {
    let (app, crowd) = open_app(store, 2).await;
    let order = booked(&app, crowd[0], 3, "7:00 PM").await;
    let cancelled = cancel(&app, crowd[0], order.number, Some("Something else".to_owned())).await.unwrap();
    assert_eq!((cancelled.order.status, cancelled.refund), (OrderStatus::Cancelled, Money::ZERO));
    assert!(is_free(&app, 3, "7:00 PM").await);
    booked(&app, crowd[1], 3, "7:00 PM").await;
    // A second request gets the same response, and the new owner keeps the court.
    let again = cancel(&app, crowd[0], order.number, None).await.unwrap();
    assert_eq!(again.order.status, OrderStatus::Cancelled);
    assert_eq!(again.order.cancel_reason.as_deref(), Some("Something else"));
    assert!(!is_free(&app, 3, "7:00 PM").await);
});

on_both_engines!(six_hours_before_the_start_is_too_late_to_the_millisecond, async |store| {
    let (app, crowd) = open_app(store, 1).await;
    let order = booked(&app, crowd[0], 3, "7:00 PM").await;
    let edge = order.slot.starts_at - SignedDuration::from_hours(6);
    app.clock.set(edge);
    let refused = cancel(&app, crowd[0], order.number, None).await;
    let too_late = CancellationRefused::TooLate { cutoff_minutes: 360 };
    assert!(matches!(refused, Err(CancelError::Refused(refused)) if refused == too_late), "{refused:?}");
    app.clock.set(edge - SignedDuration::from_millis(1));
    cancel(&app, crowd[0], order.number, None).await.unwrap();
});

on_both_engines!(a_booking_keeps_the_rules_it_was_made_under, async |store| {
    let (app, crowd) = open_app(store, 1).await;
    let order = booked(&app, crowd[0], 3, "7:00 PM").await;
    let stricter = app.another_node(|settings| settings.cancel_cutoff_minutes = 48 * 60);
    cancel(&stricter, crowd[0], order.number, None).await.unwrap();
    let order = booked(&stricter, crowd[0], 3, "7:00 PM").await;
    assert!(cancel(&app, crowd[0], order.number, None).await.is_err());
});

on_both_engines!(thirty_cancellations_at_once_all_succeed_and_change_one_booking_once, async |store| {
    let (app, crowd) = open_app(store, 2).await;
    let order = booked(&app, crowd[0], 3, "7:00 PM").await;
    let answers = run_concurrently(30, |_| {
        let (app, order) = (app.clone(), order.clone());
        async move { cancel(&app, order.customer, order.number, None).await.map(|done| done.order.status) }
    })
    .await;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(OrderStatus::Cancelled))), "{answers:?}");
    held(&app, crowd[1], 3, "7:00 PM").await.unwrap();
});

/// Returns how many of thirty concurrent cancellations of one booking change its row, through `cancel`.
async fn rows_cancelled(store: &Store, cancel: Statement) -> u64 {
    let (app, crowd) = open_app(store.clone(), 1).await;
    let order = booked(&app, crowd[0], 3, "7:00 PM").await;
    let answers = run_concurrently(30, |_| {
        let (store, booked) = (store.clone(), (order.number.value(), order.customer, order.slot));
        async move {
            let touched: Result<u64, StoreError> = store
                .write(booked, move |tx, (number, customer, slot)| {
                    Box::pin(async move {
                        let (court, starts_at) = (slot.court.0, slot.starts_at);
                        let version = None::<i64>;
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
