//! Records events that concern money, inside the unit of work that makes the change, so that the ledger and the tables agree.

use jiff::Timestamp;
use sideout_domain::{
    RefundId,
    ledger::{self, Entry},
    money::Money,
    order::{Order, OrderNumber},
    payout::PayoutLine,
    refund::RefundStatus,
};
use sideout_store::{
    Ledger, Session, StoreError,
    ledger::{NewEntry, Subject},
    payments::{NewRefund, Refund, ReportedPayment},
    payouts::StoredEntity,
};

async fn about_order(
    tx: &mut dyn Session,
    order: OrderNumber,
    entry: Entry,
    now: Timestamp,
) -> Result<(), StoreError> {
    let new = NewEntry { entry, subject: Subject::Order(order), happened_at: now };
    Ledger(tx).record(&new).await.map(drop)
}

/// The order became a booking; a coupon takes `discount` off its price.
pub(crate) async fn booked(
    tx: &mut dyn Session,
    order: &Order,
    discount: Money,
    now: Timestamp,
) -> Result<(), StoreError> {
    about_order(tx, order.number, ledger::booked(order.price, discount), now).await
}

/// The booking was moved from this `version`: price and discount `from` became those of `to`. Nothing is recorded if they are
/// the same.
pub(crate) async fn repriced(
    tx: &mut dyn Session,
    (order, version): (OrderNumber, i64),
    from: (Money, Money),
    to: (Money, Money),
    now: Timestamp,
) -> Result<(), StoreError> {
    let entry = ledger::repriced(from, to);
    let new = NewEntry { entry, subject: Subject::OrderVersion(order, version), happened_at: now };
    Ledger(tx).record(&new).await.map(drop)
}

/// The booking was cancelled; `charge` of what was paid is kept.
pub(crate) async fn cancelled(
    tx: &mut dyn Session,
    order: &Order,
    charge: Money,
    now: Timestamp,
) -> Result<(), StoreError> {
    about_order(tx, order.number, ledger::cancelled(order.price, order.discount, charge), now).await
}

/// What was paid for the booking `from`, whose court was closed, went to the booking `to`; `at_old_desk` of it was imported as paid at
/// a desk.
pub(crate) async fn carried(
    tx: &mut dyn Session,
    (from, to): (OrderNumber, OrderNumber),
    (kept, at_old_desk): (Money, Money),
    now: Timestamp,
) -> Result<(), StoreError> {
    about_order(tx, from, ledger::carried_out(kept, at_old_desk), now).await?;
    about_order(tx, to, ledger::carried_in(kept, at_old_desk), now).await
}

/// `charge` of what was paid for a booking whose court was closed does not go back.
pub(crate) async fn kept_as_charge(
    tx: &mut dyn Session,
    order: OrderNumber,
    charge: Money,
    now: Timestamp,
) -> Result<(), StoreError> {
    about_order(tx, order, ledger::kept_as_charge(charge), now).await
}

async fn about_payment(
    tx: &mut dyn Session,
    reported: &ReportedPayment,
    entry: Entry,
    now: Timestamp,
) -> Result<(), StoreError> {
    let subject = Subject::Payment { id: &reported.id, bill: reported.bill, order: reported.order };
    let new = NewEntry { entry, subject, happened_at: now };
    Ledger(tx).record(&new).await.map(drop)
}

/// The provider has captured a payment, and the outcome of the payment is decided.
pub(crate) async fn paid(
    tx: &mut dyn Session,
    reported: &ReportedPayment,
    now: Timestamp,
) -> Result<(), StoreError> {
    about_payment(tx, reported, ledger::paid(reported.amount), now).await
}

/// The provider reported the fee that it keeps of a captured payment. A repeated call has no further effect.
pub(crate) async fn fee_kept(
    tx: &mut dyn Session,
    reported: &ReportedPayment,
    now: Timestamp,
) -> Result<(), StoreError> {
    about_payment(tx, reported, ledger::fee_kept(reported.fee), now).await
}

/// `amount` of a captured payment had been refunded without us; `kept` of it is too little to be sent.
pub(crate) async fn returned(
    tx: &mut dyn Session,
    reported: &ReportedPayment,
    (amount, kept): (Money, Money),
    now: Timestamp,
) -> Result<(), StoreError> {
    about_payment(tx, reported, ledger::returned(amount, kept), now).await
}

/// A refund was approved.
pub(crate) async fn refund_approved(
    tx: &mut dyn Session,
    id: RefundId,
    new: &NewRefund,
) -> Result<(), StoreError> {
    let payment = new.source.payment();
    let subject = Subject::Refund { id, bill: new.bill, order: new.order, payment, attempt: None };
    let entry = ledger::refund_approved(new.amount);
    Ledger(tx).record(&NewEntry { entry, subject, happened_at: new.approved_at }).await.map(drop)
}

/// A refund changed status. The money leaves when the refund is issued and comes back if it fails after that; other
/// changes move no money.
pub(crate) async fn refund_status_changed(
    tx: &mut dyn Session,
    refund: &Refund,
    (from, to): (RefundStatus, RefundStatus),
    now: Timestamp,
) -> Result<(), StoreError> {
    let entry = match (has_left(from), has_left(to)) {
        (false, true) => ledger::refund_issued(refund.amount, refund.round_up, refund.source.method()),
        (true, false) => ledger::refund_failed(refund.amount, refund.source.method()),
        _ => return Ok(()),
    };
    let Refund { id, bill, order, .. } = *refund;
    let (payment, attempt) = (refund.source.payment(), Some(refund.attempt));
    let subject = Subject::Refund { id, bill, order, payment, attempt };
    Ledger(tx).record(&NewEntry { entry, subject, happened_at: now }).await.map(drop)
}

/// The provider sent a refund that staff had settled another way.
pub(crate) async fn refund_sent_twice(
    tx: &mut dyn Session,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Refund { id, bill, order, .. } = *refund;
    let subject = Subject::Refund { id, bill, order, payment: refund.source.payment(), attempt: None };
    let entry = ledger::refund_sent_twice(refund.amount);
    Ledger(tx).record(&NewEntry { entry, subject, happened_at: now }).await.map(drop)
}

/// The provider paid a line of a payout into the bank account, or took it out; `own` is what the database has under its id.
pub(crate) async fn payout_line(
    tx: &mut dyn Session,
    line: &PayoutLine,
    own: Option<&StoredEntity>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let subject = Subject::PayoutLine {
        entity: &line.entity,
        bill: own.map(|own| own.bill),
        order: own.and_then(StoredEntity::posted_order),
        payment: own.and_then(|own| own.payment.as_deref()),
    };
    let entry = ledger::payout(line.amounts.net());
    Ledger(tx).record(&NewEntry { entry, subject, happened_at: now }).await.map(drop)
}

/// A payout reported the fee of a payment that the provider had not reported before.
pub(crate) async fn fee_of_payout(
    tx: &mut dyn Session,
    (payment, fee): (&str, Money),
    own: &StoredEntity,
    now: Timestamp,
) -> Result<(), StoreError> {
    let subject = Subject::Payment { id: payment, bill: own.bill, order: own.posted_order() };
    Ledger(tx).record(&NewEntry { entry: ledger::fee_kept(fee), subject, happened_at: now }).await.map(drop)
}

fn has_left(status: RefundStatus) -> bool {
    matches!(status, RefundStatus::Issued | RefundStatus::Processed)
}
