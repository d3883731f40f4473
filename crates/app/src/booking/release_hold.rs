//! Releases a court that a player holds.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId,
    order::{Hold, OrderNumber, OrderStatus},
};
use sideout_providers::payments::TimeBudget;
use sideout_store::{ChangeEvent, Orders, Session, StoreError};

use super::place_hold::end_of;
use crate::{
    App,
    steps::{
        free_slot::{Freeing, OrderClaim, free_slot},
        payment_overview::PaymentState,
        poll::poll_before_change,
    },
};

/// Why nothing was released.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseHoldError {
    /// The order is a booking already; it must be cancelled instead.
    #[error("already a booking")]
    AlreadyBooked,
    /// The order was a booking and was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// A payment is under way.
    #[error("a payment is under way")]
    PaymentUnderWay,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Releases the hold of `customer`; if `only` is given, no other one. Succeeds also if there is no such hold. An order that
/// may have been paid is polled first, because a captured payment turns the hold into a booking.
///
/// # Errors
/// [`ReleaseHoldError`].
pub async fn release_hold(
    app: &App,
    customer: CustomerId,
    only: Option<OrderNumber>,
) -> Result<(), ReleaseHoldError> {
    let number = match only {
        Some(number) => Some(number),
        None => find_held(app, customer).await?,
    };
    let Some(number) = number else { return Ok(()) };
    if let Some(overview) = poll_before_change(app, customer, number, TimeBudget::interactive()).await? {
        if overview.payment == PaymentState::UnderWay {
            return Err(ReleaseHoldError::PaymentUnderWay);
        }
        // It was a booking before, or the poll has just made it one.
        refuse_booking(overview.order.status)?;
    }
    let now = app.clock.now();
    app.store.write((customer, number, now), |tx, input| Box::pin(release(tx, input))).await
}

/// Refuses an order that is a booking, or was one.
fn refuse_booking(status: OrderStatus) -> Result<(), ReleaseHoldError> {
    match status {
        OrderStatus::Held | OrderStatus::Released | OrderStatus::Expired => Ok(()),
        OrderStatus::CancelRequested | OrderStatus::Cancelled => Err(ReleaseHoldError::Cancelled),
        OrderStatus::Confirmed | OrderStatus::NoShow | OrderStatus::Completed => {
            Err(ReleaseHoldError::AlreadyBooked)
        }
    }
}

/// The order of the hold of `customer`, also if it has expired.
async fn find_held(app: &App, customer: CustomerId) -> Result<Option<OrderNumber>, StoreError> {
    let find = app
        .store
        .read(customer, |tx, customer| Box::pin(async move { Orders(tx).find_hold(*customer).await }));
    let held: Option<Hold> = find.await?;
    Ok(held.map(|hold| hold.number))
}

/// Releases only the hold whose payment was polled: another one may have replaced it since, with a payment under way.
async fn release(
    tx: &mut dyn Session,
    (customer, number, now): &(CustomerId, OrderNumber, Timestamp),
) -> Result<(), ReleaseHoldError> {
    if let Some(order) = Orders(tx).find(*number, *customer).await? {
        refuse_booking(order.status)?;
    }
    let hold = Orders(tx).find_hold(*customer).await?;
    let Some(hold) = hold.filter(|hold| hold.number == *number) else {
        return Ok(());
    };
    let end = end_of(hold.held_until, *now);
    free_slot(tx, &OrderClaim::from(&hold), Freeing::Hold).await?;
    if !Orders(tx).close_hold(hold.number, end).await? {
        // Another unit of work ended the hold after the read above.
        let order = Orders(tx).find(hold.number, *customer).await?;
        return order.map_or(Ok(()), |order| refuse_booking(order.status));
    }
    tx.announce(ChangeEvent::Order(*customer, hold.number, end));
    Ok(())
}
