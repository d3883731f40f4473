//! A code of the provider for a guest who has no phone number: it stays payable when the booking gets a number.

use serde_json::json;
use sideout_app::{
    Order,
    desk::{
        bookings::{
            DeskSlot,
            add_number::{AddNumber, add_number},
            book::{BookAtDesk, Player, book_at_desk},
        },
        money::take_payment::TakePaymentError,
    },
    payments::{close_qr_codes::close_qr_codes, issue_refunds::issue_refunds, reconcile::reconcile},
    steps::audited::Actor,
};
use sideout_domain::{CourtId, bill::QrState, money::Money, order::OrderNumber, refund::RefundReason};
use sideout_store::{Orders, Store, StoreError};
use sideout_testkit::{on_both_engines, request_key, sample_venue::VENUE};

use crate::fixture::PaymentsFixture;

const DUE: Money = Money::from_rupees(800);

/// A booking of ₹800 of a guest without a number.
async fn guest_booking(store: Store) -> (PaymentsFixture, Actor, Order) {
    let fixture = PaymentsFixture::with_webhooks(store, 1).await;
    let manager = fixture.manager_with_drawer().await;
    let sunday = jiff::civil::date(2026, 11, 22);
    let slot = DeskSlot { court: CourtId(3), day: sunday, start: "7:00 PM".parse().unwrap() };
    let player = Player::WithoutNumber { full_name: "Asha Patel".parse().unwrap() };
    let request =
        BookAtDesk { slots: vec![slot], player, contact_name: None, total: DUE, pay: None, arrive: false };
    let booked = book_at_desk(&fixture.app, &manager, VENUE, request, request_key(8_000)).await.unwrap();
    let number = OrderNumber::try_from(booked.orders[0].number).unwrap();
    let input = (number, booked.customer);
    let read = fixture.app.store.read(input, |tx, (number, customer)| {
        Box::pin(async move { Orders(tx).find(*number, *customer).await })
    });
    let order: Result<_, StoreError> = read.await;
    (fixture, manager, order.unwrap().unwrap())
}

async fn add_the_number(fixture: &PaymentsFixture, manager: &Actor, order: &Order, key: u64) {
    let version = fixture.details(order).await.booking.version;
    let phone = "9825041777".parse().unwrap();
    let request = AddNumber { number: order.number, version, phone, name: None };
    add_number(&fixture.app, manager, request, request_key(key)).await.unwrap();
}

on_both_engines!(a_code_open_while_a_guest_gets_a_number_is_paid_once_for_the_booking, async |store| {
    let (fixture, manager, order) = guest_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    add_the_number(&fixture, &manager, &order, 2).await;
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Open);
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 0, "the code stays open at the provider");
    assert_eq!(fixture.open_codes().await, 1);

    fixture.pay_qr(&code, json!({})).await;
    fixture.advance(61).await;
    reconcile(&fixture.app).await.unwrap();
    reconcile(&fixture.app).await.unwrap();
    let paid = fixture.read_qr(&manager, made.qr.bill).await;
    assert_eq!((paid.qr.state, paid.refunded), (QrState::Paid, None));
    assert!(paid.receipt.is_some());
    let booking = fixture.details(&order).await;
    assert_ne!(booking.booking.customer, order.customer, "it is the player's");
    assert_eq!((booking.booking.amounts.paid, booking.payments.len()), (DUE, 1));
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(fixture.everything().await["payments"][0]["amount_refunded"], 0);
    fixture.assert_sound().await;

    // Nothing is left to pay.
    let again = fixture.line(&order, 1).await;
    let again = fixture.take(&manager, again, 3).await;
    assert!(matches!(again, Err(TakePaymentError::MoreThanDue(_))), "{again:?}");
});

on_both_engines!(a_code_scanned_before_the_guest_got_a_number_is_credited_afterwards, async |store| {
    let (fixture, manager, order) = guest_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let scanned = fixture.scan(made.qr.id.as_ref().unwrap()).await;
    add_the_number(&fixture, &manager, &order, 2).await;
    fixture.bank_accepts(&scanned).await;
    fixture.advance(61).await;
    reconcile(&fixture.app).await.unwrap();
    assert_eq!(fixture.details(&order).await.booking.amounts.paid, DUE);
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.refunded, None);
    fixture.assert_sound().await;
});

on_both_engines!(cash_taken_after_the_guest_got_a_number_closes_the_code, async |store| {
    let (fixture, manager, order) = guest_booking(store).await;
    let made = fixture.qr(&manager, &order, 800, 1).await;
    let scanned = fixture.scan(made.qr.id.as_ref().unwrap()).await;
    add_the_number(&fixture, &manager, &order, 2).await;
    let line = fixture.line(&order, 800).await;
    fixture.take(&manager, line, 3).await.unwrap();
    assert_eq!(fixture.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    assert_eq!(close_qr_codes(&fixture.app).await.unwrap(), 1);
    fixture.bank_accepts(&scanned).await;
    fixture.advance(61).await;
    reconcile(&fixture.app).await.unwrap();
    let late = fixture.read_qr(&manager, made.qr.bill).await;
    assert_eq!(late.refunded, Some((DUE, RefundReason::PaidTwice)));
    while issue_refunds(&fixture.app).await.unwrap() > 0 {}
    assert_eq!(fixture.everything().await["payments"][0]["amount_refunded"], 80_000);
    assert_eq!(fixture.details(&order).await.booking.amounts.paid, DUE);
    fixture.assert_sound().await;
});
