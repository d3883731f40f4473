//! Counts payments whose money is or can be ours and is not decided yet.

use jiff::Timestamp;
use sideout_domain::{
    order::{Order, OrderStatus},
    settlement::LineSettlement,
};
use sideout_store::{
    Session, StoreError, Waiting,
    payments::{Payments, UnsettledPayment},
};

use super::settle::find_billed;

/// Payments that are not settled yet and whose provider order is still polled, at `now`: captured ones, and authorized ones that can still
/// pay for their bill. An order whose hold has expired does not count as one that can be paid.
///
/// Reads the bill and the orders of each authorized payment.
///
/// # Errors
/// [`StoreError`] only.
pub async fn count_unsettled(tx: &mut dyn Session, now: Timestamp) -> Result<Waiting, StoreError> {
    let mut unsettled = Waiting::default();
    for payment in Payments(tx).list_unsettled().await? {
        if payment.status.was_captured() || can_pay(tx, &payment, now).await? {
            unsettled.rows += 1;
            unsettled.since = unsettled.since.into_iter().chain([payment.seen_at]).min();
        }
    }
    Ok(unsettled)
}

/// Whether an authorized payment would pay for its bill, with the courts that its orders hold or have.
async fn can_pay(
    tx: &mut dyn Session,
    payment: &UnsettledPayment,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let billed = find_billed(tx, payment.bill).await?;
    let Some(lines) = billed.would_pay((payment.amount, &payment.currency), now) else { return Ok(false) };
    let has_court = |(order, line): (&Order, LineSettlement)| {
        line == LineSettlement::PayBooking || order.status_at(now) == OrderStatus::Held
    };
    Ok(billed.orders.iter().zip(lines).all(has_court))
}
