//! Mail to players.
//!
//! One relay over SMTP (RFC 5321), because every mail service offers it and their own APIs have nothing else we need.

mod email;
mod error;
mod settings;
mod smtp;

pub use email::{Attachment, Email};
pub use error::MailError;
pub use settings::{Encryption, MailSettings, MailSettingsError};
pub use smtp::SmtpRelay;

use async_trait::async_trait;

/// A service that sends mail.
#[async_trait]
pub trait Mailer: Send + Sync + std::fmt::Debug {
    /// Sends the e-mail. `Ok` means *accepted for delivery*; [`MailError`] says what a caller may do about an error.
    async fn send(&self, email: &Email) -> Result<(), MailError>;
}
