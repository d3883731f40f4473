//! A player cancels a booking, in time.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    cancellation::{CancellationOutcome, CancellationRefused},
    money::Money,
    order::{OrderNumber, OrderStatus},
    payment::PaymentOutcome,
    refund::RefundReason,
};
use sideout_store::{
    Claims, Coupons, News, Orders, Session, StoreError,
    orders::Order,
    payments::{NewRefund, Payments, Refunds},
};

use crate::{App, Throttled, payments::refund_batch::next_batch};

/// What cancelling led to.
#[derive(Debug)]
pub struct Cancelled {
    /// The order as it stands now.
    pub order: Order,
    /// What comes back.
    pub refund: Money,
}

/// Why a booking is not cancelled.
#[derive(Debug, thiserror::Error)]
pub enum CancelError {
    /// No such order of this customer.
    #[error("no such order")]
    NoSuchOrder,
    /// Too late, or no booking (any more).
    #[error(transparent)]
    Refused(#[from] CancellationRefused),
    /// Too many cancellations.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Cancels the booking and frees its court at once. Saying it twice is fine and answers the same.
///
/// # Errors
/// [`CancelError`]; nothing was changed.
pub async fn cancel(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    reason: Option<String>,
) -> Result<Cancelled, CancelError> {
    let charges = app.cancellation_charges(customer);
    let input = (customer, number, reason, app.clock.now(), charges, next_batch(app).await?);
    app.store
        .write(input, |tx, (customer, number, reason, now, charges, batch)| {
            Box::pin(async move {
                let find = Orders(tx).find(*number, *customer).await?;
                let mut order = find.ok_or(CancelError::NoSuchOrder)?;
                if is_cancelled(&order) {
                    let refund = order.policy.refund(order.paid);
                    return Ok(Cancelled { order, refund });
                }
                let outcome = order.policy.outcome(order.status, order.slot.starts_at, order.paid, *now)?;
                let (status, refund) = match outcome {
                    // Also where the bank charge takes all that was paid: nothing is owed.
                    CancellationOutcome::Free | CancellationOutcome::Refund(Money::ZERO) => {
                        (OrderStatus::Cancelled, Money::ZERO)
                    }
                    CancellationOutcome::Refund(refund) => (OrderStatus::CancelRequested, refund),
                };
                charges.take::<CancelError>(tx, *now).await?;
                Claims(tx).release(order.slot, *number).await?;
                if !Orders(tx).cancel(*number, status, *now, reason.as_deref()).await? {
                    // Another tap came between: answer as it does, or undo the release.
                    order = Orders(tx).find(*number, *customer).await?.ok_or(CancelError::NoSuchOrder)?;
                    let refund = order.policy.refund(order.paid);
                    let done = is_cancelled(&order);
                    return if done {
                        Ok(Cancelled { order, refund })
                    } else {
                        Err(CancellationRefused::NotConfirmed.into())
                    };
                }
                if let Some((coupon, _)) = &order.coupon {
                    Coupons(tx).give_back(*coupon, *customer).await?;
                }
                if refund > Money::ZERO {
                    owe(tx, &order, refund, *now, *batch).await?;
                }
                order.status = status;
                order.cancelled_at = Some(*now);
                order.cancel_reason.clone_from(reason);
                tx.announce(News::Day(order.venue, order.day));
                tx.announce(News::Order(*customer, *number, status));
                Ok::<_, CancelError>(Cancelled { order, refund })
            })
        })
        .await
}

/// Promises the refund of what was paid online, for the next batch. What the desk took in cash, the desk gives back.
async fn owe(
    tx: &mut dyn Session,
    order: &Order,
    amount: Money,
    now: Timestamp,
    issue_at: Timestamp,
) -> Result<(), StoreError> {
    let payments = Payments(tx).list_of_order(order.number).await?;
    let paying = payments.iter().find(|payment| payment.outcome == Some(PaymentOutcome::Confirmed));
    if let Some(payment) = paying {
        let reason = RefundReason::Cancelled;
        let (payment, order) = (payment.id.as_str(), order.number);
        Refunds(tx)
            .approve(&NewRefund { payment, order, amount, reason, issue_at, approved_at: now })
            .await?;
    }
    Ok(())
}

fn is_cancelled(order: &Order) -> bool {
    matches!(order.status, OrderStatus::Cancelled | OrderStatus::CancelRequested)
}
