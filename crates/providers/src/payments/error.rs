//! Errors of the payment provider, by what can be done about them.

use crate::for_log::for_log;

/// The variants are what a caller can act on; the [`ProviderFault`] is for the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// Nothing was done. Try again later.
    #[error("nothing was done, may be tried again: {0}")]
    Unavailable(ProviderFault),
    /// The request was sent and no clear response arrived: it may or may not have been done. Check before repeating it.
    #[error("may have been done: {0}")]
    Unknown(ProviderFault),
    /// A success whose response exceeds the size limit. Like [`PaymentError::Unknown`], but the same request would fail
    /// in the same way.
    #[error("an answer too large to be read: {0}")]
    TooLarge(ProviderFault),
    /// The provider refused the request.
    #[error("refused: {1}")]
    Refused(Refusal, ProviderFault),
    /// The keys, the account or the base URL are not valid: the operator must act.
    #[error("the set-up needs attention: {0}")]
    Misconfigured(ProviderFault),
}

/// Why the provider refused, as far as a caller can act on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such order, payment, refund or QR code in this account.
    NoSuchId,
    /// The order is paid: no more payments, no more captures.
    AlreadyPaid,
    /// The payment was captured before.
    AlreadyCaptured,
    /// The full amount was already refunded.
    AlreadyRefunded,
    /// The amount is larger than the amount that can still be refunded.
    TooMuch,
    /// The balance of the account is too low for the refund now; it may suffice later.
    BalanceTooLow,
    /// The same refund is in progress at this moment: try again soon.
    InFlight,
    /// Any other reason.
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

    /// Whether the provider itself fails: unreachable, 5xx or 429. The content of a response never counts, because one
    /// payer may have caused it.
    pub(super) fn is_outage(&self) -> bool {
        match self {
            PaymentError::Unavailable(fault) | PaymentError::Unknown(fault) => {
                fault.status.is_none_or(|status| status >= 500 || status == 429)
            }
            PaymentError::TooLarge(_) | PaymentError::Refused(..) | PaymentError::Misconfigured(_) => false,
        }
    }
}

/// What the provider reported, safe to log: no key, one line, at most 200 characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{call}: {message}{}", .status.map(|status| format!(", status {status}")).unwrap_or_default())]
pub struct ProviderFault {
    /// The call, such as `create order`.
    pub call: &'static str,
    /// What went wrong.
    pub message: String,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// The seconds to wait that the provider requested (`Retry-After`).
    pub retry_after: Option<u32>,
}

impl ProviderFault {
    /// A fault without a response.
    pub(super) fn new(call: &'static str, message: &str) -> Self {
        ProviderFault { call, message: for_log(message), status: None, retry_after: None }
    }

    /// The fault with the status and the wait of the response.
    pub(super) fn answered(mut self, status: u16, retry_after: Option<u32>) -> Self {
        self.status = Some(status);
        self.retry_after = retry_after;
        self
    }
}
