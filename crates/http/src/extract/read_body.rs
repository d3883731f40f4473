//! Reads a request's body within a size, a time and a minimum rate.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, header};
use http_body_util::BodyExt as _;
use tokio::time::Instant;

use crate::{api_error::ApiError, settings::HttpSettings};

/// The largest JSON body of an ordinary call, in bytes.
pub const JSON_LIMIT: usize = 16 * 1024;
/// The largest profile body: an image of 1.5 MB in base64 and its quotes, in bytes.
pub const PROFILE_LIMIT: usize = 2_200 * 1024;
/// The largest body of a provider's webhook, in bytes: ten times a payment with all the notes a payer can store. One that is
/// refused as too large is sent again for a day, after which the provider sends no webhooks to anybody.
pub const WEBHOOK_LIMIT: usize = 1024 * 1024;

/// The whole body, at most `limit` bytes.
///
/// # Errors
/// 413 when it is larger (known before reading if `Content-Length` says so), 408 when it comes too slowly,
/// 400 when the connection breaks.
pub async fn read_body(
    headers: &HeaderMap,
    mut body: Body,
    limit: usize,
    settings: &HttpSettings,
) -> Result<Bytes, ApiError> {
    let declared =
        headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if declared.is_some_and(|length| length > limit) {
        return Err(ApiError::too_large(limit));
    }
    let started = Instant::now();
    let deadline = started + Duration::from_millis(settings.body_timeout_ms);
    let grace = Duration::from_millis(settings.body_grace_ms);
    let mut first: Option<Bytes> = None;
    let mut rest = BytesMut::new();
    loop {
        // While within the grace only the deadline counts; afterwards the client must always be ahead of the rate.
        let received = first.as_ref().map_or(0, Bytes::len) + rest.len();
        let credit =
            Duration::from_secs_f64(received as f64 / settings.body_min_bytes_per_second.max(1) as f64);
        let due = deadline.min(started + grace + credit);
        let frame = match tokio::time::timeout_at(due, body.frame()).await {
            Err(_) => return Err(ApiError::too_slow()),
            Ok(None) => break,
            Ok(Some(Err(_))) => return Err(ApiError::malformed("The request broke off before its end.")),
            Ok(Some(Ok(frame))) => frame,
        };
        let Ok(chunk) = frame.into_data() else { continue };
        if received + chunk.len() > limit {
            return Err(ApiError::too_large(limit));
        }
        match &first {
            None => first = Some(chunk),
            Some(_) => {
                rest.reserve(chunk.len().max(declared.unwrap_or(0).saturating_sub(received)));
                rest.extend_from_slice(&chunk);
            }
        }
    }
    match first {
        Some(first) if rest.is_empty() => Ok(first),
        Some(first) => Ok(Bytes::from([&first[..], &rest].concat())),
        None => Ok(Bytes::new()),
    }
}
