//! Announces a change of a booking.

use sideout_domain::order::{Order, OrderNumber};
use sideout_store::{ChangeEvent, Orders, Session, StoreError};

/// Announces the status of `order` to the player's screens, and to the board of its day that it has changed.
pub(crate) fn announce_order(tx: &mut dyn Session, order: &Order) {
    tx.announce(ChangeEvent::Order(order.customer, order.number, order.status));
    tx.announce(ChangeEvent::Board(order.venue, order.day));
}

/// As [`announce_order`], for the order of a refund that changed. Does nothing if there is no such order.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn announce_order_of_refund(
    tx: &mut dyn Session,
    number: OrderNumber,
) -> Result<(), StoreError> {
    if let Some(customer) = Orders(tx).find_owner(number).await?
        && let Some(order) = Orders(tx).find(number, customer).await?
    {
        announce_order(tx, &order);
    }
    Ok(())
}
