//! Watching one's own orders.

use std::sync::Arc;

use sideout_domain::{
    CustomerId,
    order::{OrderNumber, OrderStatus},
};
use tokio::sync::broadcast::{self, error::RecvError};

use super::{Live, MOST_BEHIND};

/// What happened to a customer's orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderEvent {
    /// This order stands there now.
    Moved {
        /// Which order.
        number: OrderNumber,
        /// Where it stands.
        status: OrderStatus,
    },
    /// Events may have been missed: look at the orders again.
    Resync,
}

/// Waits for changes of one customer's orders; the place is given back when it is dropped.
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
    /// The next event, in order; [`OrderEvent::Resync`] for a reader that fell behind. Cancelling loses nothing.
    pub async fn next(&mut self) -> OrderEvent {
        match self.events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => {
                // What is left of the old ones would come out of order.
                self.events = self.events.resubscribe();
                OrderEvent::Resync
            }
            // The sender lives as long as the last watch of its customer.
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
