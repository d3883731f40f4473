//! Responses that stay open: streams of server-sent events.

use std::{convert::Infallible, time::Duration};

use axum::response::{
    IntoResponse as _, Response,
    sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, StreamExt as _};
use http::{HeaderName, HeaderValue, header};

use crate::platform::{Platform, per_address_limit::Permit, settings::HttpSettings};

/// The interval of comments sent while there is no event, so that neither the client nor a proxy closes the stream as
/// idle.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// Streams `events` until the client disconnects, the server stops, or `stream_seconds` have passed (a client whose
/// network vanished is noticed only then; a live client reconnects). `permit` is released with the response.
pub(crate) fn event_stream(
    platform: &Platform,
    settings: &HttpSettings,
    permit: Permit,
    events: impl Stream<Item = Event> + Send + 'static,
) -> Response {
    let draining = platform.draining();
    let longest = Duration::from_secs(settings.stream_seconds);
    let end = async move {
        tokio::select! {
            () = draining => {}
            () = tokio::time::sleep(longest) => {}
        }
    };
    let events = events.take_until(Box::pin(end)).map(move |event| {
        let _held_until_the_end = &permit;
        Ok::<_, Infallible>(event)
    });
    // Shorter than the timeout for idle connections, whatever its setting.
    let heartbeat = HEARTBEAT.min(Duration::from_millis(settings.idle_timeout_ms / 2));
    let mut response =
        Sse::new(events).keep_alive(KeepAlive::new().interval(heartbeat).text("still here")).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Some proxies buffer a response before they pass it on, unless this header forbids it.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}
