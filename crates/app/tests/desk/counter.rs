//! Steps of the tests about money at the counter.

use std::collections::BTreeMap;

use sideout_app::{
    Order,
    desk::money::{
        open_shift::open_shift,
        pay_out_refund::PayOutRefund,
        take_payment::{PaymentLine, TakePayment, TakePaymentError, TakenPayment, take_payment},
    },
    staff::{TypedApproval, TypedSecret, approve},
    steps::audited::Actor,
};
use sideout_domain::{
    CustomerId, RefundId, ShiftId, VenueId, bill::Tender, drawer::CashCount, money::Money,
    order::OrderNumber, staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{
    NETWORK, StaffMember, TestApp, request_key,
    sample_venue::{VENUE, set_brand},
    totp_code,
};

use crate::helpers::{details, open_app};

/// A drawer with this many notes of ₹500.
pub(crate) fn five_hundreds(number: u32) -> CashCount {
    CashCount::new(BTreeMap::from([(500, number)]), 0).unwrap()
}

pub(crate) async fn actor(app: &TestApp, role: Role, phone: &str, venues: &[VenueId]) -> Actor {
    let member = app.staff(role, phone, venues).await;
    app.actor(&member.token).await
}

/// An app with this many customers and one clerk, who has opened the drawer with ₹2,000.
pub(crate) async fn open_counter(store: Store, customers: i64) -> (TestApp, Vec<CustomerId>, Actor, ShiftId) {
    let (app, customers) = open_app(store, customers).await;
    let kiran = actor(&app, Role::Desk, "9825041736", &[VENUE]).await;
    let shift = open_shift(&app, &kiran, VENUE, five_hundreds(4), request_key(9_000)).await.unwrap();
    (app, customers, kiran, shift)
}

/// As [`open_counter`], for an operator with a tax number.
pub(crate) async fn open_taxed(store: Store, customers: i64) -> (TestApp, Vec<CustomerId>, Actor) {
    set_brand(&store, "Baroda Pickleball Club LLP", Some("24AAQFB2741K1ZC")).await;
    let (app, customers, kiran, _) = open_counter(store, customers).await;
    (app, customers, kiran)
}

/// A line that pays this much for a booking at its current version.
pub(crate) async fn line_of(app: &TestApp, order: OrderNumber, rupees: i64) -> PaymentLine {
    let version = details(app, order).await.booking.version;
    PaymentLine { order, version, amount: Money::from_rupees(rupees) }
}

pub(crate) fn payment_by(tender: Tender, lines: Vec<PaymentLine>) -> TakePayment {
    TakePayment { lines, tender, payer: None, reference: None, firm: None }
}

pub(crate) async fn try_take(
    app: &TestApp,
    actor: &Actor,
    request: TakePayment,
    key: u64,
) -> Result<TakenPayment, TakePaymentError> {
    take_payment(app, actor, VENUE, request, request_key(key)).await
}

/// Takes this much in cash for a booking as it is now.
pub(crate) async fn take_cash(
    app: &TestApp,
    actor: &Actor,
    order: &Order,
    rupees: i64,
    key: u64,
) -> TakenPayment {
    let line = line_of(app, order.number, rupees).await;
    try_take(app, actor, payment_by(Tender::Cash, vec![line]), key).await.unwrap()
}

/// The payout of a refund at the first venue by the way in which the money was taken.
pub(crate) fn as_taken(refund: RefundId) -> PayOutRefund {
    PayOutRefund { refund, venue: VENUE, method: None }
}

/// `actor` with the approval of a colleague for the call with this key, by a code of the colleague's app.
pub(crate) async fn approved(app: &TestApp, actor: &Actor, colleague: &StaffMember, key: u64) -> Actor {
    let code = totp_code(&colleague.secret, app.clock_now());
    let typed = TypedApproval { staff: colleague.id, secret: TypedSecret::Code(code) };
    approve(app, actor.clone(), Some(typed), &request_key(key), NETWORK).await.unwrap()
}
