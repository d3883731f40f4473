//! A channel of which many tasks get the latest value.

use tokio::sync::watch;
pub use tokio::sync::watch::{Ref, error};

use crate::scheduling_point;

/// A channel with this first value.
pub fn channel<T>(value: T) -> (Sender<T>, Receiver<T>) {
    let (sender, receiver) = watch::channel(value);
    (Sender(sender), Receiver(Some(receiver)))
}

/// Sets the value.
#[derive(Debug)]
pub struct Sender<T>(watch::Sender<T>);

impl<T> Sender<T> {
    /// A channel with this first value and no receiver.
    pub fn new(value: T) -> Self {
        Sender(watch::Sender::new(value))
    }

    /// A receiver that has seen the present value.
    pub fn subscribe(&self) -> Receiver<T> {
        scheduling_point();
        Receiver(Some(self.0.subscribe()))
    }

    /// Changes the value and notifies the receivers.
    pub fn send_modify(&self, modify: impl FnOnce(&mut T)) {
        scheduling_point();
        self.0.send_modify(modify);
    }

    /// Replaces the value, notifies the receivers and returns the value before.
    pub fn send_replace(&self, value: T) -> T {
        scheduling_point();
        self.0.send_replace(value)
    }

    /// The present value.
    pub fn borrow(&self) -> Ref<'_, T> {
        scheduling_point();
        self.0.borrow()
    }

    /// The number of receivers.
    pub fn receiver_count(&self) -> usize {
        scheduling_point();
        self.0.receiver_count()
    }
}

/// Reads the value. It is `None` only while it is dropped.
#[derive(Debug)]
pub struct Receiver<T>(Option<watch::Receiver<T>>);

impl<T> Receiver<T> {
    #[expect(clippy::expect_used, reason = "the receiver is there until it is dropped")]
    fn inner(&self) -> &watch::Receiver<T> {
        self.0.as_ref().expect("it is dropped last")
    }

    /// The present value.
    pub fn borrow(&self) -> Ref<'_, T> {
        scheduling_point();
        self.inner().borrow()
    }

    /// The present value, which is seen from now on.
    pub fn borrow_and_update(&mut self) -> Ref<'_, T> {
        scheduling_point();
        #[expect(clippy::expect_used, reason = "the receiver is there until it is dropped")]
        self.0.as_mut().expect("it is dropped last").borrow_and_update()
    }

    /// Waits for a value that was not seen.
    ///
    /// # Errors
    /// If the sender is gone.
    pub async fn changed(&mut self) -> Result<(), error::RecvError> {
        scheduling_point();
        match &mut self.0 {
            Some(receiver) => receiver.changed().await,
            None => std::future::pending().await,
        }
    }

    /// Waits until `condition` holds for the value.
    ///
    /// # Errors
    /// If the sender is gone.
    pub async fn wait_for(
        &mut self,
        condition: impl FnMut(&T) -> bool,
    ) -> Result<Ref<'_, T>, error::RecvError> {
        scheduling_point();
        match &mut self.0 {
            Some(receiver) => receiver.wait_for(condition).await,
            None => std::future::pending().await,
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        scheduling_point();
        drop(self.0.take());
    }
}
