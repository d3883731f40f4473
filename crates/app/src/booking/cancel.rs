//! Cancels a booking for its player, before the cut-off.

use jiff::Timestamp;
use sideout_domain::order::Order;
use sideout_domain::{
    CustomerId,
    cancellation::{CancellationOutcome, CancellationRefused},
    closure_offer::OfferState,
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::{RefundReason, RefundStatus},
};
use sideout_store::{
    Bills, ClosureOffers, Orders, Session, StoreError,
    payments::{Refund, Refunds},
};

use crate::{
    App, Throttled,
    platform::throttle::Charges,
    steps::{
        cancel_booking::{Cancellation, cancel_booking, refund_of_cancelled},
        issue_receipts::{Issuer, issue_credit_notes_of_cancellation},
        refund_batch::next_batch,
    },
};

/// The result of a cancellation.
#[derive(Debug)]
pub struct Cancelled {
    /// The order after the cancellation.
    pub order: Order,
    /// The amount that is refunded.
    pub refund: Money,
    /// The part of `refund` that waits at the desk, because a desk took it or it was imported as paid.
    pub at_desk: Money,
    /// When the rest is sent; `None` if nothing waits for that: it was sent, sending it failed, or there is none.
    pub issue_at: Option<Timestamp>,
}

/// Why a booking is not cancelled.
#[derive(Debug, thiserror::Error)]
pub enum CancelError {
    /// The customer has no such order.
    #[error("no such order")]
    NoSuchOrder,
    /// It is past the cut-off, or the order is not a confirmed booking.
    #[error(transparent)]
    Refused(#[from] CancellationRefused),
    /// The customer cancelled too many bookings.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The most retries of a cancellation whose booking was changed after it was read.
const MAX_RETRIES: u32 = 4;

/// Why one attempt cancelled nothing.
enum NotCancelled {
    /// The booking changed after it was read; everything was rolled back.
    Raced,
    Refused(CancelError),
}

impl<E: Into<CancelError>> From<E> for NotCancelled {
    fn from(error: E) -> Self {
        NotCancelled::Refused(error.into())
    }
}

/// Cancels the booking and frees its court at once. A repeated call has no further effect, is not counted by the limit of cancellations and
/// returns how the refund stands. A booking whose court was closed is refused as long as its offer is open.
///
/// # Errors
/// [`CancelError`].
pub async fn cancel(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    reason: Option<String>,
) -> Result<Cancelled, CancelError> {
    let charges = app.cancellation_charges(customer);
    let issuer = Issuer::find(app).await?;
    let now = app.clock.now();
    let batch = next_batch(app).await?;
    let input = Cancelling { customer, number, reason, now, charges, batch, issuer };
    let mut ended = write_cancellation(app, &input).await;
    for _ in 0..MAX_RETRIES {
        if !matches!(ended, Err(NotCancelled::Raced)) {
            break;
        }
        ended = write_cancellation(app, &input).await;
    }
    let kept_changing =
        || StoreError::Unavailable(format!("order {number} kept changing while it was cancelled"));
    let ended = ended.map_err(|failed| match failed {
        NotCancelled::Refused(error) => error,
        NotCancelled::Raced => kept_changing().into(),
    });
    // A repeated call finds an earlier `cancelled_at` and is not counted.
    if ended.as_ref().is_ok_and(|ended: &Cancelled| ended.order.cancelled_at == Some(now)) {
        metrics::counter!("sideout_cancellations_total").increment(1);
    }
    ended
}

async fn write_cancellation(app: &App, input: &Cancelling) -> Result<Cancelled, NotCancelled> {
    app.store.write(input.clone(), |tx, input| Box::pin(cancel_once(tx, input))).await
}

/// The input of [`cancel_once`].
#[derive(Clone)]
struct Cancelling {
    customer: CustomerId,
    number: OrderNumber,
    reason: Option<String>,
    now: Timestamp,
    charges: Charges,
    /// When the refund is sent.
    batch: Timestamp,
    issuer: Issuer,
}

async fn cancel_once(tx: &mut dyn Session, input: &Cancelling) -> Result<Cancelled, NotCancelled> {
    let find = Orders(tx).find(input.number, input.customer).await?;
    let mut order = find.ok_or(CancelError::NoSuchOrder)?;
    if is_cancelled(&order) {
        return Ok(describe_ended(tx, order).await?);
    }
    let outcome = order.policy.outcome(order.status, order.slot.starts_at, order.kept(), input.now)?;
    let refund = match outcome {
        CancellationOutcome::Free => Money::ZERO,
        CancellationOutcome::Refund(refund) => refund,
    };
    let charged = input.charges.take::<CancelError>(tx, input.now).await;
    if matches!(charged, Err(CancelError::Throttled(_))) {
        // The last token may have been taken by another call that has cancelled this booking after the read above. Then this call is
        // a repeated one, which is not refused: the next attempt finds the booking cancelled.
        let found = Orders(tx).find(input.number, input.customer).await?;
        if found.is_some_and(|found| is_cancelled(&found)) {
            return Err(NotCancelled::Raced);
        }
    }
    charged?;
    let cancellation = Cancellation {
        refund,
        refund_reason: RefundReason::Cancelled,
        issue_at: input.batch,
        given_reason: input.reason.as_deref(),
        by: None,
        version: None,
        notifies_player: true,
        is_offered: false,
        now: input.now,
    };
    let Some(refund) = cancel_booking(tx, &mut order, cancellation).await? else {
        // Another call changed the order after the read above, or cancelled it. The error rolls the release and the charge back.
        return Err(NotCancelled::Raced);
    };
    issue_credit_notes_of_cancellation(tx, &input.issuer, input.number, input.now).await?;
    Ok(describe(tx, order, refund).await?)
}

/// How and when the refund of an order goes back that was cancelled before. Refused while the offer for its closed court is open: its
/// refund is not decided yet.
async fn describe_ended(tx: &mut dyn Session, order: Order) -> Result<Cancelled, CancelError> {
    if order.closed_by.is_some()
        && let Some(offer) = ClosureOffers(tx).find(order.number).await?
        && offer.state == OfferState::Open
    {
        return Err(CancellationRefused::NotConfirmed.into());
    }
    let parts = Bills(tx).list_settled_of_order(order.number).await?;
    let refund = refund_of_cancelled(&order, &parts);
    Ok(describe(tx, order, refund).await?)
}

/// How and when `refund` of a cancelled order goes back.
async fn describe(tx: &mut dyn Session, order: Order, refund: Money) -> Result<Cancelled, StoreError> {
    let refunds = match refund {
        Money::ZERO => Vec::new(),
        _ => Refunds(tx).list_of_order(order.number).await?,
    };
    let of_cancellation = || refunds.iter().filter(|back| back.reason.ends_booking());
    let waits = |back: &Refund| back.status == RefundStatus::Approved;
    let issue_at = of_cancellation().filter(|back| waits(back)).filter_map(|back| back.next_step_at).min();
    // What has no refund, because it was imported as paid, waits at the desk as well.
    let elsewhere = of_cancellation().filter(|back| back.source.payment().is_some() || !waits(back));
    let at_desk = refund.less(elsewhere.map(|back| back.amount).sum());
    Ok(Cancelled { order, refund, at_desk, issue_at })
}

fn is_cancelled(order: &Order) -> bool {
    matches!(order.status, OrderStatus::Cancelled | OrderStatus::CancelRequested)
}
