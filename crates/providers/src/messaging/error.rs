//! Why a message was not sent, by what can be done about it.

use super::recipient::mask;
use crate::for_log::for_log;

/// Why a message was not accepted. The variants are what a caller can act on; the [`Fault`] is for the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The provider did not accept the message: it is down, overloaded or cannot be reached. A later retry, or another
    /// provider now, is safe.
    #[error("not sent, may be tried again: {0}")]
    Unavailable(Fault),
    /// The request was sent and no clear response arrived: the message may or may not be delivered. Sending again may
    /// deliver it twice, which is harmless for a one-time code.
    #[error("may have been sent: {0}")]
    Unknown(Fault),
    /// This number cannot receive text messages. A retry will not help.
    #[error("cannot be sent to this number: {0}")]
    BadNumber(Fault),
    /// The account, its keys, header, template, balance or a value of the message is not valid: the operator must act. Another
    /// provider may still deliver.
    #[error("refused, the set-up needs attention: {0}")]
    Misconfigured(Fault),
}

impl MessageError {
    /// The details for the log.
    pub fn fault(&self) -> &Fault {
        match self {
            MessageError::Unavailable(fault)
            | MessageError::Unknown(fault)
            | MessageError::BadNumber(fault)
            | MessageError::Misconfigured(fault) => fault,
        }
    }

    /// Whether the provider itself fails: it did not accept the message because it is unavailable, or its response is
    /// missing or has a status of 500 or more. An error about one number or one text never counts, so that no player can make the
    /// provider be skipped for all.
    pub(super) fn is_outage(&self) -> bool {
        match self {
            MessageError::Unavailable(_) => true,
            MessageError::Unknown(fault) => fault.status.is_none_or(|status| status >= 500),
            MessageError::BadNumber(_) | MessageError::Misconfigured(_) => false,
        }
    }

    /// Whether another provider could succeed at once.
    pub(super) fn may_use_another_provider(&self) -> bool {
        !matches!(self, MessageError::BadNumber(_))
    }
}

/// What the provider reported, safe to log: no secret, the number masked, the provider's message shortened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{provider} to {to}: {message}{}{}", Labelled("status", status), Labelled("code", code))]
pub struct Fault {
    /// The provider: `msg91` or `twilio`.
    pub provider: &'static str,
    /// The number, masked except for its last four digits.
    pub to: String,
    /// What went wrong, at most 200 characters.
    pub message: String,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// The provider's own error code, if it sent one.
    pub code: Option<String>,
    /// The seconds to wait that the provider requested (`Retry-After`).
    pub retry_after: Option<u32>,
}

impl Fault {
    /// A fault without a response. `to` is masked here.
    pub(super) fn new(provider: &'static str, to: &str, message: impl AsRef<str>) -> Self {
        Fault {
            provider,
            to: mask(to),
            message: for_log(&masked(message.as_ref(), to)),
            status: None,
            code: None,
            retry_after: None,
        }
    }

    pub(super) fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    pub(super) fn with_code(mut self, code: Option<String>) -> Self {
        self.code = code;
        self
    }

    pub(super) fn with_retry_after(mut self, seconds: Option<u32>) -> Self {
        self.retry_after = seconds;
        self
    }
}

/// The most digits of a country code (ITU-T E.164).
const MOST_COUNTRY_DIGITS: usize = 3;

/// A provider's message with the number `to` masked wherever it occurs, with or without its country code.
fn masked(message: &str, to: &str) -> String {
    let digits = to.trim_start_matches('+');
    // How long the country code is cannot be told from the number alone. The longest form comes first: a masked one has no other in it.
    let forms = (0..=MOST_COUNTRY_DIGITS).filter_map(|left_out| digits.get(left_out..));
    forms
        .filter(|form| form.len() > 4)
        .fold(message.to_owned(), |message, form| message.replace(form, &mask(form)))
}

struct Labelled<'a, T>(&'static str, &'a Option<T>);

impl<T: std::fmt::Display> std::fmt::Display for Labelled<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.1 {
            Some(value) => write!(f, ", {} {value}", self.0),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_in_the_log_masks_the_number_even_where_the_provider_repeats_it() {
        let fault = Fault::new("twilio", "+919876543210", "The 'To' number +919876543210\nis not valid")
            .with_status(400)
            .with_code(Some("21211".to_owned()));
        let line = MessageError::BadNumber(fault).to_string();
        assert_eq!(
            line,
            "cannot be sent to this number: twilio to •••••••••3210: The 'To' number +••••••••3210 is not valid, \
             status 400, code 21211"
        );
    }

    #[test]
    fn a_number_that_the_provider_writes_without_its_country_code_is_masked_too() {
        for (to, message, masked) in [
            ("+919876543210", "no route to 9876543210", "no route to ••••••3210"),
            ("+919876543210", "no route to 09876543210, try 12345", "no route to 0••••••3210, try 12345"),
            ("+14155550123", "4155550123 is a landline", "••••••0123 is a landline"),
        ] {
            assert_eq!(Fault::new("msg91", to, message).message, masked);
        }
    }
}
