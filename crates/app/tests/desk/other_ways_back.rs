//! Money that a desk gives back by another way than that by which it came.

use sideout_app::{
    desk::money::{
        count_shift::count_shift,
        pay_out_refund::{PayOutError, PayOutRefund, pay_out_refund},
        read_money::{read_day_money, read_drawer},
        take_payment::PaymentLine,
    },
    steps::audited::{ApprovalError, Refused},
};
use sideout_domain::{
    bill::Tender, drawer::CashCount, money::Money, order::OrderStatus, refund::RefundMethod, staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{
    TestApp, on_both_engines, request_key, run_concurrently, sample_venue::VENUE, statement, without_guard,
};

use crate::{
    counter::{actor, approved, as_taken, line_of, open_counter, payment_by, try_take},
    desk_bookings::assert_sound,
    helpers::{booked, details, number, run},
    payments::{cancel, owed},
};

fn in_cash(refund: sideout_domain::RefundId) -> PayOutRefund {
    PayOutRefund { method: Some(RefundMethod::Cash), ..as_taken(refund) }
}

on_both_engines!(cash_for_a_upi_payment_needs_a_colleague_and_leaves_the_drawer, async |store| {
    let (app, customers, kiran, shift) = open_counter(store.clone(), 1).await;
    let manager = app.staff(Role::Manager, "9825041739", &[VENUE]).await;
    let meera = app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let nisha = app.actor(&manager.token).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    try_take(&app, &kiran, payment_by(Tender::UpiOwn, vec![line_of(&app, order.number, 400).await]), 1)
        .await
        .unwrap();
    assert_eq!(cancel(&app, &kiran, order.number, 2).await, Money::from_rupees(370));
    let refund = owed(&app, order.number).await;

    // ₹370 is within what a clerk pays out alone; cash for a payment by UPI needs a colleague.
    let refused = pay_out_refund(&app, &kiran, in_cash(refund), request_key(3)).await;
    assert!(matches!(refused, Err(PayOutError::Refused(Refused::ApprovalNeeded(_)))), "{refused:?}");
    app.clock.advance(60);
    let by_meera = approved(&app, &kiran, &meera, 4).await;
    let refused = pay_out_refund(&app, &by_meera, in_cash(refund), request_key(4)).await;
    assert!(matches!(refused, Err(PayOutError::Approval(ApprovalError::NotAllowed))), "{refused:?}");
    let provider = PayOutRefund { method: Some(RefundMethod::Provider), ..as_taken(refund) };
    let refused = pay_out_refund(&app, &kiran, provider, request_key(5)).await;
    assert!(matches!(refused, Err(PayOutError::BadMethod)), "{refused:?}");

    // The drawer holds ₹2,000; all but ₹100 of it goes into the safe, and comes back.
    run(&app.store, "insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'safe', -190000, '', 1, 1)").await;
    let by_manager = approved(&app, &kiran, &manager, 6).await;
    let refused = pay_out_refund(&app, &by_manager, in_cash(refund), request_key(6)).await;
    assert!(
        matches!(refused, Err(PayOutError::DrawerShort(there)) if there == Money::from_rupees(100)),
        "{refused:?}"
    );
    run(&app.store, "insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'change', 190000, '', 1, 1)").await;
    assert_eq!(details(&app, order.number).await.booking.status, OrderStatus::CancelRequested);

    app.clock.advance(60);
    let by_manager = approved(&app, &kiran, &manager, 7).await;
    pay_out_refund(&app, &by_manager, in_cash(refund), request_key(7)).await.unwrap();
    assert_eq!(details(&app, order.number).await.booking.status, OrderStatus::Cancelled);
    let both = "select count(*) from audit_entry where verb = 'refund.paid_out' and after like '%cash%' and before like '%upi%'
                   and approver_id = (select staff_id from staff where role = 'manager') and staff_id <> approver_id";
    assert_eq!(number(&store, both).await, 1);
    let back = read_day_money(&app, &nisha, VENUE, None).await.unwrap().refunds;
    assert_eq!(back[0].refund.source.method(), RefundMethod::Cash);
    let expected = read_drawer(&app, &nisha, VENUE).await.unwrap().1.unwrap().expected;
    assert_eq!(expected, Some(Money::from_rupees(2_000 - 370)));
    assert_sound(&app).await;
    // A count of the drawer afterwards agrees with it.
    let counted = CashCount::new([(500, 3)].into(), 130).unwrap();
    let counted = count_shift(&app, &nisha, shift, counted, request_key(8)).await.unwrap();
    assert_eq!((counted.expected_paise, counted.counted_paise), (163_000, 163_000));
    assert_sound(&app).await;
});

on_both_engines!(a_manager_sends_cash_back_by_upi_and_rounds_paise_up_in_cash, async |store| {
    let (app, customers, kiran, _) = open_counter(store, 2).await;
    let nisha = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    try_take(&app, &kiran, payment_by(Tender::Cash, vec![line_of(&app, order.number, 400).await]), 1)
        .await
        .unwrap();
    cancel(&app, &kiran, order.number, 2).await;
    let refund = owed(&app, order.number).await;
    let request = PayOutRefund { method: Some(RefundMethod::Upi), ..as_taken(refund) };
    pay_out_refund(&app, &nisha, request, request_key(3)).await.unwrap();
    let expected = read_drawer(&app, &nisha, VENUE).await.unwrap().1.unwrap().expected;
    assert_eq!(expected, Some(Money::from_rupees(2_400)), "the cash stays in the drawer");
    assert_sound(&app).await;

    let order = booked(&app, customers[1], 4, "7:00 PM").await;
    let some = PaymentLine { amount: Money::from_paise(40_050), ..line_of(&app, order.number, 0).await };
    try_take(&app, &kiran, payment_by(Tender::UpiOwn, vec![some]), 4).await.unwrap();
    cancel(&app, &kiran, order.number, 5).await;
    let refund = owed(&app, order.number).await;
    pay_out_refund(&app, &nisha, in_cash(refund), request_key(6)).await.unwrap();
    let expected = read_drawer(&app, &nisha, VENUE).await.unwrap().1.unwrap().expected;
    assert_eq!(expected, Some(Money::from_rupees(2_400 - 371)), "₹371 for ₹370.50");
    assert_sound(&app).await;
});

/// Twenty calls at once pay out one refund, every other one in cash and the rest as it was taken; returns how many succeed, and the app.
async fn payouts_at_once(guarded: &Store, store: Store) -> (usize, TestApp) {
    let (app, customers, kiran, _) = open_counter(guarded.clone(), 1).await;
    let nisha = actor(&app, Role::Manager, "9825041739", &[VENUE]).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    try_take(&app, &kiran, payment_by(Tender::UpiOwn, vec![line_of(&app, order.number, 400).await]), 1)
        .await
        .unwrap();
    cancel(&app, &kiran, order.number, 2).await;
    let refund = owed(&app, order.number).await;
    let app = app.another_node_on(store, |_| {});
    let answers = run_concurrently(20, |n| {
        let (app, nisha) = (app.clone(), nisha.clone());
        let request = if n % 2 == 0 { in_cash(refund) } else { as_taken(refund) };
        async move { pay_out_refund(&app, &nisha, request, request_key(100 + n as u64)).await }
    });
    (answers.await.into_iter().filter(Result::is_ok).count(), app)
}

on_both_engines!(a_refund_paid_out_in_cash_and_as_taken_at_once_is_given_back_once, async |store| {
    let (succeeded, app) = payouts_at_once(&store, store.clone()).await;
    assert_eq!(succeeded, 1);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_guard_a_refund_is_given_back_by_both_ways, async |store| {
    let unguarded = without_guard(&store, statement("refund/pay_out"), "and status = 'approved' and", "and");
    assert!(payouts_at_once(&store, unguarded).await.0 > 1);
});
