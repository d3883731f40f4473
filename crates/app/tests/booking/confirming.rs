//! From a hold to a booking: against the clock, a rival, a second tap, and a cancellation.

use jiff::{SignedDuration, civil::date};
use sideout_app::{
    booking::{
        cancel::{CancelError, cancel},
        confirm_at_court::ConfirmError,
        find_order::find_order,
        list_bookings::list_bookings,
        place_hold::{Pick, place_hold},
        release_hold::release_hold,
    },
    jobs::expire_holds::expire_holds,
};
use sideout_domain::{
    cancellation::CancellationRefused,
    order::{OrderStatus, PaymentMethod},
};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_store_postgres::COMBINED_STATEMENTS;
use sideout_testkit::{
    meanwhile, on_both_engines, on_postgres, run_concurrently, sample_venue::open_venue, statement,
    two_nodes_on_postgres, without_guard, without_guard_of,
};

use crate::helpers::{booked, claims_and_owners, confirmed, held, is_free, open_app, pick, slot, version};

on_both_engines!(a_confirmed_booking_does_not_expire, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    assert_eq!((order.status, order.payment_method), (OrderStatus::Confirmed, Some(PaymentMethod::Court)));
    app.clock.advance(24 * 3_600);
    assert_eq!(expire_holds(&app).await.unwrap(), 0);
    assert!(!is_free(&app, 3, "7:00 PM").await);
    assert_eq!(list_bookings(&app, customers[0]).await.unwrap().len(), 1);
    assert!(list_bookings(&app, customers[1]).await.unwrap().is_empty());
});

on_both_engines!(a_hold_can_be_confirmed_to_its_last_millisecond_and_not_at_its_end, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let first = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let second = held(&app, customers[1], 4, "7:00 PM").await.unwrap();
    app.clock.set(first.held_until.unwrap() - SignedDuration::from_millis(1));
    confirmed(&app, &first).await.unwrap();
    app.clock.set(second.held_until.unwrap());
    assert!(matches!(confirmed(&app, &second).await, Err(ConfirmError::HoldExpired)));
    let second = find_order(&app, customers[1], second.number).await.unwrap().unwrap();
    assert_eq!(second.status_at(second.held_until.unwrap()), OrderStatus::Expired);
});

on_both_engines!(confirming_against_expiry_with_a_rival_waiting_never_has_two_owners, async |store| {
    let (app, customers) = open_app(store.clone(), 2).await;
    let hours = [
        "6:00 AM", "7:00 AM", "8:00 AM", "9:00 AM", "10:00 AM", "11:00 AM", "12:00 PM", "1:00 PM", "2:00 PM",
        "3:00 PM",
    ];
    // From 5 ms before the end of the hold to 4 ms after it; holder and rival start together.
    for (round, offset) in (-5..5_i64).enumerate() {
        let start = hours[round];
        let order = held(&app, customers[0], 5, start).await.unwrap();
        app.clock.set(order.held_until.unwrap() + SignedDuration::from_millis(offset));
        let (confirm, rival) = tokio::join!(confirmed(&app, &order), held(&app, customers[1], 5, start));
        assert!(!(confirm.is_ok() && rival.is_ok()), "two owners at {offset} ms");
        assert_eq!(confirm.is_ok(), offset < 0, "at {offset} ms: {confirm:?}");
        let (claims, owners) = claims_and_owners(&store, app.clock_now()).await;
        assert_eq!(claims, owners, "at {offset} ms");
        if let Ok(order) = confirm {
            cancel(&app, customers[0], order.number, None).await.unwrap();
        }
        release_hold(&app, customers[1], None).await.unwrap();
    }
});

on_both_engines!(thirty_taps_on_confirm_all_succeed_and_make_one_booking, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let before = version(&app).await;
    let answers = run_concurrently(30, |_| {
        let (app, order) = (app.clone(), order.clone());
        async move { confirmed(&app, &order).await }
    })
    .await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    assert_eq!(version(&app).await, before + 1, "one of them changed the order");
    assert_eq!(list_bookings(&app, customers[0]).await.unwrap().len(), 1);
});

on_both_engines!(confirm_release_and_cancel_at_once_end_in_one_state, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    for round in 0..20 {
        let order = held(&app, customers[0], round % 12 + 1, "7:00 PM").await.unwrap();
        let (confirm, release, cancelled) = tokio::join!(
            confirmed(&app, &order),
            release_hold(&app, customers[0], Some(order.number)),
            cancel(&app, customers[0], order.number, None),
        );
        let after = find_order(&app, customers[0], order.number).await.unwrap().unwrap();
        let free = is_free(&app, round % 12 + 1, "7:00 PM").await;
        match after.status {
            OrderStatus::Confirmed => assert!(confirm.is_ok() && cancelled.is_err() && !free, "{confirm:?}"),
            OrderStatus::Cancelled => assert!(confirm.is_ok() && cancelled.is_ok() && free, "{cancelled:?}"),
            OrderStatus::Released => {
                assert!(confirm.is_err() && release.is_ok() && free, "{confirm:?} {release:?}")
            }
            other => panic!("{other}"),
        }
        if after.status == OrderStatus::Confirmed {
            cancel(&app, customers[0], order.number, None).await.unwrap();
        }
        let (claims, owners) = claims_and_owners(&store, app.clock_now()).await;
        assert_eq!((claims, owners), (0, 0), "round {round}");
    }
});

/// A player's hold is confirmed when a release of it has read it; returns what the order is then, and the numbers of claims and of
/// their owners.
async fn confirmed_during_a_release(here: &Store, there: Store) -> (OrderStatus, (i64, i64)) {
    let (app, customers) = open_app(there, 1).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let (other, hold) = (app.clone(), order.clone());
    let here = meanwhile(here, "slot_claim/release_hold", move || async move {
        confirmed(&other, &hold).await.unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    let released = release_hold(&node, customers[0], Some(order.number)).await;
    let after = find_order(&app, customers[0], order.number).await.unwrap().unwrap();
    assert_eq!(released.is_ok(), after.status == OrderStatus::Released, "{released:?}");
    (after.status, claims_and_owners(&app.store, app.clock_now()).await)
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn a_release_that_has_read_a_hold_leaves_the_booking_that_it_has_become() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(confirmed_during_a_release(&here, there).await, (OrderStatus::Confirmed, (1, 1)));
    });
}

#[test]
fn control_without_the_status_a_release_ends_a_booking_and_leaves_its_claim() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded = without_guard(&here, statement("orders/close_hold"), "and status = 'held'", "");
        assert_eq!(confirmed_during_a_release(&unguarded, there).await, (OrderStatus::Released, (1, 0)));
    });
}

/// Confirms a hold at the instant at which it ends, through `confirm_claim`; returns whether that succeeded.
async fn late_confirm_passes(store: &Store, confirm_claim: Statement) -> bool {
    open_venue(store).await;
    let at = slot(3, "7:00 PM");
    let touched: Result<u64, StoreError> = store
        .write(confirm_claim, move |tx, confirm_claim| {
            Box::pin(async move {
                let claim = statement("slot_claim/claim");
                let ends_at = at.lasting(60).ends_at;
                tx.run(
                    claim,
                    params![at.court.0, at.starts_at, ends_at, 1_000_000_001_i64, 1_000_i64, 1_i64],
                )
                .await?;
                tx.run(*confirm_claim, params![at.court.0, at.starts_at, 1_000_000_001_i64, 1_000_i64]).await
            })
        })
        .await;
    touched.unwrap() == 1
}

on_both_engines!(a_late_confirm_is_stopped_by_the_guard_of_the_statement, async |store| {
    assert!(!late_confirm_passes(&store, statement("slot_claim/confirm_claim")).await);
});

on_both_engines!(control_without_the_guard_a_late_confirm_passes, async |store| {
    let unguarded = without_guard_of(
        statement("slot_claim/confirm_claim"),
        "and held_until > $4",
        "and cast($4 as bigint) > 0",
    );
    assert!(late_confirm_passes(&store, unguarded).await);
});

#[test]
fn control_without_the_guard_of_the_combined_statement_an_expired_hold_is_confirmed() {
    on_postgres(async |store| {
        let confirm = COMBINED_STATEMENTS.iter().find(|one| one.name == "combined/confirm_at_court").unwrap();
        let unguarded =
            without_guard(&store, *confirm, "and claim.held_until > $3", "and cast($3 as bigint) > 0");
        let (app, customers) = open_app(unguarded, 1).await;
        let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
        app.clock.set(order.held_until.unwrap());
        confirmed(&app, &order).await.unwrap();
    });
}

on_both_engines!(four_games_to_pay_at_the_court_are_the_most, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let mut orders = Vec::new();
    for court in 1..=4 {
        orders.push(booked(&app, customers[0], court, "7:00 PM").await);
    }
    let fifth = held(&app, customers[0], 5, "7:00 PM").await.unwrap();
    assert!(matches!(confirmed(&app, &fifth).await, Err(ConfirmError::TooManyOpen(4))));
    // The hold stays, so that the player can cancel another booking and try again.
    cancel(&app, customers[0], orders[0].number, None).await.unwrap();
    confirmed(&app, &fifth).await.unwrap();
    // Games that are over do not count.
    app.clock.advance(3 * 24 * 3_600);
    let later = Pick { day: date(2026, 11, 29), ..pick(6, "7:00 PM") };
    let later = place_hold(&app, customers[0], later).await.unwrap();
    confirmed(&app, &later).await.unwrap();
});

on_both_engines!(after_two_no_shows_paying_at_the_court_is_off, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    for court in 1..=2 {
        booked(&app, customers[0], court, "7:00 PM").await;
    }
    let marked: Result<u64, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                let text = "update orders set status = 'no_show' where status = 'confirmed'";
                tx.run(Statement { name: "test/no_show", text }, params![]).await
            })
        })
        .await;
    assert_eq!(marked.unwrap(), 2);
    let order = held(&app, customers[0], 6, "8:00 PM").await.unwrap();
    assert!(matches!(confirmed(&app, &order).await, Err(ConfirmError::NoShows)));
});

on_both_engines!(another_customers_order_is_not_found, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let mut order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    assert!(find_order(&app, customers[1], order.number).await.unwrap().is_none());
    order.customer = customers[1];
    assert!(matches!(confirmed(&app, &order).await, Err(ConfirmError::NoSuchOrder)));
    let refused = cancel(&app, customers[1], order.number, None).await;
    assert!(matches!(refused, Err(CancelError::NoSuchOrder)), "{refused:?}");
});

on_both_engines!(a_cancelled_or_released_order_is_not_confirmed_again, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    cancel(&app, customers[0], order.number, None).await.unwrap();
    assert!(matches!(confirmed(&app, &order).await, Err(ConfirmError::Cancelled)));
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    release_hold(&app, customers[0], None).await.unwrap();
    assert!(matches!(confirmed(&app, &order).await, Err(ConfirmError::HoldExpired)));
    let refused = cancel(&app, customers[0], order.number, None).await;
    assert!(matches!(refused, Err(CancelError::Refused(CancellationRefused::NotConfirmed))), "{refused:?}");
});
