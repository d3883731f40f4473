//! All failures of a call of the players' API, in the one form that its clients know (docs/API-DESIGN.md). The desk's API sends them as
//! problems (`problem.rs`).

use std::{borrow::Cow, collections::BTreeMap};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::{Serialize, Serializer};
use serde_json::Value;
use sideout_app::{
    StoreError, Throttled, error_throttled,
    platform::{passwords::HashError, text_message_queue::TextMessagesFail},
    warn_throttled,
};

use super::{
    answer::JSON,
    messages::{Count, Message, MessageFields},
};

/// Seconds after which another code may be requested while no text message can be sent.
pub(crate) const CODES_RETRY_SECONDS: u32 = 30;

/// A failed call: status, the specification's `error` number, and the message with its code.
///
/// A refusal has status 200 ([`ApiError::refused`]); a protocol failure has its own status.
#[derive(Debug, Clone)]
pub struct ApiError {
    status: StatusCode,
    error: i32,
    error_as_text: bool,
    message: Message,
    retry_after: Option<u32>,
    more: Option<Box<(&'static str, Value)>>,
}

/// The body of every failure.
#[derive(Serialize)]
struct FailureBody<'a> {
    #[serde(serialize_with = "serialize_number_or_text")]
    error: (i32, bool),
    #[serde(flatten)]
    message: MessageFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
    #[serde(flatten)]
    more: Option<BTreeMap<&'static str, &'a Value>>,
}

fn serialize_number_or_text<S: Serializer>(error: &(i32, bool), serializer: S) -> Result<S::Ok, S::Error> {
    match *error {
        (number, true) => serializer.collect_str(&number),
        (number, false) => serializer.serialize_i32(number),
    }
}

impl ApiError {
    /// A failure with this status; `error` is 1.
    pub fn new(status: StatusCode, message: Message) -> Self {
        ApiError { status, error: 1, error_as_text: false, message, retry_after: None, more: None }
    }

    /// A refusal (status 200, `error` 1): a taken court, a wrong code …
    pub fn refused(message: impl Into<Message>) -> Self {
        ApiError::new(StatusCode::OK, message.into())
    }

    /// Replaces the message.
    #[must_use]
    pub fn with_message(mut self, message: Message) -> Self {
        self.message = message;
        self
    }

    /// Replaces the `error` number.
    #[must_use]
    pub fn numbered(mut self, error: i32) -> Self {
        self.error = error;
        self
    }

    /// Writes `error` as text: `check_promocode` answers `"0"` and `"1"` (spec §5).
    #[must_use]
    pub fn with_error_as_text(mut self) -> Self {
        self.error_as_text = true;
        self
    }

    /// Sets the one field that is specific to this call; a second call replaces it.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Serialize) -> Self {
        // A value that cannot be serialized is left out; the rest of the failure is sent without it.
        self.more = serde_json::to_value(value).ok().map(|value| Box::new((name, value)));
        self
    }

    /// Adds the seconds to wait, in the body and (unless status 200) as `Retry-After`.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// 400: the request cannot be read. `details` name the problem, never internals of the server.
    pub fn malformed(details: impl Into<Cow<'static, str>>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, Message::Malformed { details_in_english: details.into() })
    }

    /// 401: no or a wrong `api-key` header.
    pub fn bad_api_key() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, Message::BadApiKey)
    }

    /// 401: no token in the `Authorization` header; the message is the specification's (spec §5).
    pub fn missing_token() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, Message::MissingToken)
    }

    /// 401: the token is unknown, expired or revoked; the response does not say which.
    pub fn bad_token() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, Message::BadToken)
    }

    /// 403: understood and refused.
    pub fn forbidden(message: Message) -> Self {
        ApiError::new(StatusCode::FORBIDDEN, message)
    }

    /// 404: not found, or not this customer's: the same bytes for both (docs/API-DESIGN.md).
    pub fn not_found(message: Message) -> Self {
        ApiError::new(StatusCode::NOT_FOUND, message)
    }

    /// 405, without the `Allow` header.
    pub fn method_not_allowed() -> Self {
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, Message::MethodNotAllowed)
    }

    /// 408: the request arrived too slowly.
    pub fn too_slow() -> Self {
        ApiError::new(StatusCode::REQUEST_TIMEOUT, Message::TooSlow)
    }

    /// 413: more bytes than the call accepts.
    pub fn too_large(limit_bytes: usize) -> Self {
        let limit_kb = Count(u32::try_from(limit_bytes / 1024).unwrap_or(u32::MAX));
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Message::TooLarge { limit_kb })
    }

    /// 415: the body is not declared as JSON.
    pub fn unsupported_media_type() -> Self {
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Message::UnsupportedMediaType)
    }

    /// 429: too many requests; `seconds` until the next one can succeed.
    pub fn throttled(seconds: u32) -> Self {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, Message::Throttled).retry_after(seconds.max(1))
    }

    /// 503: cannot be served now; nothing was changed.
    pub fn unavailable() -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Message::Unavailable).retry_after(2)
    }

    /// 503: no code can be sent to any number at present; nothing was changed.
    pub fn codes_unavailable() -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Message::CodesUnavailable)
            .retry_after(CODES_RETRY_SECONDS)
    }

    /// 503: the change may or may not have happened. `error` is 5, because 1 to 4 mean something else in some calls.
    pub fn unknown_outcome() -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Message::UnknownOutcome).numbered(5).retry_after(2)
    }

    /// 500: a defect of the server. The cause is in the log, never in the response.
    pub fn internal() -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, Message::Internal)
    }

    /// The body of the response, JSON.
    pub(crate) fn body(&self) -> Vec<u8> {
        // A failure can always be serialized.
        serde_json::to_vec(&FailureBody {
            error: (self.error, self.error_as_text),
            message: self.message.clone().into(),
            retry_after: self.retry_after,
            more: self.more.as_deref().map(|(name, value)| BTreeMap::from([(*name, value)])),
        })
        .unwrap_or_default()
    }

    /// The status of the response.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The message for people.
    pub(crate) fn message(&self) -> &Message {
        &self.message
    }

    /// The seconds to wait, if another attempt can succeed then.
    pub(crate) fn retry_after_seconds(&self) -> Option<u32> {
        self.retry_after
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.message.code()
    }
}

impl From<StoreError> for ApiError {
    /// Database failures are handled here, so they are logged here: in an outage not once for each request.
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::Unavailable(_) => {
                warn_throttled!(%error, "the database did not serve a request");
                metrics::counter!("sideout_store_errors_total", "kind" => "unavailable").increment(1);
                ApiError::unavailable()
            }
            StoreError::UnknownOutcome(_) => {
                error_throttled!(%error, "the outcome of a commit is unknown");
                metrics::counter!("sideout_store_errors_total", "kind" => "unknown_outcome").increment(1);
                ApiError::unknown_outcome()
            }
            StoreError::Constraint(_) | StoreError::Corrupt(_) => {
                tracing::error!(%error, "the database answered unexpectedly");
                metrics::counter!("sideout_store_errors_total", "kind" => "unexpected").increment(1);
                ApiError::internal()
            }
        }
    }
}

impl From<TextMessagesFail> for ApiError {
    fn from(TextMessagesFail: TextMessagesFail) -> Self {
        ApiError::codes_unavailable()
    }
}

impl From<Throttled> for ApiError {
    fn from(throttled: Throttled) -> Self {
        ApiError::throttled(throttled.retry_after)
    }
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => {
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Message::PasswordsBusy).retry_after(2)
            }
            HashError::Broken(_) => {
                tracing::error!(%error, "a password could not be hashed");
                ApiError::internal()
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, [(header::CONTENT_TYPE, JSON)], self.body()).into_response();
        if let Some(seconds) = self.retry_after
            && self.status != StatusCode::OK
        {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn response_of(error: ApiError) -> (StatusCode, Option<HeaderValue>, String) {
        let response = error.into_response();
        let (status, retry) = (response.status(), response.headers().get(header::RETRY_AFTER).cloned());
        let bytes = axum::body::to_bytes(response.into_body(), 4096).await.unwrap();
        (status, retry, String::from_utf8(bytes.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_protocol_failure_carries_number_message_code_and_the_wait() {
        let (status, retry, body) = response_of(ApiError::throttled(7)).await;
        assert_eq!(status, 429);
        assert_eq!(retry.unwrap(), "7");
        assert_eq!(
            body,
            r#"{"error":1,"message":"That was a bit too quick. Please wait a moment and try again.","code":"throttled","params":{},"retry_after":7}"#
        );
    }

    #[tokio::test]
    async fn an_unknown_outcome_has_no_number_with_which_a_call_succeeds() {
        let (status, retry, body) = response_of(ApiError::unknown_outcome()).await;
        assert_eq!((status.as_u16(), retry.unwrap()), (503, HeaderValue::from_static("2")));
        assert!(body.starts_with(r#"{"error":5,"#), "{body}");
    }

    #[tokio::test]
    async fn a_refused_coupon_answers_200_with_its_number_as_text() {
        let (status, _, body) =
            response_of(ApiError::refused(Message::CouponVenue).with_error_as_text()).await;
        assert_eq!(status, 200);
        assert_eq!(
            body,
            r#"{"error":"1","message":"This coupon is for another venue.","code":"coupon_venue","params":{}}"#
        );
    }

    #[tokio::test]
    async fn a_database_failure_reveals_no_detail() {
        for error in [
            StoreError::Unavailable("secret dsn".into()),
            StoreError::UnknownOutcome("secret dsn".into()),
            StoreError::Constraint("secret dsn".into()),
            StoreError::Corrupt("secret dsn".into()),
        ] {
            let (_, _, body) = response_of(ApiError::from(error)).await;
            assert!(!body.contains("secret"), "{body}");
        }
    }
}
