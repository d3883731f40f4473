//! A whole response.

#![expect(clippy::panic, reason = "an answer without what a test reads fails the test by panicking")]

use std::fmt;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// A response that was read to its end.
#[derive(Clone)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, as it was sent.
    pub bytes: Bytes,
    /// The body as JSON; null if it is not JSON.
    pub body: Value,
}

impl Answer {
    pub(crate) fn new(status: StatusCode, headers: HeaderMap, bytes: Bytes) -> Self {
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status, headers, bytes, body }
    }

    /// The JSON body of an answer that must have a status of success.
    ///
    /// # Panics
    /// If it has another status.
    pub fn success(self) -> Value {
        assert!(self.status.is_success(), "{self:?}");
        self.body
    }

    /// The JSON body with names in place of random texts, for snapshots:
    /// `answer.naming(&[(&number, "[order]")])`. The first name of a text counts.
    ///
    /// # Panics
    /// If the body is not JSON.
    pub fn naming(&self, names: &[(&str, &str)]) -> Value {
        assert!(!self.body.is_null(), "{self:?}");
        let text =
            names.iter().fold(self.body.to_string(), |text, (random, name)| text.replace(random, name));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The body as text.
    pub fn content(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// The value of a header; empty if the header is missing or is not ASCII.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// A field of the JSON body that must be a string.
    ///
    /// # Panics
    /// If it is missing or not a string.
    pub fn text(&self, field: &str) -> &str {
        self.body[field].as_str().unwrap_or_else(|| panic!("{field}: {self:?}"))
    }

    /// The `error` number of an answer of the API, which must have status 200 and a message.
    ///
    /// # Panics
    /// If the status is another one, or one of the two fields is missing.
    pub fn outcome(&self) -> i64 {
        assert_eq!(self.status, StatusCode::OK, "{self:?}");
        assert!(self.body["message"].is_string(), "{self:?}");
        self.body["error"].as_i64().unwrap_or_else(|| panic!("error: {self:?}"))
    }

    /// What a refusal of the API with status 200 says.
    ///
    /// # Panics
    /// If the status is another one, or a field of a refusal is missing.
    pub fn refusal(&self) -> Refusal<'_> {
        Refusal::of(self.outcome(), self.text("code"), self.text("message"))
    }
}

/// What a refusal of the API says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal<'a> {
    /// The number of the error.
    pub error: i64,
    /// The code.
    pub code: &'a str,
    /// The text for the player.
    pub message: &'a str,
}

impl<'a> Refusal<'a> {
    /// A refusal with this number, code and text.
    pub fn of(error: i64, code: &'a str, message: &'a str) -> Self {
        Refusal { error, code, message }
    }
}

/// Answers are equal if status and body are: the headers contain the id of the request.
impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        (self.status, &self.bytes) == (other.status, &other.bytes)
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status.as_u16(), String::from_utf8_lossy(&self.bytes))
    }
}
