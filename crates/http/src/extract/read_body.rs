//! Reads a request's body within limits of size, time and rate.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, header};
use http_body_util::BodyExt as _;
use tokio::time::Instant;

use crate::{platform::settings::HttpSettings, wire::api_error::ApiError};

/// The largest JSON body of an ordinary call, in bytes.
pub const JSON_LIMIT: usize = 16 * 1024;
/// The largest body of a profile or a logo: an image of 1.5 MB in base64 and its quotes, in bytes.
pub const PROFILE_LIMIT: usize = 2_200 * 1024;
/// The largest body of a provider's webhook, in bytes: ten times a payment with all the notes a payer can store. The provider
/// repeats a refused webhook for a day and then stops sending webhooks to this server at all.
pub const WEBHOOK_LIMIT: usize = 1024 * 1024;
/// The most bytes of the facts that a desk sends after it had no network: a hundred of them with passes.
pub const FACTS_LIMIT: usize = 128 * 1024;
/// The most bytes of a change of prices or opening hours: 2,000 strokes over a dozen courts.
pub const PRICES_LIMIT: usize = 384 * 1024;
/// The most bytes of a change of a venue: 99 courts, a gallery, 5,000 bookings that stay and 200 that are cancelled.
pub const VENUE_LIMIT: usize = 128 * 1024;
/// The most bytes of a photo of a venue: 4 MB in base64 and its quotes.
pub const PICTURE_LIMIT: usize = 5_300 * 1024;
/// The most bytes of a file of payouts: two thousand lines of a kilobyte each.
pub const PAYOUT_FILE_LIMIT: usize = 2 * 1024 * 1024;

/// The slowest expected connection, in bytes per second. It gives each body a time that fits its size, so that a small body
/// sent slowly does not occupy a place for long.
const SLOWEST_CONNECTION: f64 = 4096.0;

/// The whole body, at most `limit` bytes.
///
/// # Errors
/// 413 if it is larger (known before reading if `Content-Length` says so), 408 if it arrives too slowly, 400 if the
/// connection breaks.
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
    let grace = Duration::from_millis(settings.body_grace_ms);
    let size = declared.unwrap_or(limit);
    let fitting = grace + Duration::from_secs_f64(size as f64 / SLOWEST_CONNECTION);
    let deadline = started + fitting.min(Duration::from_millis(settings.body_timeout_ms));
    let mut first: Option<Bytes> = None;
    let mut rest = BytesMut::new();
    loop {
        // During the grace period only the deadline applies; afterwards the client must keep up with the minimum rate.
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

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::*;

    /// Reads a body of `size` bytes that arrives in pieces of `piece` bytes, one a second; returns the duration and the outcome.
    async fn drip(size: usize, piece: usize, declared: bool) -> (u64, Result<usize, u16>) {
        let mut headers = HeaderMap::new();
        if declared {
            headers.insert(header::CONTENT_LENGTH, size.into());
        }
        let pieces = stream::unfold(size, move |left| async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            (left > 0).then(|| {
                let now = piece.min(left);
                (Ok::<_, std::io::Error>(Bytes::from(vec![b'x'; now])), left - now)
            })
        });
        let began = Instant::now();
        let body = Body::from_stream(pieces);
        let read = read_body(&headers, body, JSON_LIMIT, &HttpSettings::default()).await;
        (began.elapsed().as_secs(), read.map(|bytes| bytes.len()).map_err(|error| error.status().as_u16()))
    }

    #[tokio::test(start_paused = true)]
    async fn a_bodys_time_fits_its_size() {
        assert_eq!(
            drip(JSON_LIMIT, 300, true).await,
            (7, Err(408)),
            "above the minimum rate, but too slow for its size"
        );
        assert_eq!(
            drip(JSON_LIMIT, 300, false).await,
            (7, Err(408)),
            "without a declared size, the limit counts as the size"
        );
        assert_eq!(drip(1024, 300, true).await, (3, Err(408)), "a small body has less time");
        assert_eq!(drip(JSON_LIMIT, 4096, true).await, (5, Ok(JSON_LIMIT)), "4 KiB a second are fast enough");
    }
}
