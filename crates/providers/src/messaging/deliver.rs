//! Hands one message over to a provider.

use reqwest::RequestBuilder;

use super::{Acceptance, Fault, MessageError, recipient::Recipient};
use crate::http_client::{self, Answer, NoAnswer};

/// More than any response to one message, in bytes.
pub(super) const ANSWER_LIMIT: usize = 64 * 1024;

/// Sends the request with the message; `classify` reads a response for the recipient's number.
///
/// # Errors
/// That of `classify`; [`MessageError::Unavailable`] if nothing was sent; [`MessageError::Unknown`] if the response is
/// missing or too large.
pub(super) async fn deliver(
    provider: &'static str,
    to: &Recipient<'_>,
    request: RequestBuilder,
    classify: impl FnOnce(&str, &Answer) -> Result<Acceptance, MessageError>,
) -> Result<Acceptance, MessageError> {
    let fault = |message: &str| Fault::new(provider, to.with_plus(), message);
    match http_client::send(request, ANSWER_LIMIT).await {
        Ok(answer) => classify(to.with_plus(), &answer),
        Err(NoAnswer::NotSent(message)) => Err(MessageError::Unavailable(fault(&message))),
        Err(NoAnswer::Unknown(message)) => Err(MessageError::Unknown(fault(&message))),
        Err(NoAnswer::TooLarge { status }) => {
            Err(MessageError::Unknown(fault("an answer too large to be read").with_status(status)))
        }
    }
}
