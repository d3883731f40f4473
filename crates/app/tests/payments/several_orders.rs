//! One bill for several orders, paid in one go: all of them are booked or none, and each can be cancelled alone.

use serde_json::json;
use sideout_app::{
    Order,
    booking::{cancel::cancel, confirm_at_court::confirm_at_court},
    receipts::find_document::{FindDocumentError, find_document},
    steps::payment_overview::PaymentState,
};
use sideout_documents::CreditReason;
use sideout_domain::{
    bill::BillLine,
    money::Money,
    order::OrderStatus,
    receipt::DocumentKind::{CreditNote, Receipt},
    refund::RefundReason,
};
use sideout_store::{Claims, Orders, StoreError};
use sideout_testkit::{
    CreditNoteAmounts, PriceRule, assert_credit_note, assert_credit_note_names, on_both_engines,
};

use crate::{
    billing::{PaymentRequest, line},
    fixture::{FRIDAY, PaymentsFixture},
    receipts::listed,
};

/// A basket of this size, with one bill for all of it.
async fn basket_with_bill(fixture: &PaymentsFixture, size: usize) -> (Vec<Order>, PaymentRequest) {
    let orders = fixture.basket(size).await;
    let lines: Vec<_> = orders.iter().map(|order| line(order, 800)).collect();
    let request = fixture.request_payment(orders[0].customer, &lines).await;
    (orders, request)
}

/// A basket of this size that was paid online at once.
pub(crate) async fn paid_basket(fixture: &PaymentsFixture, size: usize) -> Vec<Order> {
    let (orders, request) = basket_with_bill(fixture, size).await;
    fixture.pay_order(&request.provider_order, json!({})).await;
    fixture.hint(&orders[0]).await;
    let mut paid = Vec::new();
    for order in &orders {
        paid.push(fixture.order(order).await);
    }
    paid
}

/// A basket of this size, of which the second order was released before all of it was paid: the whole payment goes back.
pub(crate) async fn basket_paid_too_late(fixture: &PaymentsFixture, size: usize) -> Vec<Order> {
    let (orders, request) = basket_with_bill(fixture, size).await;
    release(fixture, &orders[1]).await;
    fixture.pay_order(&request.provider_order, json!({})).await;
    orders
}

on_both_engines!(three_orders_paid_by_one_bill_are_booked_together_with_one_receipt, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 3).await;
    let orders = paid_basket(&fixture, 3).await;
    let lines: Vec<_> = orders.iter().map(|order| (order.number.to_string(), false, 800)).collect();
    for order in &orders {
        assert_eq!(listed(&store, order).await, lines);
        let found = (order.status, order.paid, order.due());
        assert_eq!(found, (OrderStatus::Confirmed, Money::from_rupees(800), Money::ZERO));
        assert_eq!(fixture.hint(order).await.payment, PaymentState::Paid);
        find_document(&fixture.app, order.customer, order.number, Receipt).await.unwrap();
    }
    let documents = fixture.rows("select kind, total_paise from receipt").await;
    assert_eq!(documents, [("receipt".to_owned(), 240_000)]);
    fixture.assert_all_agree().await;
});

on_both_engines!(a_payment_with_an_order_released_before_is_refunded_whole_and_once, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    for order in &basket_paid_too_late(&fixture, 3).await {
        let overview = fixture.hint(order).await;
        let PaymentState::Refund { amount, reason, .. } = overview.payment else { panic!("{overview:?}") };
        assert_eq!((amount, reason), (Money::from_rupees(2_400), RefundReason::OrderClosed));
    }
    assert_eq!(fixture.number("select count(*) from orders where status = 'confirmed'").await, 0);
    assert_eq!(fixture.number("select count(*) from receipt").await, 0);
    let there = fixture.assert_all_agree_after_refunds().await;
    assert_eq!(there["refunds"].as_array().unwrap().len(), 1);
    assert_eq!(there["refunds"][0]["amount"], 240_000);
});

async fn release(fixture: &PaymentsFixture, order: &Order) {
    let input = (order.slot, order.number);
    let released: Result<bool, StoreError> = fixture
        .app
        .store
        .write(input, |tx, (slot, number)| {
            Box::pin(async move {
                Ok(Claims(tx).release_hold(*slot, *number).await?
                    && Orders(tx).close_hold(*number, OrderStatus::Released).await?)
            })
        })
        .await;
    assert!(released.unwrap());
}

async fn statuses(fixture: &PaymentsFixture, orders: &[Order]) -> Vec<OrderStatus> {
    let mut found = Vec::new();
    for order in orders {
        found.push(fixture.order(order).await.status);
    }
    found
}

on_both_engines!(one_of_three_orders_is_cancelled_and_its_line_is_refunded, async |store| {
    use OrderStatus::{CancelRequested, Cancelled, Confirmed};
    let fixture = PaymentsFixture::new(store, 3).await;
    let orders = paid_basket(&fixture, 3).await;
    let cancelled = cancel(&fixture.app, orders[1].customer, orders[1].number, None).await.unwrap();
    assert_eq!(cancelled.refund, Money::from_rupees(770));
    assert_eq!(statuses(&fixture, &orders).await, [Confirmed, CancelRequested, Confirmed]);
    let note = "select kind, total_paise from receipt where kind = 'credit_note'";
    assert_eq!(fixture.rows(note).await, [("credit_note".to_owned(), 77_000)]);
    find_document(&fixture.app, orders[1].customer, orders[1].number, CreditNote).await.unwrap();
    for other in [&orders[0], &orders[2]] {
        assert_eq!(fixture.hint(other).await.payment, PaymentState::Paid);
        let none = find_document(&fixture.app, other.customer, other.number, CreditNote).await;
        assert!(matches!(none, Err(FindDocumentError::NoSuchDocument)), "{none:?}");
    }
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.assert_all_agree_after_refunds().await;
    assert_eq!(statuses(&fixture, &orders).await, [Confirmed, Cancelled, Confirmed]);
});

on_both_engines!(a_credit_note_counts_what_went_back_of_each_booking_between_two_closures, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let manager = fixture.manager_with_drawer().await;
    let orders = paid_basket(&fixture, 2).await;
    PriceRule::rupees(700).numbered(90).of_court(5).add(&store).await;
    PriceRule::rupees(600).numbered(91).of_court(6).add(&store).await;
    let (_, between) = fixture.move_by_closure(&manager, &orders[1], 5, 1).await;
    assert_credit_note(
        &fixture.app,
        &between,
        CreditReason::Moved,
        CreditNoteAmounts { paid: 800, before: 0, back: 100 },
    )
    .await;
    let (_, last) = fixture.move_by_closure(&manager, &between, 6, 2).await;
    assert_credit_note(
        &fixture.app,
        &last,
        CreditReason::Moved,
        CreditNoteAmounts { paid: 800, before: 100, back: 100 },
    )
    .await;
    cancel(&fixture.app, last.customer, last.number, None).await.unwrap();
    assert_credit_note(
        &fixture.app,
        &last,
        CreditReason::Cancelled,
        CreditNoteAmounts { paid: 800, before: 200, back: 570 },
    )
    .await;
    cancel(&fixture.app, orders[0].customer, orders[0].number, None).await.unwrap();
    assert_credit_note(
        &fixture.app,
        &orders[0],
        CreditReason::Cancelled,
        CreditNoteAmounts { paid: 800, before: 0, back: 770 },
    )
    .await;
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(a_credit_note_from_before_a_second_closure_is_about_its_line_still, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let manager = fixture.manager_with_drawer().await;
    let orders = paid_basket(&fixture, 2).await;
    PriceRule::rupees(700).numbered(90).of_court(5).add(&store).await;
    PriceRule::rupees(700).numbered(91).of_court(6).add(&store).await;
    let (_, between) = fixture.move_by_closure(&manager, &orders[1], 5, 1).await;
    let (_, last) = fixture.move_by_closure(&manager, &between, 6, 2).await;
    // The last hour costs the same as the one before, so the newest credit note is that of the first closure.
    assert_credit_note(
        &fixture.app,
        &last,
        CreditReason::Moved,
        CreditNoteAmounts { paid: 800, before: 0, back: 100 },
    )
    .await;
    // The receipt lists the first booking.
    assert_credit_note_names(&fixture.app, &last, &orders[1]).await;
    fixture.assert_all_agree_after_refunds().await;
});

on_both_engines!(two_cancelled_orders_of_the_same_amount_are_two_refunds_at_the_provider, async |store| {
    let fixture = PaymentsFixture::new(store, 3).await;
    let orders = paid_basket(&fixture, 3).await;
    for order in &orders[..2] {
        cancel(&fixture.app, order.customer, order.number, None).await.unwrap();
    }
    fixture.app.clock.set(FRIDAY.parse().unwrap());
    let there = fixture.assert_all_agree_after_refunds().await;
    let refunds = there["refunds"].as_array().unwrap();
    assert_eq!(refunds.iter().map(|refund| &refund["amount"]).collect::<Vec<_>>(), [77_000, 77_000]);
    assert_eq!(statuses(&fixture, &orders).await[2], OrderStatus::Confirmed);
    assert_eq!(fixture.number("select amount_paise - refunded_paise from payment").await, 86_000);
    let serials = fixture.rows("select kind, serial from receipt order by kind, serial").await;
    let note = |n| ("credit_note".to_owned(), n);
    assert_eq!(serials, [note(1), note(2), ("receipt".to_owned(), 1)]);
});

on_both_engines!(one_payment_for_an_order_and_a_part_of_another_is_recorded_for_each, async |store| {
    let fixture = PaymentsFixture::new(store.clone(), 2).await;
    let orders = fixture.basket(2).await;
    let number = orders[1].number;
    confirm_at_court(&fixture.app, orders[1].customer, number, None).await.unwrap();
    let request =
        fixture.request_payment(orders[0].customer, &[line(&orders[0], 800), line(&orders[1], 300)]).await;
    fixture.pay_order(&request.provider_order, json!({})).await;
    fixture.hint(&orders[0]).await;
    let part = fixture.order(&orders[1]).await;
    assert_eq!((part.paid, part.due()), (Money::from_rupees(300), Money::from_rupees(500)));
    assert_eq!(fixture.order(&orders[0]).await.status, OrderStatus::Confirmed);
    let lines = [(orders[0].number.to_string(), false, 800), (number.to_string(), true, 300)];
    assert_eq!(listed(&store, &orders[0]).await, lines);
    fixture.assert_all_agree().await;
});

on_both_engines!(late_money_for_several_orders_books_for_each_a_court_of_its_own_kind, async |store| {
    let fixture = PaymentsFixture::new(store, 4).await;
    // One order is outdoors and one indoors, where there are two courts.
    assert_eq!(fixture.change("update court set court_type = 'INDOOR' where court_id >= 11").await, 2);
    let mut orders = Vec::new();
    for (player, court) in [(0, 1), (1, 12)] {
        orders.push(fixture.hold(player, court).await);
    }
    assert_ne!(orders[0].court_type, orders[1].court_type);
    fixture.change("update orders set customer_id = 100000000000, hold_place = court_id - 1").await;
    let orders: Vec<_> =
        orders.into_iter().map(|order| Order { customer: fixture.players[0], ..order }).collect();
    let lines: Vec<_> =
        orders.iter().map(|order| BillLine { order: Some(order.number), amount: order.price }).collect();
    let request = fixture.request_payment(orders[0].customer, &lines).await;
    assert_eq!(fixture.change("update provider_order set any_court = 1").await, 1);
    fixture.advance(21 * 60).await;
    for (player, court) in [(2, 1), (3, 12)] {
        fixture.hold(player, court).await;
    }
    fixture.pay_order(&request.provider_order, json!({})).await;
    fixture.hint(&orders[0]).await;
    for order in &orders {
        let booked = fixture.order(order).await;
        assert_eq!((booked.status, booked.court_type), (OrderStatus::Confirmed, order.court_type));
        assert_ne!(booked.slot.court, order.slot.court);
    }
    fixture.assert_all_agree().await;
});
