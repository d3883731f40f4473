//! The ways out for what players are told.

use std::{collections::HashSet, sync::Arc};

use sideout_domain::notice::{Channel, Notice};
use sideout_providers::{mail::Mailer, messaging::TextMessenger};

/// Who carries the messages. Put together by the binary's wiring from the settings, and by tests.
#[derive(Debug, Clone)]
pub struct Post {
    /// Who carries text messages.
    pub texts: Arc<dyn TextMessenger>,
    /// The notices that have a registered text; no other goes out as a text message.
    pub registered: HashSet<Notice>,
    /// Who carries mail; without one none is sent.
    pub mail: Option<Arc<dyn Mailer>>,
}

impl Post {
    /// The channels by which players are told of this, as far as the settings go.
    pub fn channels(&self, notice: Notice) -> Vec<Channel> {
        Channel::ALL.iter().copied().filter(|channel| self.lacks(notice, *channel).is_none()).collect()
    }

    /// Why this notice cannot go out on this channel at all; `None` when it can.
    pub(super) fn lacks(&self, notice: Notice, channel: Channel) -> Option<&'static str> {
        match channel {
            Channel::Text if !self.registered.contains(&notice) => Some("no text is registered for it"),
            Channel::Mail if self.mail.is_none() => Some("there is no mail relay"),
            Channel::Text | Channel::Mail => None,
        }
    }
}
