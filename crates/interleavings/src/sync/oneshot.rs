//! A channel of one value from one task to another.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::sync::oneshot;
pub use tokio::sync::oneshot::error;

use crate::scheduling_point;

/// A channel for one value.
pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let (sender, receiver) = oneshot::channel();
    (Sender(Some(sender)), Receiver(Some(receiver)))
}

/// Sends the value.
#[derive(Debug)]
pub struct Sender<T>(Option<oneshot::Sender<T>>);

impl<T> Sender<T> {
    /// Sends the value.
    ///
    /// # Errors
    /// The value, if the receiver is gone.
    pub fn send(mut self, value: T) -> Result<(), T> {
        scheduling_point();
        match self.0.take() {
            Some(sender) => sender.send(value),
            None => Err(value),
        }
    }

    /// Whether the receiver is gone.
    pub fn is_closed(&self) -> bool {
        scheduling_point();
        self.0.as_ref().is_some_and(oneshot::Sender::is_closed)
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if let Some(sender) = self.0.take() {
            scheduling_point();
            drop(sender);
        }
    }
}

/// Waits for the value.
#[derive(Debug)]
pub struct Receiver<T>(Option<oneshot::Receiver<T>>);

impl<T> Future for Receiver<T> {
    type Output = Result<T, error::RecvError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        scheduling_point();
        match &mut self.0 {
            Some(receiver) => Pin::new(receiver).poll(context),
            None => Poll::Pending,
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        scheduling_point();
        drop(self.0.take());
    }
}
