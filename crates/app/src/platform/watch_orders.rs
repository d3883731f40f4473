//! Watches the orders of one customer.

use std::sync::Arc;

use sideout_domain::{
    CustomerId,
    order::{OrderNumber, OrderStatus},
};
use tokio::sync::broadcast::{self, error::RecvError};

use super::live::Live;

/// Order events buffered for a slow reader.
const MOST_BEHIND: usize = 16;

/// A change of a customer's orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderEvent {
    /// An order has a new status.
    StatusChanged {
        /// The number of the order.
        number: OrderNumber,
        /// Its new status.
        status: OrderStatus,
    },
    /// Events may have been missed: read the orders again.
    Resync,
}

/// Waits for changes of one customer's orders.
pub struct OrderWatch {
    events: broadcast::Receiver<OrderEvent>,
    // Fields are dropped in this order: `events` before the entry, which then counts only the receivers of other watches.
    _entry: CustomerEntry,
}

/// Removes the entry of the customer when its last watch is dropped.
struct CustomerEntry {
    live: Arc<Live>,
    customer: CustomerId,
}

impl Live {
    /// Watches the orders of `customer` from now on.
    pub fn watch_orders(self: &Arc<Self>, customer: CustomerId) -> OrderWatch {
        let mut orders = self.orders.lock();
        let sender = orders.entry(customer).or_insert_with(|| broadcast::Sender::new(MOST_BEHIND));
        let events = sender.subscribe();
        drop(orders);
        OrderWatch { events, _entry: CustomerEntry { live: self.clone(), customer } }
    }
}

impl OrderWatch {
    /// The next event, in order; [`OrderEvent::Resync`] if the reader fell behind. Cancel safe: no event is lost.
    pub async fn next(&mut self) -> OrderEvent {
        match self.events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => {
                // The older events that are still buffered would follow the resync and repeat outdated statuses.
                self.events = self.events.resubscribe();
                OrderEvent::Resync
            }
            // The sender lives until the last watch of its customer is dropped, so this does not happen.
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

impl Drop for CustomerEntry {
    // INVARIANT: the last watch removes the entry, also if two are dropped at once (`watches` in `crates/interleavings`).
    fn drop(&mut self) {
        let mut orders = self.live.orders.lock();
        if orders.get(&self.customer).is_some_and(|sender| sender.receiver_count() == 0) {
            orders.remove(&self.customer);
        }
    }
}
