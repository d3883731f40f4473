//! Text messages to players' phones.
//!
//! Indian telephone operators deliver only texts that equal a template registered with them, under a registered header, for a
//! registered business (the DLT rules). So a message here is never free text: it is a [`Template`] with its values, and
//! the text comes from [`ApprovedText`], the operator's copy of what was registered.

mod account_check;
mod approved_text;
mod connect;
mod deliver;
mod error;
mod fallback;
mod message;
mod msg91;
mod recipient;
mod registered_texts;
mod settings;
mod text_list;
mod twilio;

pub use account_check::{AccountCheck, check_accounts};
pub use approved_text::{ApprovedText, ApprovedTextError};
pub use connect::connect;
pub use error::{Fault, MessageError};
pub use fallback::Fallback;
pub use message::{Acceptance, Template, TextMessage};
pub use msg91::{Msg91, Msg91Settings};
pub use registered_texts::RegisteredText;
pub use settings::{ApprovedTemplate, MessagingSettings, MessagingSettingsError, ProviderName, Templates};
pub use text_list::{ListedText, TextList};
pub use twilio::{Twilio, TwilioSettings};

use async_trait::async_trait;

/// A service that sends text messages.
#[async_trait]
pub trait TextMessenger: Send + Sync + std::fmt::Debug {
    /// Sends the message. `Ok` means *accepted for delivery*: no provider reports more at this moment. One call never
    /// sends the same message twice to one provider; [`MessageError`] says what a caller may do about an error.
    async fn send(&self, message: &TextMessage) -> Result<Acceptance, MessageError>;

    /// The registered text with the values of `message`.
    ///
    /// # Errors
    /// [`MessageError::Misconfigured`] if no text is registered, or a value does not fit it.
    fn text_of(&self, message: &TextMessage) -> Result<String, MessageError>;
}
