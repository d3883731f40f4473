//! A channel of values from many tasks to one.

use tokio::sync::mpsc;
pub use tokio::sync::mpsc::error;

use crate::scheduling_point;

/// A channel that buffers this many values.
pub fn channel<T>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let (sender, receiver) = mpsc::channel(capacity);
    (Sender(sender), Receiver(receiver))
}

/// Sends values.
#[derive(Debug)]
pub struct Sender<T>(mpsc::Sender<T>);

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Sender(self.0.clone())
    }
}

impl<T> Sender<T> {
    /// Sends a value, after waiting for room.
    ///
    /// # Errors
    /// The value, if the receiver is gone or closed.
    pub async fn send(&self, value: T) -> Result<(), error::SendError<T>> {
        scheduling_point();
        self.0.send(value).await
    }
}

/// Receives values.
#[derive(Debug)]
pub struct Receiver<T>(mpsc::Receiver<T>);

impl<T> Receiver<T> {
    /// Waits for a value and keeps its thread meanwhile; `None` if the channel is closed and empty.
    pub fn blocking_recv(&mut self) -> Option<T> {
        scheduling_point();
        shuttle::future::block_on(self.0.recv())
    }

    /// Takes a buffered value without waiting.
    ///
    /// # Errors
    /// If no value is buffered.
    pub fn try_recv(&mut self) -> Result<T, error::TryRecvError> {
        scheduling_point();
        self.0.try_recv()
    }

    /// Accepts no more values; those that are buffered can still be received.
    pub fn close(&mut self) {
        scheduling_point();
        self.0.close();
    }
}
