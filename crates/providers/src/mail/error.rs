//! Why a letter did not go out, sorted by what can be done about it.

/// Why a letter was not accepted. The words are for the log and name no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The relay did not take it, or could not be reached: another try later is safe.
    #[error("not sent, may be tried again: {0}")]
    Unavailable(String),
    /// The connection broke or time ran out after the letter began: it may be on its way. Sent again it carries the same
    /// `Message-ID`.
    #[error("may have been sent: {0}")]
    Unknown(String),
    /// This address takes no mail. No other try will help.
    #[error("cannot be sent to this address: {0}")]
    BadAddress(String),
    /// The relay refuses us: name, password, sender or encryption are not in order. The operator must act.
    #[error("refused, the set-up needs attention: {0}")]
    Misconfigured(String),
}

impl MailError {
    /// Whether the same letter may be tried again later.
    pub fn is_retryable(&self) -> bool {
        !matches!(self, MailError::BadAddress(_))
    }
}
