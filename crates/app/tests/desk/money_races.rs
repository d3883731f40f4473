//! Races of money at the counter through the desk's own calls: a payment against a cancellation, a void against a payout.

use sideout_app::{
    desk::{
        bookings::cancel_at_desk::{CancelAtDesk, CancelAtDeskError, cancel_at_desk, preview_cancellation},
        money::{
            pay_out_refund::{PayOutError, pay_out_refund},
            take_payment::TakePaymentError,
            void_payment::{VoidPayment, VoidPaymentError, void_payment},
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{
    CustomerId, DeskPaymentId,
    bill::Tender,
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{
    TestApp, meanwhile, on_both_engines, request_key, run_concurrently, sample_venue::VENUE, statement,
    two_nodes_on_postgres, without_guard,
};

use crate::{
    counter::{actor, as_taken, line_of, open_counter, payment_by, take_cash, try_take},
    desk_bookings::assert_sound,
    helpers::{booked, details},
};

/// The cancellation of a booking as a clerk sees it now.
async fn cancellation_as_seen(app: &TestApp, actor: &Actor, order: OrderNumber) -> CancelAtDesk {
    let (details, preview) = preview_cancellation(app, actor, order).await.unwrap();
    CancelAtDesk {
        number: order,
        version: details.booking.version,
        shown: preview.refund,
        refund: None,
        reason: None,
    }
}

on_both_engines!(of_a_payment_and_a_cancellation_of_one_booking_one_is_done, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 12).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let mut shown = Vec::new();
    for (n, customer) in customers.iter().enumerate() {
        let order = booked(&app, *customer, i64::try_from(n).unwrap() + 1, "7:00 PM").await.number;
        shown.push((line_of(&app, order, 800).await, cancellation_as_seen(&app, &nisha, order).await));
    }
    let done = run_concurrently(24, |n| {
        let (app, kiran, nisha, (line, cancel)) =
            (app.clone(), kiran.clone(), nisha.clone(), shown[n / 2].clone());
        async move {
            let key = 100 + u64::try_from(n).unwrap();
            if n % 2 == 0 {
                match try_take(&app, &kiran, payment_by(Tender::Cash, vec![line]), key).await {
                    Ok(_) => 1,
                    Err(TakePaymentError::ChangedMeanwhile(_)) => 0,
                    Err(failed) => panic!("{failed:?}"),
                }
            } else {
                match cancel_at_desk(&app, &nisha, cancel, request_key(key)).await {
                    Ok(_) => 1,
                    Err(CancelAtDeskError::ChangedMeanwhile(_) | CancelAtDeskError::RefundChanged(_)) => 0,
                    Err(failed) => panic!("{failed:?}"),
                }
            }
        }
    });
    let done: Vec<i32> = done.await;
    assert_eq!(done.iter().sum::<i32>(), 12, "for each booking one of the two calls succeeds");
    for (line, _) in shown {
        let booking = details(&app, line.order).await.booking;
        let is_paid = booking.amounts.paid == Money::from_rupees(800);
        assert_eq!(is_paid, booking.status == OrderStatus::Confirmed);
    }
    assert_sound(&app).await;
});

/// A booking is cancelled between the reads of a payment and its end; returns whether the money is taken.
async fn taken_for_a_cancelled_booking(here: Store, there: Store) -> bool {
    let (app, customers, kiran, _) = open_counter(there, 1).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let cancel = cancellation_as_seen(&app, &nisha, order).await;
    let request = payment_by(Tender::Cash, vec![line_of(&app, order, 800).await]);
    let other = app.clone();
    let here = meanwhile(&here, "orders/add_payment", move || async move {
        cancel_at_desk(&other, &nisha, cancel, request_key(1)).await.unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    match try_take(&node, &kiran, request, 2).await {
        Ok(_) => true,
        Err(TakePaymentError::ChangedMeanwhile(current)) => {
            assert_eq!(current.booking.status, OrderStatus::Cancelled);
            assert_sound(&app).await;
            false
        }
        Err(failed) => panic!("{failed:?}"),
    }
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn no_money_is_taken_for_a_booking_that_is_cancelled_meanwhile() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert!(!taken_for_a_cancelled_booking(here, there).await);
    });
}

#[test]
fn control_without_the_status_money_is_taken_for_a_cancelled_booking() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and (status = 'confirmed' or status = 'no_show' or status = 'completed')";
        let unguarded = without_guard(&here, statement("orders/add_payment"), guard, "");
        assert!(taken_for_a_cancelled_booking(unguarded, there).await);
    });
}

/// A booking is paid between the reads of a cancellation and its end; returns what the player gets back, `None` if the
/// booking is not cancelled.
async fn cancelled_while_paid(here: Store, there: Store) -> Option<Money> {
    let (app, customers, kiran, _) = open_counter(there, 1).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let cancel = cancellation_as_seen(&app, &nisha, order).await;
    let request = payment_by(Tender::Cash, vec![line_of(&app, order, 800).await]);
    let other = app.clone();
    let here = meanwhile(&here, "orders/cancel", move || async move {
        try_take(&other, &kiran, request, 1).await.unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    match cancel_at_desk(&node, &nisha, cancel, request_key(2)).await {
        Ok(cancelled) => Some(cancelled.booking.amounts.returned),
        Err(CancelAtDeskError::ChangedMeanwhile(current)) => {
            assert_eq!(current.booking.amounts.paid, Money::from_rupees(800));
            assert_sound(&app).await;
            None
        }
        Err(failed) => panic!("{failed:?}"),
    }
}

#[test]
fn a_booking_that_is_paid_meanwhile_is_not_cancelled_as_unpaid() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(cancelled_while_paid(here, there).await, None);
    });
}

#[test]
fn control_without_the_guards_a_cancellation_keeps_what_was_just_paid() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let guard = "and paid_paise - returned_paise = $8 and (cast($9 as bigint) is null or version = $9)";
        let instead = "and cast($8 as bigint) >= 0 and (cast($9 as bigint) is null or $9 = $9)";
        let unguarded = without_guard(&here, statement("orders/cancel"), guard, instead);
        assert_eq!(cancelled_while_paid(unguarded, there).await, Some(Money::ZERO));
    });
}

/// Books and pays for each of these customers; then one call voids each payment while another cancels the booking and pays its
/// money out. Returns for each booking how often its money left the drawer.
async fn voids_and_payouts(app: &TestApp, customers: &[CustomerId], kiran: &Actor) -> Vec<i32> {
    let nisha = actor(app, Role::Manager, "9825041737", &[VENUE]).await;
    let mut shown = Vec::new();
    for (n, customer) in customers.iter().enumerate() {
        let order = booked(app, *customer, i64::try_from(n).unwrap() + 1, "7:00 PM").await;
        let paid = take_cash(app, kiran, &order, 800, 50 + u64::try_from(n).unwrap()).await.payment;
        shown.push((paid, cancellation_as_seen(app, &nisha, order.number).await));
    }
    let done = run_concurrently(2 * customers.len(), |n| {
        let (app, nisha, (payment, cancel)) = (app.clone(), nisha.clone(), shown[n / 2].clone());
        let key = 100 + 2 * u64::try_from(n).unwrap();
        async move {
            let has_left = if n % 2 == 0 {
                voids(&app, &nisha, payment, key).await
            } else {
                cancels_and_pays_out(&app, &nisha, cancel, key).await
            };
            (n / 2, has_left)
        }
    });
    let mut times = vec![0; customers.len()];
    for (n, has_left) in done.await {
        times[n] += i32::from(has_left);
    }
    times
}

/// Voids the payment; returns whether its money has left the drawer by that.
async fn voids(app: &TestApp, actor: &Actor, payment: i64, key: u64) -> bool {
    let request = VoidPayment { payment: DeskPaymentId(payment), reason: "Taken twice".to_owned() };
    match void_payment(app, actor, request, request_key(key)).await {
        Ok(()) => true,
        Err(VoidPaymentError::Ended) => false,
        Err(failed) => panic!("{failed:?}"),
    }
}

/// Cancels the booking and pays its money out; returns whether the money has left the drawer by that.
async fn cancels_and_pays_out(app: &TestApp, actor: &Actor, cancel: CancelAtDesk, key: u64) -> bool {
    let order = cancel.number;
    match cancel_at_desk(app, actor, cancel, request_key(key)).await {
        Ok(_) => {}
        Err(CancelAtDeskError::ChangedMeanwhile(_) | CancelAtDeskError::RefundChanged(_)) => return false,
        Err(failed) => panic!("{failed:?}"),
    }
    let refund = details(app, order).await.refunds[0].id;
    match pay_out_refund(app, actor, as_taken(refund), request_key(key + 1)).await {
        Ok(()) => true,
        Err(PayOutError::Ended) => false,
        Err(failed) => panic!("{failed:?}"),
    }
}

on_both_engines!(of_a_void_and_a_payout_one_takes_the_money_out_of_the_drawer, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 12).await;
    assert_eq!(voids_and_payouts(&app, &customers, &kiran).await, [1; 12]);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_guards_a_payment_that_was_paid_out_is_voided_as_well, async |store| {
    let unguarded = without_guard(&store, statement("desk_payment/void"), "and refunded_paise = 0", "");
    let guard = "and paid_paise - $2 >= returned_paise and (status = 'confirmed' or status = 'no_show' or status = 'completed')";
    let unguarded = without_guard(&unguarded, statement("orders/take_payment_back"), guard, "");
    let (app, customers, kiran, _) = open_counter(unguarded, 1).await;
    let nisha = actor(&app, Role::Manager, "9825041737", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let paid = take_cash(&app, &kiran, &order, 800, 1).await.payment;
    let cancel = cancellation_as_seen(&app, &nisha, order.number).await;
    cancel_at_desk(&app, &nisha, cancel, request_key(2)).await.unwrap();
    let refund = details(&app, order.number).await.refunds[0].id;
    pay_out_refund(&app, &nisha, as_taken(refund), request_key(3)).await.unwrap();
    let request = VoidPayment { payment: DeskPaymentId(paid), reason: "Taken twice".to_owned() };
    void_payment(&app, &nisha, request, request_key(4)).await.unwrap();
});
