//! Refunds that were sent after the backup for bookings that the database knows. They are recorded as sent, so that
//! none is sent twice. A booking that was cancelled for such a refund is cancelled again.

use jiff::Timestamp;
use sideout_domain::{
    BlockId,
    claim::BlockKind,
    money::Money,
    order::{OrderNumber, OrderStatus},
    payment::PaymentOutcome,
    refund::{RefundReason, RefundStatus},
};
use sideout_providers::payments::{ListedRefund, RefundProgress};
use sideout_store::{
    Bills, Closures, Orders, Session, StoreError,
    closures::NewBlock,
    payments::{Payments, Refund, Refunds},
};

use super::{RefundEnd, SentRefund};
use crate::{
    App,
    payments::{
        check_settled_refund::{may_be_sent_for, record_sent_after_all},
        issue_refunds::{is_noted_for, is_sent_for, record_sent},
        other_refunds::OtherRefunds,
    },
    steps::{
        cancel_booking::{Cancellation, cancel_booking},
        draw_block_id::draw_block_id,
        issue_receipts::{Issuer, issue_credit_notes_of_cancellation},
    },
};

/// The reason that players read if a booking that a closure had ended is cancelled again.
const CLOSED: &str = "The venue closed the court";

/// Records those of `sent` that are not known. What was done is added to `ends`, also if a later refund fails.
pub(super) async fn record_sent_refunds(
    app: &App,
    sent: &[ListedRefund],
    dry_run: bool,
    ends: &mut Vec<SentRefund>,
) -> Result<(), StoreError> {
    let issuer = Issuer::find(app).await?;
    // The oldest first, in the order in which they were sent.
    for sent in sent.iter().rev().filter(|sent| sent.refund.progress != RefundProgress::Failed) {
        let task = SentRefundTask {
            sent: sent.clone(),
            issuer: issuer.clone(),
            block: draw_block_id(&*app.random),
            now: app.clock.now(),
            dry_run,
        };
        let end: Result<_, StoreError> = if dry_run {
            app.store.read(task, |tx, task| Box::pin(record_sent_refund(tx, task))).await
        } else {
            app.store.write(task, |tx, task| Box::pin(record_sent_refund(tx, task))).await
        };
        let Some((order, end)) = end? else { continue };
        ends.push(SentRefund {
            order,
            payment: sent.refund.payment.to_string(),
            refund: sent.refund.id.to_string(),
            amount: sent.refund.amount,
            end,
        });
    }
    Ok(())
}

struct SentRefundTask {
    sent: ListedRefund,
    issuer: Issuer,
    /// The id of the closure, if one has to be recorded.
    block: BlockId,
    now: Timestamp,
    dry_run: bool,
}

/// Handles one refund and returns its order and what was done. `None` if there is nothing to do, such as for one that is known already.
async fn record_sent_refund(
    tx: &mut dyn Session,
    task: &SentRefundTask,
) -> Result<Option<(OrderNumber, RefundEnd)>, StoreError> {
    let sent = &task.sent;
    let Some(payment) = Payments(tx).find(sent.refund.payment.as_str()).await? else { return Ok(None) };
    let Some(outcome) = payment.outcome else { return Ok(None) };
    let of_payment = Refunds(tx).list_of_payment(sent.refund.payment.as_str()).await?;
    if of_payment.iter().any(|refund| is_recorded_as(refund, sent)) {
        return Ok(None);
    }
    // A person may have written the note, so an order for which the payment did not pay is ignored.
    let bill = Bills(tx).find(payment.bill).await?;
    let noted =
        noted_order(sent).filter(|noted| bill.is_some_and(|bill| bill.orders().any(|of| of == *noted)));
    let order = noted.unwrap_or(payment.order);
    let refunds = Refunds(tx).list_of_order(order).await?;
    let end = match find_owed(refunds, sent) {
        // Its failed attempt has the id that is known, and may have been sent all the same.
        Some(owed) if owed.is_settled() && owed.amount == sent.refund.amount => {
            let others = OtherRefunds::list(tx, &owed).await?;
            if sent.refund.progress != RefundProgress::Processed || !may_be_sent_for(&owed, sent, &others) {
                return Ok(None);
            }
            if task.dry_run {
                if owed.sent_after_all.is_some() {
                    return Ok(None);
                }
                RefundEnd::WouldMarkTwice
            } else if record_sent_after_all(tx, &owed, sent.refund.id.as_str(), task.now).await? {
                RefundEnd::SentTwice
            } else {
                return Ok(None);
            }
        }
        Some(owed) if is_open(&owed) && is_sent_for(sent, &owed) => {
            if task.dry_run {
                RefundEnd::WouldRecord
            } else if record_sent(tx, &owed, &sent.refund, task.now).await? {
                RefundEnd::Recorded
            } else {
                return Ok(None);
            }
        }
        Some(owed) if outcome == PaymentOutcome::Confirmed && is_open(&owed) => RefundEnd::DoesNotFit,
        Some(_) if noted_reason(sent).is_none() => RefundEnd::ByHand,
        Some(_) => return Ok(None),
        None if outcome != PaymentOutcome::Confirmed => return Ok(None),
        None => match noted_reason(sent) {
            Some(reason) if noted.is_some() && reason.ends_booking() => {
                cancel_again(tx, task, order, reason).await?
            }
            // A lost order that this payment paid for was the booking in place of a displaced one.
            Some(_) if noted.is_some() || names_lost_order(tx, sent).await? => RefundEnd::DoesNotFit,
            Some(_) | None => RefundEnd::ByHand,
        },
    };
    Ok(Some((order, end)))
}

fn is_open(refund: &Refund) -> bool {
    matches!(refund.status, RefundStatus::Approved | RefundStatus::Failed)
}

/// Whether a refund has the id of the one that was sent. If it was settled another way, the id is that of its failed attempt, which may
/// have been sent all the same.
fn is_recorded_as(refund: &Refund, sent: &ListedRefund) -> bool {
    let id = Some(sent.refund.id.as_str());
    let late = refund.sent_after_all.as_ref().map(|late| late.refund.as_str());
    late == id || (!refund.is_settled() && refund.provider_refund.as_deref() == id)
}

/// The refund that was sent, or else one that takes from the same payment. The refund of an earlier move is not taken for one that
/// ended the booking, and no other refund for that of a move.
fn find_owed(refunds: Vec<Refund>, sent: &ListedRefund) -> Option<Refund> {
    let reason = noted_reason(sent);
    let is_of_move = reason == Some(RefundReason::Moved);
    let ends_booking = reason.is_some_and(RefundReason::ends_booking);
    let of_payment: Vec<Refund> =
        refunds.into_iter().filter(|refund| takes_from_same_payment(refund, sent)).collect();
    let is_known = |refund: &&Refund| refund.provider_refund.as_deref() == Some(sent.refund.id.as_str());
    let is_other = |refund: &&Refund| !is_of_move && (!ends_booking || refund.reason != RefundReason::Moved);
    let found = of_payment.iter().find(is_known);
    let found = found.or_else(|| of_payment.iter().find(|refund| is_noted_for(sent, refund)));
    let found = found.or_else(|| of_payment.iter().find(|refund| is_sent_for(sent, refund)));
    found.or_else(|| of_payment.iter().find(is_other)).cloned()
}

fn takes_from_same_payment(refund: &Refund, sent: &ListedRefund) -> bool {
    refund.source.payment() == Some(sent.refund.payment.as_str())
}

fn noted_order(sent: &ListedRefund) -> Option<OrderNumber> {
    sent.notes.get("order")?.parse().ok()
}

fn noted_reason(sent: &ListedRefund) -> Option<RefundReason> {
    sent.notes.get("reason")?.parse().ok()
}

/// Whether the refund has a note of an order that is not in this database.
async fn names_lost_order(tx: &mut dyn Session, sent: &ListedRefund) -> Result<bool, StoreError> {
    match noted_order(sent) {
        Some(number) => Ok(Orders(tx).find_owner(number).await?.is_none()),
        None => Ok(false),
    }
}

/// Whether a cancellation with this refund takes all of it from the payment that the provider refunded. The newest part goes back
/// first, so if other parts were paid since, a person has to cancel the booking.
async fn comes_from_one_part(
    tx: &mut dyn Session,
    number: OrderNumber,
    sent: &ListedRefund,
) -> Result<bool, StoreError> {
    let parts = Bills(tx).list_settled_of_order(number).await?;
    let newest = parts.iter().find(|part| part.refundable.is_some_and(|left| left > Money::ZERO));
    Ok(newest.is_some_and(|part| {
        part.payment.as_deref() == Some(sent.refund.payment.as_str())
            && part.refundable.is_some_and(|left| left >= sent.refund.amount)
    }))
}

/// Cancels the booking with the amount that was refunded, as it was cancelled before the restore.
async fn cancel_again(
    tx: &mut dyn Session,
    task: &SentRefundTask,
    number: OrderNumber,
    refund_reason: RefundReason,
) -> Result<RefundEnd, StoreError> {
    let SentRefundTask { sent, issuer, block, now, dry_run } = task;
    let vanished = || StoreError::Corrupt(format!("order {number} vanished"));
    let owner = Orders(tx).find_owner(number).await?.ok_or_else(vanished)?;
    let mut order = Orders(tx).find(number, owner).await?.ok_or_else(vanished)?;
    if order.status != OrderStatus::Confirmed || sent.refund.amount > order.kept() {
        return Ok(RefundEnd::DoesNotFit);
    }
    if !comes_from_one_part(tx, number, sent).await? {
        return Ok(RefundEnd::DoesNotFit);
    }
    if *dry_run {
        return Ok(RefundEnd::WouldCancel);
    }
    let by_venue = refund_reason == RefundReason::VenueClosed;
    let block = NewBlock {
        id: *block,
        venue: order.venue,
        reason: CLOSED.to_owned(),
        cause: None,
        kind: BlockKind::Closure,
        staff: None,
    };
    if by_venue {
        Closures(tx).add(&block, *now).await?;
    }
    let refund = sent.refund.amount;
    let given_reason = by_venue.then_some(CLOSED);
    let cancellation = Cancellation {
        refund,
        refund_reason,
        issue_at: *now,
        given_reason,
        by: None,
        version: None,
        notifies_player: true,
        is_offered: false,
        now: *now,
    };
    if cancel_booking(tx, &mut order, cancellation).await?.is_none() {
        return Err(StoreError::Unavailable(format!("order {number} changed while it was cancelled")));
    }
    if by_venue {
        Closures(tx).mark_closed_by(number, block.id).await?;
    }
    let owed = Refunds(tx).list_of_order(number).await?;
    let owed =
        owed.into_iter().find(|owed| takes_from_same_payment(owed, sent) && owed.reason.ends_booking());
    let owed = owed.ok_or_else(|| StoreError::Corrupt(format!("the refund of order {number} vanished")))?;
    record_sent(tx, &owed, &sent.refund, *now).await?;
    issue_credit_notes_of_cancellation(tx, issuer, number, *now).await?;
    Ok(RefundEnd::Cancelled)
}
