//! The bank declines, the player chooses to pay at the court, then the bank accepts: the booking is paid.

use serde_json::json;
use sideout_app::{
    booking::{cancel::cancel, confirm_at_court::confirm_at_court},
    desk::bookings::{
        DeskSlot,
        move_booking::{MoveAtDesk, move_at_desk},
        move_price::PriceChoice,
    },
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    receipts::IssuedDocument,
    steps::payment_overview::PaymentState,
};
use sideout_domain::{
    CourtId,
    money::Money,
    order::{OrderStatus, PaymentMethod},
    receipt::DocumentKind,
    refund::RefundReason,
};
use sideout_testkit::{on_both_engines, request_key, rounds, run_concurrently, statement, without_guard};

use crate::{fixture::PaymentsFixture, receipts::listed};

const PRICE: Money = Money::from_rupees(800);

on_both_engines!(a_late_payment_pays_the_booking_that_was_confirmed_at_the_court, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    let failed = fixture.pay(&checkout, json!({"outcome": "fail"})).await;
    fixture.hint(&order).await;
    let booked = confirm_at_court(&fixture.app, order.customer, order.number, None).await.unwrap();
    assert_eq!(booked.payment_method, Some(PaymentMethod::Court));
    fixture.pay(&checkout, json!({"payment_id": failed["payment"]["id"]})).await;
    fixture.advance(60).await;
    assert_eq!(reconcile(&fixture.app).await.unwrap(), 1);
    let overview = fixture.overview(order.customer, order.number).await;
    assert_eq!(overview.payment, PaymentState::Paid);
    let paid = overview.order;
    assert_eq!(
        (paid.status, paid.paid, paid.payment_method),
        (OrderStatus::Confirmed, PRICE, Some(PaymentMethod::Online))
    );
    let kinds: Vec<_> = overview.documents.iter().map(IssuedDocument::kind).collect();
    assert_eq!(kinds, [DocumentKind::Receipt]);
    assert_eq!(fixture.number("select count(*) from refund").await, 0);
    fixture.assert_all_agree().await;
    // It is refunded like any booking that was paid online.
    cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    fixture.advance(14 * 86_400).await;
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(fixture.order(&order).await.status, OrderStatus::Cancelled);
    fixture.assert_all_agree().await;
});

on_both_engines!(
    a_late_payment_of_a_booking_that_costs_more_by_now_is_a_part_on_its_receipt,
    async |store| {
        let fixture = PaymentsFixture::new(store.clone(), 1).await;
        let manager = fixture.manager_with_drawer().await;
        let order = fixture.hold(0, 3).await;
        let checkout = fixture.checkout(&order).await;
        confirm_at_court(&fixture.app, order.customer, order.number, None).await.unwrap();
        // The hour from 9 PM costs ₹1,000.
        let dearer = "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
        values (2, 1, 127, 1260, 1320, 100000)";
        assert_eq!(fixture.change(dearer).await, 1);
        fixture.app.venues.forget();
        let request = MoveAtDesk {
            number: order.number,
            version: fixture.details(&order).await.booking.version,
            to: DeskSlot { court: CourtId(3), day: order.day, start: "9:00 PM".parse().unwrap() },
            total: Money::from_rupees(1_000),
            choice: Some(PriceChoice::Charge),
            reason: None,
        };
        move_at_desk(&fixture.app, &manager, request, request_key(1)).await.unwrap();

        fixture.pay(&checkout, json!({})).await;
        let paid = fixture.hint(&order).await.order;
        assert_eq!((paid.paid, paid.due()), (PRICE, Money::from_rupees(200)));
        assert_eq!(listed(&store, &order).await, [(order.number.to_string(), true, 800)]);
        fixture.assert_all_agree().await;
    }
);

on_both_engines!(a_payment_of_more_than_is_owed_is_refunded_as_a_wrong_amount, async |store| {
    let fixture = PaymentsFixture::new(store, 1).await;
    assert_eq!(fixture.change("insert into coupon (coupon_id, code, kind, value, max_discount_paise, min_amount_paise, starts_at,
        ends_at, venue_ids, total_limit, per_customer_limit, used, active)
        values (1, 'DINK', 'flat', 10000, null, 0, null, null, null, null, 1, 0, 1)").await, 1);
    let order = fixture.hold(0, 3).await;
    let checkout = fixture.checkout(&order).await;
    confirm_at_court(&fixture.app, order.customer, order.number, Some("DINK")).await.unwrap();
    fixture.pay(&checkout, json!({})).await;
    let overview = fixture.hint(&order).await;
    let PaymentState::Refund { amount, reason, .. } = overview.payment else { panic!("{overview:?}") };
    assert_eq!((amount, reason), (PRICE, RefundReason::WrongAmount));
    assert_eq!(overview.order.status, OrderStatus::Confirmed);
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    fixture.assert_all_agree().await;
});

/// A player confirms an order at the court while the bank pays for it and two nodes look for the payment; `round` decides how
/// long the two wait. In each order of events the booking is confirmed and paid once.
async fn paid_from_both_sides(fixture: &PaymentsFixture, round: usize) {
    let order = fixture.hold_one_of_many(round, round).await;
    let checkout = fixture.checkout(&order).await;
    let other = fixture.app.another_node(|_| {});
    let nodes = [fixture.app.clone(), other];
    run_concurrently(3, |n| {
        let (fixture, nodes, order, checkout) =
            (fixture.clone(), nodes.clone(), order.clone(), checkout.clone());
        async move {
            if n == 0 {
                fixture.let_time_pass(round % 4).await;
                // An error that says that it is paid already is right as well.
                drop(confirm_at_court(&nodes[0], order.customer, order.number, None).await);
                return;
            }
            if n == 1 {
                fixture.let_time_pass(round / 4 % 4).await;
                fixture.pay(&checkout, json!({})).await;
            }
            let hint = sideout_app::payments::confirm_payment::confirm_payment;
            hint(&nodes[n - 1], order.customer, order.number, None).await.unwrap();
        }
    })
    .await;
    fixture.hint(&order).await;
    let overview = fixture.overview(order.customer, order.number).await;
    assert_eq!(
        (overview.order.status, overview.order.paid, &overview.payment),
        (OrderStatus::Confirmed, PRICE, &PaymentState::Paid),
        "round {round}"
    );
}

on_both_engines!(confirming_at_the_court_while_the_bank_pays_ends_in_one_paid_booking, async |store| {
    use futures_util::{StreamExt as _, stream};
    const ROUNDS: usize = rounds(500);
    let fixture = PaymentsFixture::new(store, i64::try_from(ROUNDS).unwrap()).await;
    let rounds = stream::iter((0..ROUNDS).map(|round| paid_from_both_sides(&fixture, round)));
    rounds.buffer_unordered(6).collect::<()>().await;
    let there = fixture.assert_all_agree().await;
    assert_eq!(there["refunds"], json!([]));
    assert_eq!(fixture.number("select count(*) from receipt").await, i64::try_from(ROUNDS).unwrap());
});

on_both_engines!(control_without_the_guard_a_payment_settled_by_two_nodes_breaks_a_rule, async |store| {
    // One race may go well.
    const ROUNDS: i64 = 12;
    let unguarded = without_guard(&store, statement("payment/settle"), "and settled_at is null", "");
    let fixture = PaymentsFixture::new(unguarded, ROUNDS).await;
    let other = fixture.app.another_node(|_| {});
    let hint = sideout_app::payments::confirm_payment::confirm_payment;
    for round in 0..ROUNDS {
        let order = fixture.hold(usize::try_from(round).unwrap(), round + 1).await;
        let checkout = fixture.checkout(&order).await;
        confirm_at_court(&fixture.app, order.customer, order.number, None).await.unwrap();
        fixture.pay(&checkout, json!({})).await;
        let (here, there) = tokio::join!(
            hint(&fixture.app, order.customer, order.number, None),
            hint(&other, order.customer, order.number, None)
        );
        assert!(here.is_ok() && there.is_ok());
        if !fixture.broken().await.is_empty() {
            return;
        }
    }
    panic!("no rule was broken in {ROUNDS} rounds, so another guard prevents it");
});

on_both_engines!(a_refund_below_one_rupee_is_neither_approved_nor_sent, async |store| {
    let fixture = PaymentsFixture::new(store, 2).await;
    let charge = "update orders set bank_charge_paise = 79950";
    let (promised, never) = (fixture.hold(0, 3).await, fixture.hold(1, 4).await);
    for order in [&promised, &never] {
        let checkout = fixture.checkout(order).await;
        fixture.pay(&checkout, json!({})).await;
        fixture.hint(order).await;
    }
    assert_eq!(fixture.change(charge).await, 2);
    let cancelled = cancel(&fixture.app, never.customer, never.number, None).await.unwrap();
    assert_eq!((cancelled.order.status, cancelled.refund), (OrderStatus::Cancelled, Money::ZERO));
    // As an earlier version wrote it, without a check of the amount.
    cancel(&fixture.app, promised.customer, promised.number, None).await.unwrap();
    fixture.change("update orders set status = 'cancel_requested' where court_id = 3").await;
    fixture.change("insert into refund (bill_id, method, about, payment_id, order_number, amount_paise, reason, status, attempt, tries,
        next_step_at, approved_at)
        select p.bill_id, 'provider', 'order.' || o.order_number, p.payment_id, o.order_number, 50, 'cancelled', 'approved', 1,
               0, 0, 0
          from payment p
          join bill_line l on l.bill_id = p.bill_id
          join orders o on o.order_number = l.order_number where o.court_id = 3").await;
    assert_eq!(issue_refunds(&fixture.app).await.unwrap(), 1);
    assert_eq!(fixture.order(&promised).await.status, OrderStatus::Cancelled);
    assert_eq!(
        fixture.number("select count(*) from refund where status = 'failed' and next_step_at is null").await,
        1
    );
    assert_eq!(fixture.calls("refund").await, 0, "no refund is requested from the provider");
});
