//! Watches the orders of one customer.

use std::sync::Arc;

use sideout_domain::{
    CustomerId,
    order::{OrderNumber, OrderStatus},
};
use tokio::sync::broadcast::{self, error::RecvError};

use super::live::Live;

/// Order events buffered for a slow reader. A reader that falls further behind gets [`OrderEvent::Resync`] instead.
const MOST_BEHIND: usize = 16;

/// A change of a customer's orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderEvent {
    /// An order has a new status.
    StatusChanged {
        /// Which order.
        number: OrderNumber,
        /// Its new status.
        status: OrderStatus,
    },
    /// Events may have been missed: read the orders again.
    Resync,
}

/// Waits for changes of one customer's orders. Dropping the last watch of a customer frees its entry.
pub struct OrderWatch {
    live: Arc<Live>,
    customer: CustomerId,
    events: broadcast::Receiver<OrderEvent>,
}

impl Live {
    /// Watches the orders of `customer` from now on.
    pub fn watch_orders(self: &Arc<Self>, customer: CustomerId) -> OrderWatch {
        let mut orders = self.orders.lock();
        let sender = orders.entry(customer).or_insert_with(|| broadcast::Sender::new(MOST_BEHIND));
        let events = sender.subscribe();
        drop(orders);
        OrderWatch { live: self.clone(), customer, events }
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

impl Drop for OrderWatch {
    fn drop(&mut self) {
        let mut orders = self.live.orders.lock();
        if orders.get(&self.customer).is_some_and(|sender| sender.receiver_count() <= 1) {
            orders.remove(&self.customer);
        }
    }
}
