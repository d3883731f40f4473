//! A channel of which many tasks get each value.

use tokio::sync::broadcast;
pub use tokio::sync::broadcast::error;

use crate::scheduling_point;

/// Sends values.
#[derive(Debug)]
pub struct Sender<T>(broadcast::Sender<T>);

impl<T: Clone> Sender<T> {
    /// A channel that buffers this many values for a slow receiver.
    pub fn new(capacity: usize) -> Self {
        Sender(broadcast::Sender::new(capacity))
    }

    /// A receiver of the values that are sent from now on.
    pub fn subscribe(&self) -> Receiver<T> {
        scheduling_point();
        Receiver(Some(self.0.subscribe()))
    }

    /// Sends a value; returns the number of receivers.
    ///
    /// # Errors
    /// The value, if there is no receiver.
    pub fn send(&self, value: T) -> Result<usize, error::SendError<T>> {
        scheduling_point();
        self.0.send(value)
    }

    /// The number of receivers.
    pub fn receiver_count(&self) -> usize {
        scheduling_point();
        self.0.receiver_count()
    }
}

/// Receives values. It is `None` only while it is dropped.
#[derive(Debug)]
pub struct Receiver<T>(Option<broadcast::Receiver<T>>);

impl<T: Clone> Receiver<T> {
    /// The next value.
    ///
    /// # Errors
    /// If values were lost because this receiver is too slow, or the sender is gone.
    pub async fn recv(&mut self) -> Result<T, error::RecvError> {
        scheduling_point();
        match &mut self.0 {
            Some(receiver) => receiver.recv().await,
            None => std::future::pending().await,
        }
    }

    /// A receiver of the values that are sent from now on.
    pub fn resubscribe(&self) -> Self {
        scheduling_point();
        Receiver(self.0.as_ref().map(broadcast::Receiver::resubscribe))
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        scheduling_point();
        drop(self.0.take());
    }
}
