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

use crate::world::World;

const DUE: Money = Money::from_rupees(800);

/// A booking of ₹800 of a guest without a number.
async fn guest_booking(store: Store) -> (World, Actor, Order) {
    let world = World::called_back(store, 1).await;
    let manager = world.manager_with_drawer().await;
    let sunday = jiff::civil::date(2026, 11, 22);
    let slot = DeskSlot { court: CourtId(3), day: sunday, start: "7:00 PM".parse().unwrap() };
    let player = Player::WithoutNumber { full_name: "Asha Patel".parse().unwrap() };
    let request =
        BookAtDesk { slots: vec![slot], player, contact_name: None, total: DUE, pay: None, arrive: false };
    let booked = book_at_desk(&world.app, &manager, VENUE, request, request_key(8_000)).await.unwrap();
    let number = OrderNumber::try_from(booked.orders[0].number).unwrap();
    let input = (number, booked.customer);
    let read = world.app.store.read(input, |tx, (number, customer)| {
        Box::pin(async move { Orders(tx).find(*number, *customer).await })
    });
    let order: Result<_, StoreError> = read.await;
    (world, manager, order.unwrap().unwrap())
}

async fn add_the_number(world: &World, manager: &Actor, order: &Order, key: u64) {
    let version = world.details(order).await.booking.version;
    let phone = "9825041777".parse().unwrap();
    let request = AddNumber { number: order.number, version, phone, name: None };
    add_number(&world.app, manager, request, request_key(key)).await.unwrap();
}

on_both_engines!(a_code_open_while_a_guest_gets_a_number_is_paid_once_for_the_booking, async |store| {
    let (world, manager, order) = guest_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let code = made.qr.id.clone().unwrap();
    add_the_number(&world, &manager, &order, 2).await;
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Open);
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 0, "the code stays open at the provider");
    assert_eq!(world.open_codes().await, 1);

    world.pay_qr(&code, json!({})).await;
    world.advance(61).await;
    reconcile(&world.app).await.unwrap();
    reconcile(&world.app).await.unwrap();
    let paid = world.read_qr(&manager, made.qr.bill).await;
    assert_eq!((paid.qr.state, paid.refunded), (QrState::Paid, None));
    assert!(paid.receipt.is_some());
    let booking = world.details(&order).await;
    assert_ne!(booking.booking.customer, order.customer, "it is the player's");
    assert_eq!((booking.booking.amounts.paid, booking.payments.len()), (DUE, 1));
    while issue_refunds(&world.app).await.unwrap() > 0 {}
    assert_eq!(world.everything().await["payments"][0]["amount_refunded"], 0);
    world.assert_sound().await;

    // Nothing is left to pay.
    let again = world.line(&order, 1).await;
    let again = world.take(&manager, again, 3).await;
    assert!(matches!(again, Err(TakePaymentError::MoreThanDue(_))), "{again:?}");
});

on_both_engines!(a_code_scanned_before_the_guest_got_a_number_is_credited_afterwards, async |store| {
    let (world, manager, order) = guest_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let scanned = world.scan(made.qr.id.as_ref().unwrap()).await;
    add_the_number(&world, &manager, &order, 2).await;
    world.bank_accepts(&scanned).await;
    world.advance(61).await;
    reconcile(&world.app).await.unwrap();
    assert_eq!(world.details(&order).await.booking.amounts.paid, DUE);
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.refunded, None);
    world.assert_sound().await;
});

on_both_engines!(cash_taken_after_the_guest_got_a_number_closes_the_code, async |store| {
    let (world, manager, order) = guest_booking(store).await;
    let made = world.qr(&manager, &order, 800, 1).await;
    let scanned = world.scan(made.qr.id.as_ref().unwrap()).await;
    add_the_number(&world, &manager, &order, 2).await;
    let line = world.line(&order, 800).await;
    world.take(&manager, line, 3).await.unwrap();
    assert_eq!(world.read_qr(&manager, made.qr.bill).await.qr.state, QrState::Closed);
    assert_eq!(close_qr_codes(&world.app).await.unwrap(), 1);
    world.bank_accepts(&scanned).await;
    world.advance(61).await;
    reconcile(&world.app).await.unwrap();
    let late = world.read_qr(&manager, made.qr.bill).await;
    assert_eq!(late.refunded, Some((DUE, RefundReason::PaidTwice)));
    while issue_refunds(&world.app).await.unwrap() > 0 {}
    assert_eq!(world.everything().await["payments"][0]["amount_refunded"], 80_000);
    assert_eq!(world.details(&order).await.booking.amounts.paid, DUE);
    world.assert_sound().await;
});
