//! Cancels a confirmed booking: one unit of work, for the player who cancels and the venue that closes.

use jiff::Timestamp;
use sideout_domain::{money::Money, order::OrderStatus, payment::PaymentOutcome, refund::RefundReason};
use sideout_store::{
    ChangeEvent, Claims, Coupons, Orders, Session, StoreError,
    orders::Order,
    payments::{NewRefund, Payments, Refunds},
};

use crate::{ledger::record, notices::tell};

/// How a booking is cancelled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cancellation<'a> {
    /// What goes back of what was paid.
    pub(crate) refund: Money,
    /// Why it goes back.
    pub(crate) because: RefundReason,
    /// When the refund is issued.
    pub(crate) issue_at: Timestamp,
    /// What the player or the venue said.
    pub(crate) reason: Option<&'a str>,
    /// Now.
    pub(crate) now: Timestamp,
}

/// Frees the court, ends the order, gives the coupon back, owes the refund, tells the player and announces it all; `order`
/// tells then how it stands. `false`: it was no confirmed booking any more, nothing is owed by this call, and the unit of
/// work must be undone unless somebody else cancelled it, whose release this one repeats.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn cancel_booking(
    tx: &mut dyn Session,
    order: &mut Order,
    cancellation: Cancellation<'_>,
) -> Result<bool, StoreError> {
    // What is to go back is owed until it is issued; where the bank charge takes all that was paid, nothing is.
    let status = match cancellation.refund {
        Money::ZERO => OrderStatus::Cancelled,
        _ => OrderStatus::CancelRequested,
    };
    Claims(tx).release(order.slot, order.number).await?;
    if !Orders(tx).cancel(order.number, status, cancellation.now, cancellation.reason).await? {
        return Ok(false);
    }
    if let Some((coupon, _)) = &order.coupon {
        Coupons(tx).give_back(*coupon, order.customer).await?;
    }
    if cancellation.refund > Money::ZERO {
        owe(tx, order, &cancellation).await?;
    }
    // INVARIANT: the ledger never lags behind the tables (suite `ledger`); so wherever money is moved.
    record::cancelled(tx, order, order.paid.less(cancellation.refund), cancellation.now).await?;
    order.status = status;
    order.cancelled_at = Some(cancellation.now);
    order.cancel_reason = cancellation.reason.map(str::to_owned);
    if cancellation.because == RefundReason::VenueClosed {
        tell::court_closed(tx, order, cancellation.refund, cancellation.now).await?;
    } else {
        tell::cancelled(tx, order, cancellation.refund, cancellation.now).await?;
    }
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, status));
    Ok(true)
}

/// Promises the refund of what was paid online. What the desk took in cash, the desk gives back.
async fn owe(tx: &mut dyn Session, order: &Order, cancellation: &Cancellation<'_>) -> Result<(), StoreError> {
    let payments = Payments(tx).list_of_order(order.number).await?;
    let paying = payments.iter().find(|payment| payment.outcome == Some(PaymentOutcome::Confirmed));
    if let Some(payment) = paying {
        let new = NewRefund {
            payment: &payment.id,
            order: order.number,
            amount: cancellation.refund,
            reason: cancellation.because,
            issue_at: cancellation.issue_at,
            approved_at: cancellation.now,
        };
        if Refunds(tx).approve(&new).await? {
            record::refund_approved(tx, &new).await?;
        }
    }
    Ok(())
}
