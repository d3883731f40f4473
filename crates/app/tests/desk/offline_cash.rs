//! Cash that a clerk took without a network, and what the drawer and the database have of it: shared steps.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    Order,
    desk::{
        bookings::cancel_at_desk::{CancelAtDesk, cancel_at_desk, preview_cancellation},
        money::{
            count_shift::{CountedShift, count_shift},
            read_money::read_day_money,
        },
        offline::{
            CashPlace, Decision, FactError, FactKind, OfflineFact, OfflinePayment, PaymentDecision,
            RecordedFact, TakenFact, record_fact::record_fact,
        },
    },
    steps::audited::Actor,
};
use sideout_domain::{
    ShiftId, bill::Tender, drawer::CashCount, money::Money, offline::DeviceTime, staff::Role,
};
use sideout_store::{Store, offline_payments::CountedCash};
use sideout_testkit::{TestApp, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, five_hundreds, open_counter},
    helpers::{at, booked, number},
    shifts::drawer,
};

/// The key of the fact of the payment.
pub(crate) const TAKEN: u64 = 70;

/// An app with a clerk whose drawer was opened with ₹2,000, and a booking for ₹800 that is not paid; it is 6:30 PM. The clerk has taken
/// the ₹800 in cash at 6:20 PM without a network.
pub(crate) async fn open(store: Store) -> (TestApp, Actor, Order, ShiftId) {
    let (app, customers, kiran, shift) = open_counter(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    app.clock.set(at("6:30 PM"));
    (app, kiran, order, shift)
}

/// As [`open`], and the booking was cancelled, so the payment is refused.
pub(crate) async fn open_cancelled(store: Store) -> (TestApp, Actor, Order, ShiftId) {
    let (app, kiran, order, shift) = open(store).await;
    cancel(&app, &kiran, &order, 60).await;
    (app, kiran, order, shift)
}

/// As [`open_cancelled`] or as [`open`].
pub(crate) async fn open_booking(store: Store, is_cancelled: bool) -> (TestApp, Actor, Order, ShiftId) {
    if is_cancelled { open_cancelled(store).await } else { open(store).await }
}

/// Cancels a booking at the desk by the policy.
pub(crate) async fn cancel(app: &TestApp, actor: &Actor, order: &Order, key: u64) {
    let (seen, preview) = preview_cancellation(app, actor, order.number).await.unwrap();
    let (version, shown) = (seen.booking.version, preview.refund);
    let request = CancelAtDesk { number: order.number, version, shown, refund: None, reason: None };
    cancel_at_desk(app, actor, request, request_key(key)).await.unwrap();
}

/// A drawer with the ₹2,000 and the ₹800.
pub(crate) fn with_cash() -> CashCount {
    CashCount::new(BTreeMap::from([(500, 5)]), 300).unwrap()
}

pub(crate) async fn count(
    app: &TestApp,
    actor: &Actor,
    shift: ShiftId,
    found: CashCount,
    key: u64,
) -> CountedShift {
    count_shift(app, actor, shift, found, request_key(key)).await.unwrap()
}

pub(crate) fn cash(order: &Order, place: CashPlace) -> OfflinePayment {
    let amount = Money::from_rupees(800);
    OfflinePayment { order: order.number, tender: Tender::Cash, amount, reference: None, cash: place }
}

pub(crate) fn taken_at(time: Timestamp) -> Option<TakenFact> {
    let time = DeviceTime { at: time, offset: SignedDuration::ZERO };
    Some(TakenFact { id: request_key(TAKEN), time })
}

pub(crate) fn decision(order: &Order, decision: Decision) -> PaymentDecision {
    PaymentDecision {
        payment: cash(order, CashPlace::Unknown),
        taken: taken_at(at("6:20 PM")),
        refusal: "booking_cancelled".to_owned(),
        decision,
        note: String::new(),
    }
}

/// The decision that the cash is put into the present drawer, although the clerk knows that it was counted since.
pub(crate) fn into_drawer(order: &Order, shown: Option<ShiftId>) -> PaymentDecision {
    PaymentDecision {
        payment: cash(order, CashPlace::PresentDrawer(shown)),
        ..decision(order, Decision::Kept)
    }
}

pub(crate) async fn decide(
    app: &TestApp,
    actor: &Actor,
    decided: PaymentDecision,
    key: u64,
) -> Result<RecordedFact, FactError> {
    let time = DeviceTime { at: app.clock_now(), offset: SignedDuration::ZERO };
    let fact = OfflineFact { time, kind: FactKind::Decision(decided) };
    record_fact(app, actor, VENUE, fact, request_key(key)).await
}

pub(crate) async fn pay(
    app: &TestApp,
    actor: &Actor,
    payment: OfflinePayment,
    key: u64,
) -> Result<RecordedFact, FactError> {
    let time = DeviceTime { at: at("6:20 PM"), offset: SignedDuration::ZERO };
    let fact = OfflineFact { time, kind: FactKind::Payment(payment, String::new()) };
    record_fact(app, actor, VENUE, fact, request_key(key)).await
}

/// What has to be in the present drawer, in rupees.
pub(crate) async fn expected(app: &TestApp) -> i64 {
    let now = drawer(app).await;
    now.flow.expected(now.shift.opening).paise() / 100
}

/// The cash in the counts of today, as `viewer` sees it.
pub(crate) async fn counted_cash(app: &TestApp, viewer: &Actor) -> Vec<CountedCash> {
    read_day_money(app, viewer, VENUE, None).await.unwrap().counted_cash
}

pub(crate) async fn movements(app: &TestApp) -> i64 {
    number(&app.store, "select cast(count(*) as bigint) from cash_movement").await
}

pub(crate) async fn outcomes(app: &TestApp) -> i64 {
    number(&app.store, "select cast(count(*) as bigint) from offline_payment").await
}

/// Three counts after the ₹800 were taken: they were still in a tin at the first one, and in the drawer at the second and the third.
/// The manager Nisha made the third. Returns her and, in that order, the shifts that were counted and those that the counts began.
pub(crate) async fn count_thrice(
    app: &TestApp,
    kiran: &Actor,
    shift: ShiftId,
) -> (Actor, [ShiftId; 3], [ShiftId; 3]) {
    let nisha = actor(app, Role::Manager, "9825041737", &[VENUE]).await;
    let first = count(app, kiran, shift, five_hundreds(4), 1).await;
    app.clock.set(at("6:40 PM"));
    let second = count(app, kiran, first.next, with_cash(), 2).await;
    app.clock.set(at("6:50 PM"));
    let third = count(app, &nisha, second.next, with_cash(), 3).await;
    (nisha, [shift, first.next, second.next], [first.next, second.next, third.next])
}
