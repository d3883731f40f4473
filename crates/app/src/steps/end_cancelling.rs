//! Ends the cancellation of a booking whose refunds are all on their way or paid out.

use sideout_store::{Orders, Session, StoreError, payments::Refund};

use super::announce_order::announce_order;

/// Ends the cancellation of the booking that waited for `refund`. Does nothing if it waits for another one.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn end_cancelling(tx: &mut dyn Session, refund: &Refund) -> Result<(), StoreError> {
    if !refund.reason.ends_booking() {
        return Ok(());
    }
    if let Some(customer) = Orders(tx).end_cancelling(refund.order, Some(refund.id)).await?
        && let Some(order) = Orders(tx).find(refund.order, customer).await?
    {
        announce_order(tx, &order);
    }
    Ok(())
}
