//! A messenger that keeps what it was given.

use async_trait::async_trait;
use parking_lot::Mutex;
use sideout_providers::messaging::{MessageError, Receipt, Template, TextMessage, TextMessenger};

/// Takes every message and delivers none; tests read them here.
#[derive(Debug, Default)]
pub struct PhoneMessages {
    kept: Mutex<Vec<TextMessage>>,
}

impl PhoneMessages {
    /// All messages so far, in the order they were handed over.
    pub fn all(&self) -> Vec<TextMessage> {
        self.kept.lock().clone()
    }

    /// The code of the newest message to this number (E.164).
    pub fn newest_code(&self, to: &str) -> Option<String> {
        self.kept.lock().iter().rev().find(|message| message.to == to).map(|message| {
            let Template::OneTimeCode { code, .. } = &message.template;
            code.clone()
        })
    }
}

#[async_trait]
impl TextMessenger for PhoneMessages {
    async fn send(&self, message: &TextMessage) -> Result<Receipt, MessageError> {
        self.kept.lock().push(message.clone());
        Ok(Receipt { provider: "phone-messages", id: None })
    }
}
