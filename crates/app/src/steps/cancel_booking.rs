//! Cancels a confirmed booking in one unit of work. Used when a player cancels, when the venue closes a court, and when
//! a refund is found that was sent before a restore.

use jiff::Timestamp;
use sideout_domain::{
    money::Money,
    order::{Order, OrderStatus},
    refund::{LEAST_REFUND, RefundAbout, RefundReason, split_refund},
};
use sideout_store::{
    Bills, ChangeEvent, Coupons, Orders, Session, StoreError,
    bills::PaidPart,
    payments::{NewRefund, RefundSource, Refunds},
};

use super::{
    free_slot::{Freeing, OrderClaim, free_slot},
    ledger, notify,
};

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
    free_slot(tx, &OrderClaim::from(&*order), Freeing::Any).await?;
    let (number, now) = ((order.number, order.slot), cancellation.now);
    if !Orders(tx).cancel(number, status, now, cancellation.given_reason).await? {
        return Ok(false);
    }
    if let Some((coupon, _)) = &order.coupon {
        Coupons(tx).give_back(*coupon, order.customer).await?;
    }
    let charge = order.kept().less(cancellation.refund);
    if cancellation.refund > Money::ZERO {
        approve_refunds(tx, order, &cancellation).await?;
    }
    // INVARIANT: the ledger never lags behind the tables (suite `ledger`); so each unit of work that moves money also
    // writes its ledger entries.
    ledger::cancelled(tx, order, charge, cancellation.now).await?;
    order.status = status;
    order.cancelled_at = Some(cancellation.now);
    order.cancel_reason = cancellation.given_reason.map(str::to_owned);
    if cancellation.refund_reason == RefundReason::VenueClosed {
        notify::court_closed(tx, order, cancellation.refund, cancellation.now).await?;
    } else {
        notify::cancelled(tx, order, cancellation.refund, cancellation.now).await?;
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, status));
    Ok(true)
}

/// Approves the refunds of the parts that were paid online, the newest first. A desk itself gives back what was paid
/// there.
async fn approve_refunds(
    tx: &mut dyn Session,
    order: &mut Order,
    cancellation: &Cancellation<'_>,
) -> Result<(), StoreError> {
    let paid = Bills(tx).list_settled_of_order(order.number).await?;
    let online: Vec<(PaidPart, String)> =
        paid.into_iter().filter_map(|part| part.payment.clone().map(|payment| (part, payment))).collect();
    let refundable: Vec<Money> =
        online.iter().map(|(part, _)| part.amount.min(part.refundable.unwrap_or(Money::ZERO))).collect();
    let amounts = split_refund(cancellation.refund, &refundable, LEAST_REFUND);
    for ((part, payment), amount) in online.into_iter().zip(amounts) {
        if amount == Money::ZERO {
            continue;
        }
        let new = NewRefund {
            bill: part.bill,
            source: RefundSource::Provider(payment),
            about: RefundAbout::Order(order.number),
            order: order.number,
            amount,
            reason: cancellation.refund_reason,
            issue_at: Some(cancellation.issue_at),
            staff: None,
            approved_at: cancellation.now,
        };
        let Some(id) = Refunds(tx).approve(&new).await? else { continue };
        if !Orders(tx).add_returned(order.number, amount).await? {
            return Err(StoreError::Constraint(format!("order {} would give back too much", order.number)));
        }
        order.returned = order.returned.plus(amount);
        ledger::refund_approved(tx, id, &new).await?;
    }
    Ok(())
}
