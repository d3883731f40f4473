//! Mail to players: confirmations with a calendar file, refunds, changes.
//!
//! One relay over SMTP (RFC 5321), because every mail service offers it and none of their own APIs says more that we need.

mod error;
mod letter;
mod settings;
mod smtp;

pub use error::MailError;
pub use letter::{Attachment, Letter};
pub use settings::{Encryption, MailSettings, MailSettingsError};
pub use smtp::SmtpRelay;

use async_trait::async_trait;

/// Something that can send mail.
#[async_trait]
pub trait Mailer: Send + Sync + std::fmt::Debug {
    /// Hands the letter over. `Ok` means *accepted for delivery*; what a caller may do about an error is written on
    /// [`MailError`].
    async fn send(&self, letter: &Letter) -> Result<(), MailError>;
}
