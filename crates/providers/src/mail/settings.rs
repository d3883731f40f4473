//! Settings of the mail relay.

use crate::Secret;

/// How the connection to the relay is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encryption {
    /// Encrypted from the first byte (RFC 8314, usually port 465).
    #[default]
    Tls,
    /// Started unencrypted; encryption is required before anything else is sent (usually port 587).
    Starttls,
    /// Not encrypted: only for a relay on this machine.
    None,
}

/// The `[mail]` table of the settings file. Without it no mail is sent.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailSettings {
    /// The relay's host name.
    pub host: String,
    /// The relay's port. Absent: 465 with `tls`, 587 with `starttls`, 25 with `none`.
    #[serde(default)]
    pub port: Option<u16>,
    /// How the connection is protected.
    #[serde(default)]
    pub encryption: Encryption,
    /// The account's name, if the relay requires one.
    #[serde(default)]
    pub user: Option<String>,
    /// The password of the account.
    #[serde(default)]
    pub password: Option<Secret>,
    /// The sender: `Sideout <play@example.in>`.
    pub from: String,
    /// The recipient of replies, if not the sender.
    #[serde(default)]
    pub reply_to: Option<String>,
    /// The longest duration of each step with the relay, in milliseconds.
    #[serde(default = "default_timeout_ms")]
    pub timeout_ms: u64,
}

fn default_timeout_ms() -> u64 {
    15_000
}

impl MailSettings {
    /// The port to connect to.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.encryption {
            Encryption::Tls => 465,
            Encryption::Starttls => 587,
            Encryption::None => 25,
        })
    }
}

/// A setting of the relay is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("mail.{key}: {message}")]
pub struct MailSettingsError {
    /// The key of the table.
    pub key: &'static str,
    /// What is wrong with it.
    pub message: String,
}
