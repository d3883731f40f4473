//! The channels that carry notices to players.

use std::{collections::HashSet, sync::Arc};

use sideout_domain::notice::{Channel, DropReason, Notice};
use sideout_providers::{
    mail::Mailer,
    messaging::{TextList, TextMessenger},
};

/// The clients that send messages.
#[derive(Debug, Clone)]
pub struct NotificationChannels {
    /// Sends text messages.
    pub texts: Arc<dyn TextMessenger>,
    /// The notices that have a registered text.
    pub registered: HashSet<Notice>,
    /// The texts of the settings with their ids in the telephone operators' registry.
    pub text_list: Arc<TextList>,
    /// Sends mail; without it no mail is sent.
    pub mail: Option<Arc<dyn Mailer>>,
}

impl NotificationChannels {
    /// The channels on which this notice can be sent. The operator's own texts count only after
    /// [`NotificationChannels::with_texts_of`].
    pub fn channels(&self, notice: Notice) -> Vec<Channel> {
        Channel::ALL
            .iter()
            .copied()
            .filter(|channel| self.unavailable_reason(notice, *channel).is_none())
            .collect()
    }

    /// Why this notice cannot be sent on this channel at all; `None` if it can.
    pub(crate) fn unavailable_reason(&self, notice: Notice, channel: Channel) -> Option<DropReason> {
        match channel {
            Channel::Text if !self.registered.contains(&notice) => Some(DropReason::NoText),
            Channel::Mail if self.mail.is_none() => Some(DropReason::NoMail),
            Channel::Text | Channel::Mail => None,
        }
    }
}
