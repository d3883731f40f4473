//! Announces a change of a booking that leaves its court time as it is.

use sideout_domain::order::Order;
use sideout_store::{ChangeEvent, Session};

/// Tells the player's screens the status of `order`, and the board of its day that it has changed.
pub(crate) fn announce_order(tx: &mut dyn Session, order: &Order) {
    tx.announce(ChangeEvent::Order(order.customer, order.number, order.status));
    tx.announce(ChangeEvent::Board(order.venue, order.day));
}
