//! Why the payment provider did not do what was asked, sorted by what can be done about it.

/// The variants are what a caller can act on; the [`ProviderFault`] is for the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// The provider has done nothing: out of reach, overloaded, or spared after many failures. Try again later.
    #[error("nothing was done, may be tried again: {0}")]
    Unavailable(ProviderFault),
    /// The request went out and no clear answer came back: it may or may not have been done. Ask before doing it again.
    #[error("may have been done: {0}")]
    Unknown(ProviderFault),
    /// A success whose answer is larger than is read. As [`PaymentError::Unknown`], and asking the same again leads to the
    /// same.
    #[error("an answer too large to be read: {0}")]
    TooLarge(ProviderFault),
    /// The provider said no.
    #[error("refused: {1}")]
    Refused(Refusal, ProviderFault),
    /// The keys or the account are not in order: the operator must act.
    #[error("the set-up needs attention: {0}")]
    Misconfigured(ProviderFault),
}

/// Why the provider said no, as far as a caller can act on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such order, payment or refund in this account.
    NoSuchId,
    /// The order is paid: no more payments, no more captures.
    AlreadyPaid,
    /// The payment was captured before.
    AlreadyCaptured,
    /// All of it went back before.
    AlreadyRefunded,
    /// More than there is to give back.
    TooMuch,
    /// The account holds too little to pay the refund now; later it may do.
    BalanceTooLow,
    /// The same refund is being made at this very moment: ask again soon.
    InFlight,
    /// Anything else.
    Other,
}

impl PaymentError {
    /// The details for the log.
    pub fn fault(&self) -> &ProviderFault {
        match self {
            PaymentError::Unavailable(fault)
            | PaymentError::Unknown(fault)
            | PaymentError::TooLarge(fault)
            | PaymentError::Refused(_, fault)
            | PaymentError::Misconfigured(fault) => fault,
        }
    }

    /// Whether the provider itself is in trouble: out of reach, 5xx or 429. Never what an answer holds, which may be one
    /// payer's making.
    pub(super) fn is_outage(&self) -> bool {
        match self {
            PaymentError::Unavailable(fault) | PaymentError::Unknown(fault) => {
                fault.status.is_none_or(|status| status >= 500 || status == 429)
            }
            PaymentError::TooLarge(_) | PaymentError::Refused(..) | PaymentError::Misconfigured(_) => false,
        }
    }
}

/// What the provider said, safe to log: no key, one line, at most 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {words}{}", .status.map(|status| format!(", status {status}")).unwrap_or_default())]
pub struct ProviderFault {
    /// What was asked, such as `create order`.
    pub call: &'static str,
    /// What went wrong.
    pub words: String,
    /// The HTTP status, when there was an answer.
    pub status: Option<u16>,
    /// Seconds the provider asked to wait (`Retry-After`).
    pub retry_after: Option<u32>,
}

impl ProviderFault {
    /// A fault without an answer.
    pub(super) fn new(call: &'static str, words: &str) -> Self {
        let one_line = words.split(|c: char| c.is_control() || c == ' ').filter(|word| !word.is_empty());
        let mut short: String = one_line.collect::<Vec<_>>().join(" ").chars().take(200).collect();
        if short.is_empty() {
            short.push_str("no words");
        }
        ProviderFault { call, words: short, status: None, retry_after: None }
    }

    /// The fault with what came along with the answer.
    pub(super) fn answered(mut self, status: u16, retry_after: Option<u32>) -> Self {
        self.status = Some(status);
        self.retry_after = retry_after;
        self
    }
}
