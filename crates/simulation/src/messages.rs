//! Sends text messages nowhere, keeps what they told whom, and fails as its gates say.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use sideout_domain::notice::Notice;
use sideout_providers::messaging::{Fault, MessageError, Receipt, Template, TextMessage, TextMessenger};

use crate::gates::{Gates, Kind, Verdict};

/// A notice that reached a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) phone: String,
    pub(crate) notice: Notice,
    values: Vec<(&'static str, String)>,
}

impl Told {
    /// A value of the text: `court`, `day`, `time`, `number`, `amount`. Empty if the text has none.
    pub(crate) fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(of, _)| *of == name).map_or("", |(_, value)| value)
    }
}

/// The phones of all players.
pub(crate) struct SimulatedMessenger {
    gates: Arc<Gates>,
    told: Mutex<Vec<Told>>,
    /// Whether texts name a wrong court, on purpose.
    lies: bool,
}

impl SimulatedMessenger {
    pub(crate) fn new(gates: Arc<Gates>, lies: bool) -> Self {
        SimulatedMessenger { gates, told: Mutex::default(), lies }
    }

    /// What players were told, the latest last.
    pub(crate) fn told(&self) -> Vec<Told> {
        self.told.lock().clone()
    }

    fn arrive(&self, message: &TextMessage) {
        let Template::Notice { notice, values, .. } = &message.template else { return };
        let mut values = values.clone();
        if self.lies {
            values.iter_mut().filter(|(name, _)| *name == "court").for_each(|(_, court)| court.push('0'));
        }
        self.told.lock().push(Told { phone: message.to.clone(), notice: *notice, values });
    }
}

impl std::fmt::Debug for SimulatedMessenger {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SimulatedMessenger")
    }
}

#[async_trait]
impl TextMessenger for SimulatedMessenger {
    async fn send(&self, message: &TextMessage) -> Result<Receipt, MessageError> {
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
                self.arrive(message);
                Ok(Receipt { provider: "simulated", id: None })
            }
            Verdict::FailBefore => Err(MessageError::Unavailable(fault)),
            Verdict::FailAfter => {
                self.arrive(message);
                Err(MessageError::Unknown(fault))
            }
        }
    }

    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError> {
        Ok(message.brand.clone())
    }
}
