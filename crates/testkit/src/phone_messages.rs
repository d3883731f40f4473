//! A messenger that keeps messages for tests to read.

use std::time::Duration;

use async_trait::async_trait;
use parking_lot::Mutex;
use sideout_providers::messaging::{Acceptance, MessageError, Template, TextMessage, TextMessenger};

/// Accepts every message and delivers none; tests read them here.
#[derive(Debug, Default)]
pub struct PhoneMessages {
    kept: Mutex<Vec<TextMessage>>,
}

impl PhoneMessages {
    /// All messages so far, in the order they were handed over.
    pub fn all(&self) -> Vec<TextMessage> {
        self.kept.lock().clone()
    }

    /// Waits until `count` messages were handed over.
    ///
    /// # Panics
    /// If they are not there within a minute.
    pub async fn wait_for(&self, count: usize) {
        let there = async {
            while self.kept.lock().len() < count {
                tokio::task::yield_now().await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(60), there).await;
        assert!(waited.is_ok(), "{} of {count} messages were sent within a minute", self.kept.lock().len());
    }

    /// The newest code sent to this number (E.164).
    pub fn newest_code(&self, to: &str) -> Option<String> {
        self.kept.lock().iter().rev().filter(|message| message.to == to).find_map(|message| {
            match &message.template {
                Template::OneTimeCode { code, .. } => Some(code.clone()),
                Template::Notice { .. } => None,
            }
        })
    }
}

#[async_trait]
impl TextMessenger for PhoneMessages {
    async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
        self.kept.lock().push(message.clone());
        Ok(Acceptance { provider: "phone-messages", id: None })
    }

    /// The notice and its values: `confirmed: venue=Riverside Arena, court=Court 3`. Of a code, the word `code` alone.
    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        Ok(match &message.template {
            Template::OneTimeCode { .. } => "code".to_owned(),
            Template::Notice { notice, values, .. } => {
                let values: Vec<String> =
                    values.iter().map(|(name, value)| format!("{name}={value}")).collect();
                format!("{notice}: {}", values.join(", "))
            }
        })
    }
}
