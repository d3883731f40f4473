//! A messenger that records text messages in place of sending them, and fails as its gates say.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use sideout_domain::notice::Notice;
use sideout_providers::messaging::{Acceptance, Fault, MessageError, Template, TextMessage, TextMessenger};

use crate::gates::{Gates, Kind, Verdict};

/// A notice that reached a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReceivedNotice {
    pub(crate) phone: String,
    pub(crate) notice: Notice,
    values: Vec<(&'static str, String)>,
}

impl ReceivedNotice {
    /// A value of the text; empty if the text has none of this name.
    pub(crate) fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(of, _)| *of == name).map_or("", |(_, value)| value)
    }
}

/// Records the notices that reach the phones of players.
pub(crate) struct SimulatedMessenger {
    gates: Arc<Gates>,
    received: Mutex<Vec<ReceivedNotice>>,
    /// Whether texts name another court than the booking has: a breakage on purpose.
    names_wrong_court: bool,
}

impl SimulatedMessenger {
    pub(crate) fn new(gates: Arc<Gates>, names_wrong_court: bool) -> Self {
        SimulatedMessenger { gates, received: Mutex::default(), names_wrong_court }
    }

    /// The notices that players received, the latest last.
    pub(crate) fn received(&self) -> Vec<ReceivedNotice> {
        self.received.lock().clone()
    }

    fn record(&self, message: &TextMessage) {
        let Template::Notice { notice, values, .. } = &message.template else { return };
        let mut values = values.clone();
        if self.names_wrong_court {
            values.iter_mut().filter(|(name, _)| *name == "court").for_each(|(_, court)| court.push('0'));
        }
        self.received.lock().push(ReceivedNotice { phone: message.to.clone(), notice: *notice, values });
    }
}

impl std::fmt::Debug for SimulatedMessenger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SimulatedMessenger")
    }
}

#[async_trait]
impl TextMessenger for SimulatedMessenger {
    async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError> {
        let operation = self.gates.pass(Kind::Message, "send text message").await;
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
                self.record(message);
                Ok(Acceptance { provider: "simulated", id: None })
            }
            Verdict::FailBefore => Err(MessageError::Unavailable(fault)),
            Verdict::FailAfter => {
                self.record(message);
                Err(MessageError::Unknown(fault))
            }
        }
    }

    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        Ok(message.brand.clone())
    }
}
