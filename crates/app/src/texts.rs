//! Text messages wait here until they are handed to the provider, so that no player waits for one.

use std::sync::Arc;

use sideout_providers::messaging::{TextMessage, TextMessenger};
use tokio::sync::{Semaphore, mpsc, watch};

/// Messages that may wait. More are dropped and logged: the player will ask again before they went out.
const QUEUE: usize = 1_000;

/// Messages on their way to the provider at once.
const AT_ONCE: usize = 8;

/// The queue in front of the messenger, and the task that empties it. Messages are lost when the process dies; codes
/// are asked for again, so nothing else may go this way. Cheap to clone.
#[derive(Clone)]
pub struct Texts {
    queue: mpsc::Sender<TextMessage>,
    open: Arc<watch::Sender<usize>>,
}

impl Texts {
    /// Starts the task that hands messages to `messenger`. To be called on the runtime; it ends with the last clone.
    pub fn start(messenger: Arc<dyn TextMessenger>) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let open = Arc::new(watch::Sender::new(0));
        tokio::spawn(deliver(waiting, messenger, open.clone()));
        Texts { queue, open }
    }

    /// Puts a message into the queue and returns at once; one that finds no place is logged and dropped.
    pub fn post(&self, message: TextMessage) {
        self.open.send_modify(|open| *open += 1);
        if let Err(refused) = self.queue.try_send(message) {
            self.open.send_modify(|open| *open -= 1);
            let message = match refused {
                mpsc::error::TrySendError::Full(message) | mpsc::error::TrySendError::Closed(message) => {
                    message
                }
            };
            tracing::error!(?message, "text message dropped: the queue is full");
        }
    }

    /// Waits until everything posted so far was handed over or failed; for a graceful shutdown and for tests.
    pub async fn drained(&self) {
        // An error would mean that the sender is gone, which `self` holds.
        self.open.subscribe().wait_for(|open| *open == 0).await.ok();
    }
}

async fn deliver(
    mut waiting: mpsc::Receiver<TextMessage>,
    messenger: Arc<dyn TextMessenger>,
    open: Arc<watch::Sender<usize>>,
) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    while let Some(message) = waiting.recv().await {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let done = Done { open: open.clone() };
        let messenger = messenger.clone();
        tokio::spawn(async move {
            if let Err(error) = messenger.send(&message).await {
                tracing::error!(%error, ?message, "text message not delivered");
            }
            drop((place, done));
        });
    }
}

/// Counts a message as done when dropped, also when the messenger panics.
struct Done {
    open: Arc<watch::Sender<usize>>,
}

impl Drop for Done {
    fn drop(&mut self) {
        self.open.send_modify(|open| *open -= 1);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use sideout_providers::messaging::{MessageError, Receipt, Template};

    use super::*;

    #[derive(Debug, Default)]
    struct Counting {
        sent: AtomicUsize,
    }

    #[async_trait]
    impl TextMessenger for Counting {
        async fn send(&self, message: &TextMessage) -> Result<Receipt, MessageError> {
            tokio::task::yield_now().await;
            assert_ne!(message.attempt, 13, "the messenger breaks down on this one");
            self.sent.fetch_add(1, Ordering::SeqCst);
            Ok(Receipt { provider: "counting", id: None })
        }
    }

    fn message() -> TextMessage {
        TextMessage::new("+919876543210", Template::OneTimeCode { code: "123456".to_owned(), minutes: 10 })
    }

    #[tokio::test]
    async fn everything_posted_is_handed_over_before_the_queue_counts_as_drained() {
        let messenger = Arc::new(Counting::default());
        let texts = Texts::start(messenger.clone());
        texts.drained().await;
        for _ in 0..100 {
            texts.post(message());
        }
        texts.drained().await;
        assert_eq!(messenger.sent.load(Ordering::SeqCst), 100);
    }

    #[tokio::test]
    async fn a_messenger_that_breaks_down_harms_one_message_only() {
        let messenger = Arc::new(Counting::default());
        let texts = Texts::start(messenger.clone());
        texts.post(message().on_attempt(13));
        texts.post(message());
        texts.drained().await;
        assert_eq!(messenger.sent.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn what_finds_no_place_in_the_queue_is_dropped_not_waited_for() {
        let messenger = Arc::new(Counting::default());
        let texts = Texts::start(messenger.clone());
        for _ in 0..QUEUE + 500 {
            texts.post(message());
        }
        texts.drained().await;
        assert_eq!(messenger.sent.load(Ordering::SeqCst), QUEUE);
    }
}
