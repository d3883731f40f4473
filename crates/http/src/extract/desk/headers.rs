//! The headers `Idempotency-Key` and `If-Match`.

use axum::extract::FromRequestParts;
use http::{HeaderName, header, request::Parts};
use sideout_app::steps::audited::RequestKey;

use crate::wire::{
    api_error::ApiError,
    problem::{Problem, ProblemKind},
};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The key of a writing call, drawn by the client: a UUID.
#[derive(Debug, Clone)]
pub struct IdempotencyKey(pub RequestKey);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let sent = parts.headers.get(IDEMPOTENCY_KEY).and_then(|value| value.to_str().ok());
        let key = sent.and_then(|text| text.parse().ok()).map(IdempotencyKey);
        key.ok_or_else(|| ApiError::malformed("Send a UUID as Idempotency-Key.").into())
    }
}

/// The version that the client saw: `If-Match: "7"`.
#[derive(Debug, Clone, Copy)]
pub struct IfMatch(pub i64);

impl<S: Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let sent =
            parts.headers.get(header::IF_MATCH).ok_or_else(|| Problem::of(ProblemKind::VersionNeeded))?;
        // The part after a hyphen is the digest of a booking's answer, which no change depends on.
        let text = sent.to_str().ok().map(|text| text.trim().trim_matches('"'));
        let version = text.and_then(|text| text.split('-').next()).and_then(|version| version.parse().ok());
        version.map(IfMatch).ok_or_else(|| Problem::of(ProblemKind::VersionNeeded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_version_is_read_with_its_quotes_and_a_missing_one_is_an_error() {
        let request = |value: Option<&str>| {
            let mut request = http::Request::builder();
            if let Some(value) = value {
                request = request.header(header::IF_MATCH, value);
            }
            request.body(()).unwrap().into_parts().0
        };
        let IfMatch(version) = IfMatch::from_request_parts(&mut request(Some("\"7\"")), &()).await.unwrap();
        assert_eq!(version, 7);
        let tag = Some("\"7-9f86d081884c7d65\"");
        let IfMatch(version) = IfMatch::from_request_parts(&mut request(tag), &()).await.unwrap();
        assert_eq!(version, 7, "the tag of a booking");
        for value in [None, Some("*"), Some("\"a\""), Some("\"-7\"")] {
            assert!(IfMatch::from_request_parts(&mut request(value), &()).await.is_err(), "{value:?}");
        }
    }
}
