//! Sends text messages nowhere, and fails as its gates say.

use std::sync::Arc;

use async_trait::async_trait;
use sideout_providers::messaging::{Fault, MessageError, Receipt, TextMessage, TextMessenger};

use crate::gates::{Gates, Kind, Verdict};

pub(crate) struct SimulatedMessenger(pub(crate) Arc<Gates>);

impl std::fmt::Debug for SimulatedMessenger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SimulatedMessenger")
    }
}

#[async_trait]
impl TextMessenger for SimulatedMessenger {
    async fn send(&self, message: &TextMessage) -> Result<Receipt, MessageError> {
        let operation = self.0.pass(Kind::Message, "send text message").await;
        let fault = Fault {
            provider: "simulated",
            to: "masked".to_owned(),
            message: "simulated".to_owned(),
            status: None,
            code: None,
            retry_after: None,
        };
        match operation.verdict {
            Verdict::Pass => {
                operation.note(&message.to);
                Ok(Receipt { provider: "simulated", id: None })
            }
            Verdict::FailBefore => Err(MessageError::Unavailable(fault)),
            Verdict::FailAfter => Err(MessageError::Unknown(fault)),
        }
    }

    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        Ok(message.brand.clone())
    }
}
