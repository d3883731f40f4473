//! Payments captured after the hold expired: they book the court again, another one if the player allows it, or are refunded.

use serde_json::json;
use sideout_app::{
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
use sideout_testkit::{on_both_engines, request_key};

use crate::world::{AFTER_THE_HOLD, World};

on_both_engines!(late_money_takes_the_court_again_while_it_is_free, async |store| {
    let world = World::new(store, 1).await;
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.advance(AFTER_THE_HOLD).await;
    sideout_app::jobs::expire_holds::expire_holds(&world.app).await.unwrap();
    assert_eq!(world.order(&order).await.status, OrderStatus::Expired);
    world.pay(&checkout, json!({})).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 1);
    let overview = world.overview(order.customer, order.number).await;
    assert_eq!((overview.order.status, overview.payment), (OrderStatus::Confirmed, PaymentState::Paid));
    assert_eq!(overview.order.moved_from, None);
});

on_both_engines!(late_money_for_a_court_that_is_taken_is_refunded_in_full, async |store| {
    let world = World::new(store, 2).await;
    let order = world.pay_late_for_a_taken_court(false).await;
    let overview = world.hint(&order).await;
    let owed = PaymentState::Refund {
        amount: Money::from_rupees(800),
        reason: RefundReason::PaidLate,
        status: RefundStatus::Approved,
    };
    assert_eq!(overview.payment, owed);
    assert_eq!(issue_refunds(&world.app).await.unwrap(), 1);
    assert_eq!(issue_refunds(&world.app).await.unwrap(), 0);
    let refunds = world.everything().await["refunds"].clone();
    assert_eq!((refunds.as_array().unwrap().len(), &refunds[0]["amount"]), (1, &json!(80_000)));
    assert_ne!(world.order(&order).await.status, OrderStatus::Confirmed);
});

on_both_engines!(a_payment_authorized_too_late_for_the_provider_to_capture_it_is_settled, async |store| {
    let world = World::new(store, 2).await;
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.pay(&checkout, json!({"outcome": "silent", "authorized_after_minutes": 25})).await;
    world.advance(AFTER_THE_HOLD).await;
    world.hold(1, 3).await;
    world.advance(5 * 60).await;
    let everything = world.everything().await;
    assert_eq!(
        everything["payments"][0]["status"], "authorized",
        "the provider does not capture it by itself"
    );
    let overview = world.hint(&order).await;
    let PaymentState::Refund { amount, reason, .. } = overview.payment else { panic!("{overview:?}") };
    assert_eq!((amount, reason), (Money::from_rupees(800), RefundReason::PaidLate));
});

on_both_engines!(late_money_books_another_court_of_the_kind_only_if_the_player_allows_it, async |store| {
    let world = World::new(store, 2).await;
    let order = world.pay_late_for_a_taken_court(true).await;
    let overview = world.hint(&order).await;
    assert_eq!((overview.order.status, overview.payment), (OrderStatus::Confirmed, PaymentState::Paid));
    assert_ne!(overview.order.slot.court, CourtId(3));
    assert_eq!(overview.order.moved_from, Some((CourtId(3), order.court_name)));
    assert_eq!(overview.order.slot.starts_at, order.slot.starts_at);
    assert_eq!(overview.order.court_type, order.court_type);
});

on_both_engines!(a_move_by_the_desk_forgets_the_court_that_late_money_found_taken, async |store| {
    let world = World::new(store, 2).await;
    let order = world.pay_late_for_a_taken_court(true).await;
    let booked = world.hint(&order).await.order;
    let manager = world.manager_with_drawer().await;
    let held = Some((CourtId(3), order.court_name.clone()));
    assert_eq!(booked.moved_from, held);

    let request = MoveAtDesk {
        number: order.number,
        version: world.details(&order).await.booking.version,
        to: DeskSlot { court: booked.slot.court, day: booked.day, start: "8:00 PM".parse().unwrap() },
        total: booked.price,
        choice: None,
        reason: None,
    };
    move_at_desk(&world.app, &manager, request, request_key(1)).await.unwrap();
    assert_eq!(world.order(&order).await.moved_from, None, "the desk chose this court and hour");

    // The pass says again why it names another court than the player chose.
    undo_move(&world.app, &manager, order.number, &request_key(1), request_key(2)).await.unwrap();
    let undone = world.order(&order).await;
    assert_eq!((undone.slot, undone.moved_from), (booked.slot, held));
});

on_both_engines!(a_payment_for_a_court_that_the_player_released_is_refunded, async |store| {
    let world = World::new(store, 1).await;
    let order = world.hold(0, 3).await;
    let checkout = world.checkout(&order).await;
    world.hold(0, 4).await; // in place of the first one
    world.pay(&checkout, json!({})).await;
    let overview = world.hint(&order).await;
    assert_eq!(overview.order.status, OrderStatus::Released);
    let PaymentState::Refund { reason, .. } = overview.payment else { panic!("{overview:?}") };
    assert_eq!(reason, RefundReason::OrderClosed);
});

on_both_engines!(the_reconciler_finds_payments_without_webhooks_and_stops_after_three_days, async |store| {
    let world = World::new(store, 2).await;
    let (paid, never) = (world.hold(0, 3).await, world.hold(1, 4).await);
    let checkout = world.checkout(&paid).await;
    world.checkout(&never).await;
    world.pay(&checkout, json!({})).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 0, "no poll is due yet");
    world.advance(60).await;
    assert_eq!(reconcile(&world.app).await.unwrap(), 2);
    assert_eq!(world.order(&paid).await.status, OrderStatus::Confirmed);
    let mut polls = 0;
    for _ in 0..80 {
        world.advance(3_600).await;
        polls += reconcile(&world.app).await.unwrap();
    }
    assert_eq!(polls, 72, "only the open order is polled, once an hour");
    assert_eq!(world.number("select count(*) from provider_order where next_poll_at is not null").await, 0);
});
