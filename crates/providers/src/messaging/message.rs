//! A message, and the provider's acceptance of it.

use std::{fmt, sync::Arc};

use sideout_domain::notice::Notice;

use super::{recipient::mask, registered_texts::RegisteredText};

/// The messages of this program, with the values for their approved texts.
#[derive(Clone, PartialEq, Eq)]
pub enum Template {
    /// The code that verifies a phone.
    OneTimeCode {
        /// The digits.
        code: String,
        /// How long the code is valid, in minutes.
        minutes: u32,
    },
    /// A notice about a booking, about money or about the account.
    Notice {
        /// The event that the notice is about.
        notice: Notice,
        /// The values by placeholder name, 1 to 30 characters each; a link 1 to 120.
        values: Vec<(&'static str, String)>,
        /// Seconds after which the message is useless.
        useful_seconds: u32,
    },
}

impl Template {
    /// The values by placeholder name; their order means nothing.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        match self {
            Template::OneTimeCode { code, minutes } => {
                vec![("code", code.clone()), ("minutes", minutes.to_string())]
            }
            Template::Notice { values, .. } => values.clone(),
        }
    }

    /// Seconds after which delivering the message is useless.
    pub(super) fn useful_seconds(&self) -> u32 {
        match self {
            Template::OneTimeCode { minutes, .. } => minutes.saturating_mul(60),
            Template::Notice { useful_seconds, .. } => *useful_seconds,
        }
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Template::OneTimeCode { minutes, .. } => {
                f.debug_struct("OneTimeCode").field("minutes", minutes).finish_non_exhaustive()
            }
            Template::Notice { notice, .. } => {
                f.debug_struct("Notice").field("notice", notice).finish_non_exhaustive()
            }
        }
    }
}

/// One message to one phone. `Debug` shows the last four digits of the number and no values, so it may be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct TextMessage {
    /// The recipient in E.164 form: `+919876543210`.
    pub to: String,
    /// The operator that sends it: default texts contain the name, registered ones have their own.
    pub brand: String,
    /// The message and its values.
    pub template: Template,
    /// The text that the operator registered for it; `None`: that of the settings.
    pub own_text: Option<Arc<RegisteredText>>,
    /// 1 for the first try of this code or notice, 2 for the first resend or retry …
    pub attempt: u32,
}

impl TextMessage {
    /// A first message from the operator of this name.
    pub fn new(to: impl Into<String>, brand: impl Into<String>, template: Template) -> Self {
        TextMessage { to: to.into(), brand: brand.into(), template, own_text: None, attempt: 1 }
    }

    /// The same message with this text instead of that of the settings.
    pub fn with_text(mut self, own: Option<Arc<RegisteredText>>) -> Self {
        self.own_text = own;
        self
    }

    /// The same message for the `attempt`th time (counted from 1): after a resend, or a failed try of a notice.
    pub fn on_attempt(mut self, attempt: u32) -> Self {
        self.attempt = attempt.max(1);
        self
    }
}

impl fmt::Debug for TextMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextMessage")
            .field("to", &mask(&self.to))
            .field("template", &self.template)
            .field("attempt", &self.attempt)
            .finish()
    }
}

/// The provider's confirmation that it accepted the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    /// The provider: `msg91` or `twilio`.
    pub provider: &'static str,
    /// The provider's id of the message, for questions to its support, if the provider sent one.
    pub id: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logged_message_shows_neither_the_number_nor_the_code() {
        let message = TextMessage::new(
            "+919876543210",
            "Baroda Pickleball Club",
            Template::OneTimeCode { code: "482019".to_owned(), minutes: 10 },
        );
        let logged = format!("{message:?}");
        assert!(!logged.contains("482019") && !logged.contains("987654"), "{logged}");
        assert!(logged.contains("3210"), "{logged}");
    }
}
