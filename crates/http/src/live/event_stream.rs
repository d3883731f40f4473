//! An answer that goes on.

use std::{convert::Infallible, time::Duration};

use axum::response::{
    IntoResponse as _, Response,
    sse::{Event, KeepAlive, Sse},
};
use futures_util::{Stream, StreamExt as _};
use http::{HeaderName, HeaderValue, header};

use super::Seat;
use crate::{platform::Platform, settings::HttpSettings};

/// A comment goes out after so long without an event, so that neither end nor a proxy takes the silence for the end.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// `events` as they come, until the client leaves, the server stops, or the stream has had its time (a client whose
/// network vanished is noticed only then; a live one simply asks again). The seat is given back with the answer.
pub(crate) fn event_stream(
    platform: &Platform,
    settings: &HttpSettings,
    seat: Seat,
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
        let _taken_until_the_end = &seat;
        Ok::<_, Infallible>(event)
    });
    // Below the time after which a quiet connection is closed, whatever that is set to.
    let heartbeat = HEARTBEAT.min(Duration::from_millis(settings.idle_timeout_ms / 2));
    let mut response =
        Sse::new(events).keep_alive(KeepAlive::new().interval(heartbeat).text("still here")).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Some proxies collect an answer before they pass it on, unless asked not to.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}
