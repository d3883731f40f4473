//! Cancels a confirmed booking in one unit of work. Used when a player cancels, when the venue closes a court, and when
//! a refund is found that was sent before a restore.

use jiff::Timestamp;
use sideout_domain::{
    money::Money,
    order::{Order, OrderStatus},
    payment::PaymentOutcome,
    refund::RefundReason,
};
use sideout_store::{
    ChangeEvent, Claims, Coupons, Orders, Session, StoreError,
    payments::{NewRefund, Payments, Refunds},
};

use super::{ledger, notify};

/// How a booking is cancelled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cancellation<'a> {
    /// The part of the payment that is refunded.
    pub(crate) refund: Money,
    /// Why it is refunded.
    pub(crate) refund_reason: RefundReason,
    /// When the refund is issued.
    pub(crate) issue_at: Timestamp,
    /// The reason that the player or the venue gave.
    pub(crate) given_reason: Option<&'a str>,
    /// The current time.
    pub(crate) now: Timestamp,
}

/// Frees the court, ends the order, returns the coupon, approves the refund, writes the player's notice and announces
/// the changes; then updates `order` to match.
///
/// Returns `false` if the order is not a confirmed booking any more. Then no refund is approved here, but the court was
/// released: the caller must roll the unit of work back, unless another request cancelled the booking, which released
/// the court as well.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn cancel_booking(
    tx: &mut dyn Session,
    order: &mut Order,
    cancellation: Cancellation<'_>,
) -> Result<bool, StoreError> {
    // The order stays `CancelRequested` until the refund is issued. There is no refund if the bank charge takes all
    // that was paid.
    let status = match cancellation.refund {
        Money::ZERO => OrderStatus::Cancelled,
        _ => OrderStatus::CancelRequested,
    };
    Claims(tx).release(order.slot, order.number).await?;
    if !Orders(tx).cancel(order.number, status, cancellation.now, cancellation.given_reason).await? {
        return Ok(false);
    }
    if let Some((coupon, _)) = &order.coupon {
        Coupons(tx).give_back(*coupon, order.customer).await?;
    }
    if cancellation.refund > Money::ZERO {
        approve_refund(tx, order, &cancellation).await?;
    }
    // INVARIANT: the ledger never lags behind the tables (suite `ledger`); so each unit of work that moves money also
    // writes its ledger entries.
    ledger::cancelled(tx, order, order.paid.less(cancellation.refund), cancellation.now).await?;
    order.status = status;
    order.cancelled_at = Some(cancellation.now);
    order.cancel_reason = cancellation.given_reason.map(str::to_owned);
    if cancellation.refund_reason == RefundReason::VenueClosed {
        notify::court_closed(tx, order, cancellation.refund, cancellation.now).await?;
    } else {
        notify::cancelled(tx, order, cancellation.refund, cancellation.now).await?;
    }
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, status));
    Ok(true)
}

/// Approves the refund of a payment that was made online. The desk itself returns what was paid at the desk.
async fn approve_refund(
    tx: &mut dyn Session,
    order: &Order,
    cancellation: &Cancellation<'_>,
) -> Result<(), StoreError> {
    let payments = Payments(tx).list_of_order(order.number).await?;
    let paying = payments.iter().find(|payment| payment.outcome == Some(PaymentOutcome::Confirmed));
    if let Some(payment) = paying {
        let new = NewRefund {
            payment: &payment.id,
            order: order.number,
            amount: cancellation.refund,
            reason: cancellation.refund_reason,
            issue_at: cancellation.issue_at,
            approved_at: cancellation.now,
        };
        if Refunds(tx).approve(&new).await? {
            ledger::refund_approved(tx, &new).await?;
        }
    }
    Ok(())
}
