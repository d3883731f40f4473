//! Cancels a confirmed booking in one unit of work, and computes what goes back.

use jiff::Timestamp;
use sideout_domain::{
    StaffId,
    money::Money,
    order::{Order, OrderStatus},
    refund::{LEAST_REFUND, RefundAbout, RefundReason, split_refund},
};
use sideout_store::{
    Bills, Coupons, Orders, Session, StoreError,
    bills::PaidPart,
    payments::{NewRefund, RefundSource, Refunds},
};

use super::{
    announce_order::announce_order,
    close_qrs::close_qrs_of_order,
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
    /// The reason that the player, the desk or the venue gave.
    pub(crate) given_reason: Option<&'a str>,
    /// The member of staff who is recorded as having cancelled it, if one is.
    pub(crate) by: Option<StaffId>,
    /// The version that the caller saw; `None` for any.
    pub(crate) version: Option<i64>,
    /// Whether the player gets a message about the cancellation.
    pub(crate) notifies_player: bool,
    /// Whether the player chooses later between another hour and the money (`closure_offer`).
    pub(crate) is_offered: bool,
    /// The current time.
    pub(crate) now: Timestamp,
}

/// Cancels a booking and updates `order` to match. Its refund is approved and its coupon returned, unless the player chooses later.
///
/// Returns what goes back; while the player has the choice, what would. Returns `None` if the order changed since it was read. Then
/// nothing is refunded here, but the court was released: the caller must roll the unit of work back, unless another request cancelled the
/// booking, which released the court as well.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn cancel_booking(
    tx: &mut dyn Session,
    order: &mut Order,
    cancellation: Cancellation<'_>,
) -> Result<Option<Money>, StoreError> {
    // The order stays `CancelRequested` until its refunds are issued or the player has chosen. If nothing goes back, there is nothing
    // to wait for.
    let status = match cancellation.refund {
        Money::ZERO => OrderStatus::Cancelled,
        _ => OrderStatus::CancelRequested,
    };
    free_slot(tx, &OrderClaim::from(&*order), Freeing::Any).await?;
    let read = (order.number, order.customer, order.slot, order.kept());
    let Cancellation { now, given_reason, by, version, .. } = cancellation;
    if !Orders(tx).cancel(read, status, now, given_reason, by, version).await? {
        return Ok(None);
    }
    close_qrs_of_order(tx, order.number, now).await?;
    order.status = status;
    let (refund, charge) = match cancellation.is_offered {
        true => (cancellation.refund, Money::ZERO),
        false => {
            give_coupon_back(tx, order).await?;
            let kept = order.kept();
            let back = RefundOfBooking {
                amount: cancellation.refund,
                reason: cancellation.refund_reason,
                issue_at: cancellation.issue_at,
                now,
            };
            let refund = approve_refunds(tx, order, &back).await?;
            // What is too little to be sent is kept as well.
            (refund, kept.less(refund))
        }
    };
    // INVARIANT: the ledger never lags behind the tables (suite `ledger`); so each unit of work that moves money also
    // writes its ledger entries.
    ledger::cancelled(tx, order, charge, cancellation.now).await?;
    order.cancelled_at = Some(cancellation.now);
    order.cancel_reason = cancellation.given_reason.map(str::to_owned);
    order.cancelled_by = by;
    if cancellation.notifies_player {
        notify_player(tx, order, refund, &cancellation).await?;
    }
    announce_order(tx, order);
    Ok(Some(refund))
}

async fn notify_player(
    tx: &mut dyn Session,
    order: &Order,
    refund: Money,
    cancellation: &Cancellation<'_>,
) -> Result<(), StoreError> {
    let Cancellation { refund_reason, now, .. } = *cancellation;
    match refund_reason {
        RefundReason::VenueClosed => notify::court_closed(tx, order, refund, now).await,
        _ => notify::cancelled(tx, order, refund, now).await,
    }
}

/// Lets the coupon of a booking that is over be used again.
pub(super) async fn give_coupon_back(tx: &mut dyn Session, order: &Order) -> Result<(), StoreError> {
    match &order.coupon {
        Some((coupon, _)) => Coupons(tx).give_back(*coupon, order.customer).await,
        None => Ok(()),
    }
}

/// What goes back of a booking that was cancelled, or that was carried to a cheaper hour.
#[derive(Debug, Clone, Copy)]
pub(super) struct RefundOfBooking {
    /// The amount of the refund.
    pub(super) amount: Money,
    /// The reason of the refund.
    pub(super) reason: RefundReason,
    /// When it is sent.
    pub(super) issue_at: Timestamp,
    /// The current time.
    pub(super) now: Timestamp,
}

/// Approves the refunds of the paid parts of a cancelled booking, the newest first, each to the payment that it came from.
/// Without a refund to wait for, the booking is `Cancelled`. Returns what the player is owed, also of what was imported as paid.
pub(super) async fn approve_refunds(
    tx: &mut dyn Session,
    order: &mut Order,
    back: &RefundOfBooking,
) -> Result<Money, StoreError> {
    let returned_before = order.returned;
    let owed = approve_parts(tx, order, back).await?;
    if order.status == OrderStatus::CancelRequested
        && order.returned == returned_before
        && Orders(tx).end_cancelling(order.number, None).await?.is_some()
    {
        order.status = OrderStatus::Cancelled;
    }
    Ok(owed)
}

/// Approves the refunds of the paid parts; returns what the player is owed.
async fn approve_parts(
    tx: &mut dyn Session,
    order: &mut Order,
    back: &RefundOfBooking,
) -> Result<Money, StoreError> {
    if back.amount == Money::ZERO {
        return Ok(Money::ZERO);
    }
    let parts = Bills(tx).list_settled_of_order(order.number).await?;
    let mut owed = Money::ZERO;
    for (part, amount) in split_over_parts(back.amount, &parts) {
        let about = RefundAbout::Order(order.number);
        let approved = approve_part(tx, order, (part, amount), about, back).await?;
        owed = owed.plus(approved);
    }
    Ok(with_imported(owed, back.amount, &parts))
}

/// How much of `back` the player gets if it is decided now: what was rounded off a payment in cash was never paid, and what is too little is
/// not sent.
pub(crate) fn payable(back: Money, parts: &[PaidPart]) -> Money {
    let known = split_over_parts(back, parts).into_iter().map(|(_, amount)| amount).sum();
    with_imported(known, back, parts)
}

/// How much of `kept` was paid: what was rounded off a payment in cash was not. It may be more than [`payable`], which leaves out what is too
/// little to be sent.
pub(crate) fn received(kept: Money, parts: &[PaidPart]) -> Money {
    let known: Money = parts.iter().filter_map(|part| part.refundable).sum();
    with_imported(known.min(kept), kept, parts)
}

/// The refund of a cancelled booking: what was approved, and what the desk gives back of what was imported as paid. While the player chooses
/// between another hour and the money, what would go back.
pub(crate) fn refund_of_cancelled(order: &Order, parts: &[PaidPart]) -> Money {
    let approved = order.returned.less(order.returned_by_moves);
    approved.plus(not_approved(order.refund(), approved, parts))
}

/// How much of the `refund` of a cancelled booking has no refund (yet): what the desk gives back of what was imported as paid, and what would
/// go back if the player of a closed court chose the money.
pub(crate) fn not_approved(refund: Money, approved: Money, parts: &[PaidPart]) -> Money {
    let rest = refund.less(approved);
    if approved == Money::ZERO {
        return payable(rest, parts);
    }
    // What goes back of known payments is approved all at once. It may be less than `refund`: staff may have given back half, and after a
    // restore nothing says that it was staff.
    with_imported(Money::ZERO, rest, parts)
}

/// `known` goes back of parts whose payment is known; the desk gives back the rest of `back` outside this program, as far as it was imported
/// as paid.
fn with_imported(known: Money, back: Money, parts: &[PaidPart]) -> Money {
    let imported: Money = parts.iter().filter(|part| part.refundable.is_none()).map(|part| part.amount).sum();
    known.plus(imported.min(back.less(known)))
}

/// How much of `back` goes back through the payment provider; a desk gives back the rest.
pub(crate) fn sent_online(back: Money, parts: &[PaidPart]) -> Money {
    let sent = split_over_parts(back, parts);
    sent.into_iter().filter(|(part, _)| part.payment.is_some()).map(|(_, amount)| amount).sum()
}

/// How much of each paid part goes back; only the parts whose payment is known. It is `back` in all, or less if these cannot give so much
/// back or the last amount is too little to be sent.
pub(crate) fn split_over_parts(back: Money, parts: &[PaidPart]) -> Vec<(&PaidPart, Money)> {
    let known: Vec<(&PaidPart, Money)> =
        parts.iter().filter_map(|part| Some((part, part.refundable?))).collect();
    let refundable: Vec<Money> = known.iter().map(|(_, refundable)| *refundable).collect();
    let amounts = split_refund(back, &refundable, LEAST_REFUND);
    known.into_iter().zip(amounts).map(|((part, _), amount)| (part, amount)).collect()
}

/// Approves the refund of `amount` of one paid part; returns what is owed, nothing if the same was refunded before or no payment is
/// known.
pub(super) async fn approve_part(
    tx: &mut dyn Session,
    order: &mut Order,
    (part, amount): (&PaidPart, Money),
    about: RefundAbout,
    back: &RefundOfBooking,
) -> Result<Money, StoreError> {
    let Some((source, issue_at)) = source(part, back.issue_at) else { return Ok(Money::ZERO) };
    if amount == Money::ZERO {
        return Ok(Money::ZERO);
    }
    let new = NewRefund {
        bill: part.bill,
        source,
        about,
        order: order.number,
        amount,
        reason: back.reason,
        issue_at,
        staff: None,
        approved_at: back.now,
    };
    let Some(id) = Refunds(tx).approve(&new).await? else { return Ok(Money::ZERO) };
    if !Orders(tx).add_returned(order.number, amount).await? {
        return Err(StoreError::Constraint(format!("order {} would give back too much", order.number)));
    }
    order.returned = order.returned.plus(amount);
    ledger::refund_approved(tx, id, &new).await?;
    Ok(amount)
}

/// Where a part goes back to, and when it is sent; a desk pays out when the player comes.
fn source(part: &PaidPart, issue_at: Timestamp) -> Option<(RefundSource, Option<Timestamp>)> {
    match (&part.payment, part.desk_payment) {
        (Some(payment), _) => Some((RefundSource::Provider(payment.clone()), Some(issue_at))),
        (None, Some((payment, tender))) => Some((RefundSource::Desk(payment, tender.refund_method()), None)),
        (None, None) => None,
    }
}
