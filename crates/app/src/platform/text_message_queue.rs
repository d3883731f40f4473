//! Queues text messages until the provider accepts them, so that no request waits for the provider.

use std::{net::IpAddr, sync::Arc, time::Duration};

use parking_lot::Mutex;
use sideout_providers::messaging::{MessageError, TextMessage, TextMessenger};
use tokio::{
    sync::{Semaphore, mpsc, watch},
    time::Instant,
};

use super::{fair_queue::FairQueue, networks::widest_network};
use crate::error_throttled;

/// The most messages in the queue; more would be sent so late that the player requests another code first.
const QUEUE: usize = 1_000;

/// The most messages that are sent to the provider at once.
const AT_ONCE: usize = 8;

/// The number of failures in a row after which requests for a code are refused.
const FAILS_AFTER: u32 = 3;

/// The time after the last failure until requests for a code are accepted again, which tests the provider.
const TRY_AGAIN: Duration = Duration::from_secs(30);

/// The queue in front of the messenger and the task that empties it, which serves networks in turn. Messages are lost
/// when the process ends. Use it only for codes, because a player can request a code again. Cheap to clone.
#[derive(Clone)]
pub struct TextMessageQueue {
    waiting: Arc<Mutex<FairQueue<IpAddr, TextMessage>>>,
    /// One unit for each queued message.
    wake: mpsc::UnboundedSender<()>,
    /// The number of messages that are queued or being sent.
    open: Arc<watch::Sender<usize>>,
    health: Arc<Mutex<DeliveryHealth>>,
}

/// No code can be sent at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("text messages fail at the moment")]
pub struct TextMessagesFail;

/// How the last messages to any number ended. Failures caused by a bad number are not included.
#[derive(Debug, Default)]
struct DeliveryHealth {
    failed_in_a_row: u32,
    last_failed: Option<Instant>,
}

impl DeliveryHealth {
    fn fails(&self) -> bool {
        self.failed_in_a_row >= FAILS_AFTER && self.last_failed.is_some_and(|at| at.elapsed() < TRY_AGAIN)
    }
}

impl TextMessageQueue {
    /// Starts the task that sends messages through `messenger`. Call it on the Tokio runtime. The task ends when the
    /// last clone is dropped.
    pub fn start(messenger: Arc<dyn TextMessenger>) -> Self {
        let (wake, woken) = mpsc::unbounded_channel();
        let open = Arc::new(watch::Sender::new(0));
        let waiting = Arc::<Mutex<FairQueue<_, _>>>::default();
        let health = Arc::default();
        tokio::spawn(deliver(woken, Arc::clone(&waiting), messenger, open.clone(), Arc::clone(&health)));
        TextMessageQueue { waiting, wake, open, health }
    }

    /// Checks that a message queued now can be expected to be sent. Call it before a response promises a code. The
    /// result depends on the messages to all numbers, so it reveals nothing about one number.
    ///
    /// # Errors
    /// [`TextMessagesFail`] while three in a row have failed, the last one less than thirty seconds ago.
    pub fn check(&self) -> Result<(), TextMessagesFail> {
        if self.health.lock().fails() { Err(TextMessagesFail) } else { Ok(()) }
    }

    /// Queues a message requested from `network` and returns at once. If the queue is full, either the newest message
    /// of the network with the most messages is dropped for it, or it is dropped itself.
    pub fn enqueue(&self, network: IpAddr, message: TextMessage) {
        let network = widest_network(network);
        let mut waiting = self.waiting.lock();
        let dropped = if waiting.len() < QUEUE {
            self.open.send_modify(|open| *open += 1);
            waiting.push(network, message);
            // An error means that the task has ended together with the runtime.
            self.wake.send(()).ok();
            None
        } else {
            let held = waiting.len_of(network);
            match waiting.displace(held) {
                Some(displaced) => {
                    waiting.push(network, message);
                    Some(displaced)
                }
                None => Some(message),
            }
        };
        drop(waiting);
        if let Some(message) = dropped {
            count("dropped");
            error_throttled!(text = ?message, "text message dropped: the queue is full");
        }
    }

    /// Waits until no message is queued or being sent; for a graceful shutdown and for tests.
    pub async fn drained(&self) {
        // `wait_for` cannot fail: `self` holds the sender.
        self.open.subscribe().wait_for(|open| *open == 0).await.ok();
    }
}

async fn deliver(
    mut woken: mpsc::UnboundedReceiver<()>,
    waiting: Arc<Mutex<FairQueue<IpAddr, TextMessage>>>,
    messenger: Arc<dyn TextMessenger>,
    open: Arc<watch::Sender<usize>>,
    health: Arc<Mutex<DeliveryHealth>>,
) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    while woken.recv().await.is_some() {
        // Wait for a free place first, so that the next message is chosen only when it can be sent.
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Some(message) = waiting.lock().pop() else { continue };
        let done = Done { open: open.clone() };
        let (messenger, health) = (messenger.clone(), Arc::clone(&health));
        tokio::spawn(async move {
            match messenger.send(&message).await {
                Ok(_) => {
                    count("sent");
                    let before = std::mem::take(&mut *health.lock());
                    if before.failed_in_a_row >= FAILS_AFTER {
                        tracing::info!(failed = before.failed_in_a_row, "text messages are sent again");
                    }
                }
                // A number that cannot be reached does not count as a failure of the provider: otherwise one caller
                // with three such numbers could stop the codes of all players.
                Err(error @ MessageError::BadNumber(_)) => {
                    count("failed");
                    tracing::warn!(%error, "text message not delivered");
                }
                Err(error) => {
                    count("failed");
                    let mut health = health.lock();
                    health.failed_in_a_row = health.failed_in_a_row.saturating_add(1);
                    health.last_failed = Some(Instant::now());
                    let failed = health.failed_in_a_row;
                    drop(health);
                    // An outage is logged once as an error.
                    match failed {
                        ..FAILS_AFTER => {
                            tracing::warn!(%error, text = ?message, "text message not delivered")
                        }
                        FAILS_AFTER => tracing::error!(
                            %error,
                            failed,
                            refused_for_s = TRY_AGAIN.as_secs(),
                            "text messages fail, requests for a code are refused after each failure"
                        ),
                        _ => tracing::debug!(%error, failed, "text message not delivered"),
                    }
                }
            }
            drop((place, done));
        });
    }
}

/// Counts how a message with a code ended.
fn count(outcome: &'static str) {
    metrics::counter!("sideout_codes_total", "outcome" => outcome).increment(1);
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
    use sideout_providers::messaging::{Acceptance, Fault, Template};

    use super::*;

    #[derive(Debug, Default)]
    struct CountingMessenger {
        sent: AtomicUsize,
    }

    #[async_trait]
    impl TextMessenger for CountingMessenger {
        async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
            tokio::task::yield_now().await;
            assert_ne!(message.attempt, 13, "the messenger panics on this attempt");
            self.sent.fetch_add(1, Ordering::SeqCst);
            Ok(Acceptance { provider: "counting", id: None })
        }

        fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
            Ok(message.brand.clone())
        }
    }

    const NETWORK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9));
    const ELSEWHERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

    fn message() -> TextMessage {
        TextMessage::new(
            "+919876543210",
            "Baroda Pickleball Club",
            Template::OneTimeCode { code: "123456".to_owned(), minutes: 10 },
        )
    }

    #[tokio::test]
    async fn everything_queued_is_handed_over_before_the_queue_counts_as_drained() {
        let messenger = Arc::new(CountingMessenger::default());
        let queue = TextMessageQueue::start(messenger.clone());
        queue.drained().await;
        for _ in 0..100 {
            queue.enqueue(NETWORK, message());
        }
        queue.drained().await;
        assert_eq!(messenger.sent.load(Ordering::SeqCst), 100);
    }

    #[tokio::test]
    async fn a_messenger_that_panics_loses_one_message_only() {
        let messenger = Arc::new(CountingMessenger::default());
        let queue = TextMessageQueue::start(messenger.clone());
        queue.enqueue(NETWORK, message().on_attempt(13));
        queue.enqueue(NETWORK, message());
        queue.drained().await;
        assert_eq!(messenger.sent.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn a_message_beyond_the_queue_is_dropped() {
        let messenger = Arc::new(CountingMessenger::default());
        let queue = TextMessageQueue::start(messenger.clone());
        for _ in 0..QUEUE + 500 {
            queue.enqueue(NETWORK, message());
        }
        queue.drained().await;
        assert_eq!(messenger.sent.load(Ordering::SeqCst), QUEUE);
    }

    /// Records the recipients of messages, in order.
    #[derive(Debug, Default)]
    struct RecordingMessenger {
        to: Mutex<Vec<String>>,
    }

    #[async_trait]
    impl TextMessenger for RecordingMessenger {
        async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
            self.to.lock().push(message.to.clone());
            Ok(Acceptance { provider: "recording", id: None })
        }

        fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
            Ok(message.brand.clone())
        }
    }

    /// The number of messages sent before one from `network`, when a thousand from [`NETWORK`] are queued; `None` if it was dropped.
    async fn sent_before(network: IpAddr) -> Option<usize> {
        let messenger = Arc::new(RecordingMessenger::default());
        let queue = TextMessageQueue::start(messenger.clone());
        for _ in 0..QUEUE {
            queue.enqueue(NETWORK, message());
        }
        let honest = TextMessage { to: "+919876500001".to_owned(), ..message() };
        queue.enqueue(network, honest);
        queue.drained().await;
        let to = messenger.to.lock();
        assert_eq!(to.len(), QUEUE);
        to.iter().position(|to| to == "+919876500001")
    }

    #[tokio::test]
    async fn a_full_queue_of_one_network_leaves_a_place_and_the_next_turn_to_another() {
        let before = sent_before(ELSEWHERE).await;
        assert!(before.is_some_and(|before| before <= AT_ONCE), "{before:?}");
        assert_eq!(sent_before(NETWORK).await, None, "the control: within one network it is dropped");
    }

    type Failure = fn(Fault) -> MessageError;

    /// Fails as configured.
    #[derive(Debug, Default)]
    struct FailingMessenger {
        failure: Mutex<Option<Failure>>,
    }

    #[async_trait]
    impl TextMessenger for FailingMessenger {
        async fn send(&self, _: &TextMessage) -> Result<Acceptance, MessageError> {
            let fault = Fault {
                provider: "failing",
                to: String::new(),
                message: String::new(),
                status: None,
                code: None,
                retry_after: None,
            };
            match *self.failure.lock() {
                Some(fails) => Err(fails(fault)),
                None => Ok(Acceptance { provider: "failing", id: None }),
            }
        }

        fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
            Ok(message.brand.clone())
        }
    }

    #[tokio::test(start_paused = true)]
    async fn three_failures_refuse_codes_for_thirty_seconds_and_a_sent_one_ends_the_count() {
        let messenger = Arc::new(FailingMessenger::default());
        let queue = TextMessageQueue::start(messenger.clone());
        let send_one = async || {
            queue.enqueue(NETWORK, message());
            queue.drained().await;
        };
        *messenger.failure.lock() = Some(MessageError::BadNumber);
        for _ in 0..10 {
            send_one().await;
        }
        *messenger.failure.lock() = Some(MessageError::Unavailable);
        for _ in 0..3 {
            assert_eq!(queue.check(), Ok(()));
            send_one().await;
        }
        assert_eq!(queue.check(), Err(TextMessagesFail));
        tokio::time::advance(TRY_AGAIN).await;
        assert_eq!(queue.check(), Ok(()), "thirty seconds after the failure");
        send_one().await;
        assert_eq!(queue.check(), Err(TextMessagesFail), "the next message failed too");
        tokio::time::advance(TRY_AGAIN).await;
        *messenger.failure.lock() = None;
        send_one().await;
        *messenger.failure.lock() = Some(MessageError::Unavailable);
        send_one().await;
        assert_eq!(queue.check(), Ok(()), "one failure is no outage");
    }
}
