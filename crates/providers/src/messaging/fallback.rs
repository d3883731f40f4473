//! Two providers, so that players can still log in while one of them is down.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use tokio::time::Instant;

use super::{Acceptance, MessageError, TextMessage, TextMessenger};

/// The number of failures in a row after which a provider rests.
const FAILURES: u32 = 3;
/// How long a provider rests, so that not every player waits for a timeout.
const REST: Duration = Duration::from_secs(30);
/// From this attempt on the second provider is tried first: after two resends, "accepted" was probably not "delivered".
const OTHER_FIRST: u32 = 3;

/// Sends through the first provider, or through the second while only the first rests and from the third attempt on; if
/// that one fails in a way that another provider may not, through the other. If both fail, the error is that of the one that was
/// tried last, also if the other one may have sent the message.
#[derive(Debug)]
pub struct Fallback {
    first: Provider,
    second: Provider,
    /// Whether the last message that started with the first provider was sent through the second one.
    is_substituted: AtomicBool,
}

impl Fallback {
    /// Prefers `first`.
    pub fn new(first: Arc<dyn TextMessenger>, second: Arc<dyn TextMessenger>) -> Self {
        Fallback {
            first: Provider::new(first),
            second: Provider::new(second),
            is_substituted: AtomicBool::new(false),
        }
    }
}

#[async_trait]
impl TextMessenger for Fallback {
    async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
        let swapped =
            message.attempt >= OTHER_FIRST || (self.first.is_resting() && !self.second.is_resting());
        let (one, other) = if swapped { (&self.second, &self.first) } else { (&self.first, &self.second) };
        match one.send(message).await {
            Err(error) if error.may_use_another_provider() => {
                // Logged once for each outage, not once for each message.
                if swapped || self.is_substituted.swap(true, Ordering::Relaxed) {
                    tracing::debug!(%error, "a text message goes through the other provider");
                } else {
                    tracing::warn!(%error, "the first provider of text messages failed, using the second");
                }
                other.send(message).await
            }
            result => {
                if !swapped && self.is_substituted.swap(false, Ordering::Relaxed) {
                    tracing::info!("the first provider of text messages works again");
                }
                result
            }
        }
    }

    /// Both providers have the same registered texts.
    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        self.first.messenger.text_of(message)
    }
}

#[derive(Debug)]
struct Provider {
    messenger: Arc<dyn TextMessenger>,
    health: Mutex<Health>,
}

#[derive(Debug, Default)]
struct Health {
    failures: u32,
    resting_until: Option<Instant>,
}

impl Health {
    fn is_resting(&self, now: Instant) -> bool {
        self.resting_until.is_some_and(|until| now < until)
    }

    fn note(&mut self, failed: bool, now: Instant) {
        if !failed {
            *self = Health::default();
            return;
        }
        self.failures += 1;
        if self.failures >= FAILURES {
            self.resting_until = Some(now + REST);
        }
    }
}

impl Provider {
    fn new(messenger: Arc<dyn TextMessenger>) -> Self {
        Provider { messenger, health: Mutex::default() }
    }

    fn is_resting(&self) -> bool {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).is_resting(Instant::now())
    }

    async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
        let result = self.messenger.send(message).await;
        let failed = result.as_ref().is_err_and(MessageError::is_outage);
        self.health.lock().unwrap_or_else(PoisonError::into_inner).note(failed, Instant::now());
        result
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::messaging::{Fault, Template};

    #[derive(Debug)]
    struct Scripted {
        name: &'static str,
        calls: AtomicU32,
        error: Mutex<Option<MessageError>>,
    }

    impl Scripted {
        fn new(name: &'static str, error: Option<MessageError>) -> Arc<Self> {
            Arc::new(Scripted { name, calls: AtomicU32::new(0), error: Mutex::new(error) })
        }

        fn calls(&self) -> u32 {
            self.calls.load(Ordering::Relaxed)
        }
    }

    #[async_trait]
    impl TextMessenger for Scripted {
        async fn send(&self, _: &TextMessage) -> Result<Acceptance, MessageError> {
            self.calls.fetch_add(1, Ordering::Relaxed);
            match self.error.lock().unwrap().clone() {
                Some(error) => Err(error),
                None => Ok(Acceptance { provider: self.name, id: None }),
            }
        }

        fn text_of(&self, _: &TextMessage) -> Result<String, MessageError> {
            Ok(self.name.to_owned())
        }
    }

    fn down() -> Option<MessageError> {
        Some(MessageError::Unavailable(Fault::new("one", "+919876543210", "down")))
    }

    fn message() -> TextMessage {
        TextMessage::new(
            "+919876543210",
            "Baroda Pickleball Club",
            Template::OneTimeCode { code: "123456".to_owned(), minutes: 10 },
        )
    }

    #[tokio::test]
    async fn the_second_provider_sends_only_what_the_first_could_not() {
        let (one, two) = (Scripted::new("one", None), Scripted::new("two", None));
        let both = Fallback::new(one.clone(), two.clone());
        assert_eq!(both.send(&message()).await.unwrap().provider, "one");
        assert_eq!(two.calls(), 0);
        *one.error.lock().unwrap() = down();
        assert_eq!(both.send(&message()).await.unwrap().provider, "two");
    }

    #[tokio::test]
    async fn a_number_that_cannot_be_reached_is_not_tried_twice() {
        let bad = MessageError::BadNumber(Fault::new("one", "+919876543210", "landline"));
        let (one, two) = (Scripted::new("one", Some(bad)), Scripted::new("two", None));
        let both = Fallback::new(one.clone(), two.clone());
        assert!(matches!(both.send(&message()).await, Err(MessageError::BadNumber(_))));
        assert_eq!(two.calls(), 0);
    }

    #[tokio::test]
    async fn a_player_who_requested_two_resends_gets_the_other_provider() {
        let (one, two) = (Scripted::new("one", None), Scripted::new("two", None));
        let both = Fallback::new(one.clone(), two.clone());
        assert_eq!(both.send(&message().on_attempt(2)).await.unwrap().provider, "one");
        assert_eq!(both.send(&message().on_attempt(3)).await.unwrap().provider, "two");
    }

    #[tokio::test]
    async fn a_provider_that_keeps_failing_is_skipped() {
        let (one, two) = (Scripted::new("one", down()), Scripted::new("two", None));
        let both = Fallback::new(one.clone(), two.clone());
        for _ in 0..10 {
            assert_eq!(both.send(&message()).await.unwrap().provider, "two");
        }
        assert_eq!(one.calls(), FAILURES);
    }

    #[tokio::test]
    async fn an_error_of_one_players_text_does_not_switch_the_provider_for_others() {
        let fault = || Fault::new("one", "+919876543210", "no");
        for one_players in [
            MessageError::Misconfigured(fault().with_status(200)),
            MessageError::Unknown(fault().with_status(200)),
        ] {
            let (one, two) = (Scripted::new("one", Some(one_players)), Scripted::new("two", None));
            let both = Fallback::new(one.clone(), two.clone());
            for _ in 0..3 * FAILURES {
                assert_eq!(both.send(&message()).await.unwrap().provider, "two");
            }
            *one.error.lock().unwrap() = None;
            assert_eq!(both.send(&message()).await.unwrap().provider, "one");
        }
    }

    #[test]
    fn a_skipped_provider_is_tried_again_and_a_success_resets_its_failures() {
        let start = Instant::now();
        let mut health = Health::default();
        (1..FAILURES).for_each(|_| health.note(true, start));
        assert!(!health.is_resting(start), "not yet");
        health.note(true, start);
        assert!(health.is_resting(start + REST - Duration::from_millis(1)));
        assert!(!health.is_resting(start + REST), "tried again");
        health.note(true, start + REST);
        assert!(health.is_resting(start + REST), "skipped at once when it fails again");
        health.note(false, start + REST);
        health.note(true, start + REST);
        assert!(!health.is_resting(start + REST));
    }

    #[tokio::test]
    async fn if_both_providers_are_down_the_error_is_that_of_the_second() {
        let also_down = MessageError::Unavailable(Fault::new("two", "+919876543210", "down"));
        let (one, two) = (Scripted::new("one", down()), Scripted::new("two", Some(also_down)));
        let both = Fallback::new(one.clone(), two.clone());
        for _ in 0..5 {
            assert_eq!(both.send(&message()).await.unwrap_err().fault().provider, "two");
        }
        assert_eq!((one.calls(), two.calls()), (5, 5), "each message is still tried with both");
    }
}
