//! Responses that stay open: streams of server-sent events.

use std::{convert::Infallible, time::Duration};

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use http::{HeaderName, HeaderValue, header};
use jiff::{Timestamp, fmt::rfc2822::DateTimePrinter};
use serde::Serialize;

use crate::platform::{Platform, per_address_limit::Permit, settings::HttpSettings};

/// The longest interval of comments sent while there is no event, so that neither the client nor a proxy closes the stream as
/// idle.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The comment that is sent after each such interval.
const STILL_HERE: Bytes = Bytes::from_static(b": still here\n\n");

/// Marks a response that is an event stream, for the connection that sends it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IsEventStream;

/// The bytes of an event.
pub(crate) fn event(name: &str, data: &impl Serialize) -> Bytes {
    // JSON has no line ends, which would begin another field. What the streams send can always be serialized.
    let data = serde_json::to_string(data).unwrap_or_else(|_| "{}".to_owned());
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

/// Streams `events` until the client disconnects, the server stops, or `stream_seconds` have passed.
/// `permit` is released with the response. `now` is the time of the response.
pub(crate) fn event_stream(
    platform: &Platform,
    settings: &HttpSettings,
    permit: Permit,
    now: Timestamp,
    events: impl Stream<Item = Bytes> + Send + 'static,
) -> Response {
    let draining = platform.draining();
    let longest = Duration::from_secs(settings.stream_seconds);
    let end = async move {
        tokio::select! {
            () = draining => {}
            () = tokio::time::sleep(longest) => {}
        }
    };
    // Shorter than the timeout for idle connections, whatever its setting.
    let heartbeat = HEARTBEAT.min(Duration::from_millis(settings.idle_timeout_ms / 2));
    let parts = (Box::pin(events.take_until(end)), permit);
    let events = stream::unfold(parts, move |(mut events, permit)| async move {
        let event = match tokio::time::timeout(heartbeat, events.next()).await {
            Ok(event) => event?,
            Err(_quiet) => STILL_HERE,
        };
        Some((Ok::<_, Infallible>(event), (events, permit)))
    });
    let mut response = Body::from_stream(events).into_response();
    response.extensions_mut().insert(IsEventStream);
    let headers = response.headers_mut();
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&now).ok();
    if let Some(date) = date.and_then(|date| HeaderValue::from_str(&date).ok()) {
        headers.insert(header::DATE, date);
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Some proxies buffer a response before they pass it on, unless this header forbids it.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}
