//! The errors of sending an e-mail, by what can be done about them.

/// Why an e-mail was not accepted, or may not have been. The message is for the log and contains no address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The relay did not accept it, could not be reached, or the connection broke. After a broken connection it may
    /// have been sent nevertheless.
    #[error("acceptance not confirmed, may be tried again: {0}")]
    Unavailable(String),
    /// A timeout: it may have been sent.
    #[error("may have been sent: {0}")]
    Unknown(String),
    /// This address accepts no mail, or its mailbox is full. A retry will not help.
    #[error("cannot be sent to this address: {0}")]
    BadAddress(String),
    /// The name, password, sender, encryption or the e-mail itself is not accepted. The operator must act.
    #[error("refused, the set-up needs attention: {0}")]
    Misconfigured(String),
}
