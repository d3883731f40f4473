//! Payments captured after the hold expired: they book the court again, another one if the player allows it, or are refunded.

use serde_json::json;
use sideout_app::{
    booking::confirm_at_court::confirm_at_court,
    desk::bookings::{
        DeskSlot,
        move_booking::{MoveAtDesk, move_at_desk},
        undo_move::undo_move,
    },
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    steps::payment_overview::PaymentState,
};
use sideout_domain::{
    CourtId,
    money::Money,
    order::OrderStatus,
    refund::{RefundReason, RefundStatus},
};
use sideout_providers::payments::CaptureMode;
use sideout_testkit::{on_both_engines, request_key};

use crate::fixture::{AFTER_THE_HOLD, PaymentsFixture};

on_both_engines!(late_money_takes_the_court_again_while_it_is_free, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.advance(AFTER_THE_HOLD).await;
    sideout_app::jobs::expire_holds::expire_holds(&fixture.app).await.unwrap();
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Expired);
    fixture.pay(&checkout, json!({})).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    let overview = fixture.overview(order.customer, order.number).await;
    assert_eq!((overview.order.status, overview.payment), (OrderStatus::Confirmed, PaymentState::Paid));
    assert_eq!(overview.order.moved_from, None);
});

on_both_engines!(late_money_for_a_court_that_is_taken_is_refunded_in_full, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.pay_late_for_a_taken_court(false).await;
    let overview = fixture.hint(&order).await;
    let owed = PaymentState::Refund {
        amount: Money::from_rupees(800),
        reason: RefundReason::PaidLate,
        status: RefundStatus::Approved,
    };
    assert_eq!(overview.payment, owed);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 0);
    let refunds = fixture.everything().await["refunds"].clone();
    assert_eq!((refunds.as_array().unwrap().len(), &refunds[0]["amount"]), (1, &json!(80_000)));
    assert_ne!(fixture.order(&order).await.status, OrderStatus::Confirmed);
});

on_both_engines!(a_payment_authorized_too_late_for_the_provider_to_capture_it_is_settled, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.pay(&checkout, json!({"outcome": "silent", "authorized_after_minutes": 25})).await;
    fixture.advance(AFTER_THE_HOLD).await;
    fixture.hold(1, 3).await;
    fixture.advance(5 * 60).await;
    let everything = fixture.everything().await;
    assert_eq!(
        everything["payments"][0]["status"], "authorized",
        "the provider does not capture it by itself"
    );
    let overview = fixture.hint(&order).await;
    let PaymentState::Refund { amount, reason, .. } = overview.payment else { panic!("{overview:?}") };
    assert_eq!((amount, reason), (Money::from_rupees(800), RefundReason::PaidLate));
});

on_both_engines!(late_money_books_another_court_of_the_kind_if_the_player_allows_it, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.pay_late_for_a_taken_court(true).await;
    let overview = fixture.hint(&order).await;
    assert_eq!((overview.order.status, overview.payment), (OrderStatus::Confirmed, PaymentState::Paid));
    assert_ne!(overview.order.slot.court, CourtId(3));
    assert_eq!(overview.order.moved_from, Some((CourtId(3), order.court_name)));
    assert_eq!(overview.order.slot.starts_at, order.slot.starts_at);
    assert_eq!(overview.order.court_type, order.court_type);
});

on_both_engines!(a_move_by_the_desk_forgets_the_court_that_late_money_found_taken, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let order = fixture.pay_late_for_a_taken_court(true).await;
    let booked = fixture.hint(&order).await.order;
    let manager = fixture.manager_with_drawer().await;
    let held = Some((CourtId(3), order.court_name.clone()));
    assert_eq!(booked.moved_from, held);

    let request = MoveAtDesk {
        number: order.number,
        version: fixture.details(&order).await.booking.version,
        to: DeskSlot { court: booked.slot.court, day: booked.day, start: "8:00 PM".parse().unwrap() },
        total: booked.price,
        choice: None,
        reason: None,
    };
    move_at_desk(&fixture.app, &manager, request, request_key(1)).await.unwrap();
    assert_eq!(fixture.order(&order).await.moved_from, None, "the desk chose this court and hour");

    // The pass says again why it names another court than the player chose.
    undo_move(&fixture.app, &manager, order.number, &request_key(1), request_key(2)).await.unwrap();
    let undone = fixture.order(&order).await;
    assert_eq!((undone.slot, undone.moved_from), (booked.slot, held));
});

on_both_engines!(a_payment_for_a_court_that_the_player_released_is_refunded, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.hold(0, 4).await; // in place of the first one
    fixture.pay(&checkout, json!({})).await;
    let overview = fixture.hint(&order).await;
    assert_eq!(overview.order.status, OrderStatus::Released);
    let PaymentState::Refund { reason, .. } = overview.payment else { panic!("{overview:?}") };
    assert_eq!(reason, RefundReason::OrderClosed);
});

on_both_engines!(the_reconciler_finds_payments_without_webhooks_and_stops_after_three_days, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let (paid, never) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    let checkout = fixture.checkout(&paid).await;
    fixture.checkout(&never).await;
    fixture.pay(&checkout, json!({})).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 0, "no poll is due yet");
    fixture.advance(60).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 2);
    assert_eq!(fixture.order(&paid).await.status, OrderStatus::Confirmed);
    let mut polls = 0;
    for _ in 0..80 {
        fixture.advance(3_600).await;
        polls += reconcile(&fixture.app).await.unwrap();
    }
    assert_eq!(polls, 72, "only the open order is polled, once an hour");
    assert_eq!(fixture.number("select count(*) from provider_order where next_poll_at is not null").await, 0);
});

on_both_engines!(money_that_is_not_captured_is_watched_until_the_provider_has_returned_it, async |store| {
    let fixture = PaymentsFixture::capturing(store, 2, CaptureMode::Manual).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    fixture.advance(AFTER_THE_HOLD).await;
    let other = fixture.hold(1, 3).await;
    confirm_at_court(&fixture.app, other.customer, other.number, None).await.unwrap();
    fixture.advance(3_600).await;
    fixture.pay(&checkout, json!({})).await;
    let polled = "select count(*) from provider_order where next_poll_at is not null";
    let state = async || {
        let payment = fixture.overview(order.customer, order.number).await.payment;
        (payment, fixture.number(polled).await)
    };
    // The order was opened more than three days ago, and the provider has the payment for less than that.
    for _ in 0..71 {
        fixture.advance(3_600).await;
        reconcile(&fixture.app).await.unwrap();
    }
    assert_eq!(state().await, (PaymentState::UnderWay, 1));
    fixture.advance(3_600).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    assert_eq!(state().await, (PaymentState::Returned(Money::from_rupees(800)), 0));
});
