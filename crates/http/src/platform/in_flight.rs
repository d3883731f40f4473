//! Limits requests in flight, in all and for one caller. Behind a proxy connections do not identify callers, and a few
//! callers with hanging requests would take every place.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, HttpBody},
    response::Response,
};
use bytes::Bytes;
use http::header;
use hyper::body::{Frame, SizeHint};
use metrics::Gauge;

use super::{
    client_address::ClientAddress,
    per_address_limit::{Full, PerAddressLimit, Permit, Quota},
    request_metrics::count_throttled,
    settings::HttpSettings,
};
use crate::wire::api_error::ApiError;

/// Seconds after which a refused caller may try again.
const TRY_AGAIN_SECONDS: u32 = 1;

/// The request of a response up to this size, in bytes, ends at once: the system's send buffer takes most of it.
const TAKEN_AT_ONCE: u64 = 64 * 1024;

/// The requests in flight.
pub(super) struct InFlight {
    per_address: usize,
    /// The number of requests in flight, in all, from which only callers without one are admitted.
    total_if_holding: usize,
    requests: Arc<PerAddressLimit>,
}

impl InFlight {
    pub(super) fn new(settings: &HttpSettings) -> Self {
        InFlight {
            per_address: settings.max_requests_per_address,
            total_if_holding: settings
                .max_connections
                .saturating_sub(settings.reserved_places.min(settings.max_connections / 2)),
            requests: PerAddressLimit::new(Gauge::noop()),
        }
    }

    /// Counts one more request of this caller. `own` callers, this machine and our proxies, have no limit.
    ///
    /// INVARIANT: any other caller never has more requests in flight than the settings say, and gets a reserved place only
    /// while it has none in flight (tests below and `crates/http/tests/wire/attacks.rs`).
    ///
    /// # Errors
    /// 429 if the caller has reached its limit, 503 if the server has.
    pub(super) fn acquire(&self, caller: ClientAddress, own: bool) -> Result<Permit, ApiError> {
        // The number of all requests is bounded by the number of connections.
        let quota = Quota {
            per_address: self.per_address,
            total: usize::MAX,
            total_if_holding: self.total_if_holding,
        };
        let address = (!own).then(|| caller.network());
        self.requests.try_acquire(address, quota).map_err(|full| {
            metrics::counter!("sideout_requests_refused_total", "reason" => full.as_str()).increment(1);
            match full {
                Full::Address => {
                    count_throttled("max_requests_per_address");
                    ApiError::throttled(TRY_AGAIN_SECONDS)
                }
                Full::Server => ApiError::unavailable().retry_after(TRY_AGAIN_SECONDS),
            }
        })
    }
}

/// Releases the permit now, or, for a large response, when its last byte was passed to the system or its connection has
/// ended. Event streams have limits of their own.
pub(super) fn until_sent(permit: Permit, response: Response) -> Response {
    let taken_at_once = response.body().size_hint().upper().is_some_and(|size| size <= TAKEN_AT_ONCE);
    let is_stream = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|content_type| content_type.as_bytes().starts_with(b"text/event-stream"));
    if taken_at_once || is_stream {
        return response;
    }
    response.map(|body| Body::new(CountedBody { body, permit: Arc::new(permit) }))
}

/// A body whose frames hold the permit as well: hyper drops a body as soon as its last frame is queued, and a body in
/// memory is one frame. `map_frame` of http-body-util would lose the size of the body.
struct CountedBody {
    body: Body,
    permit: Arc<Permit>,
}

/// The bytes of a frame. hyper drops them when the last one was passed to the system.
struct CountedBytes {
    bytes: Bytes,
    _permit: Arc<Permit>,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        let counted = |bytes| Bytes::from_owner(CountedBytes { bytes, _permit: Arc::clone(&self.permit) });
        frame.map_ok(|frame| frame.map_data(counted))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;
    use http_body_util::BodyExt as _;

    use super::*;

    fn in_flight(per_address: usize, reserved_places: usize) -> InFlight {
        InFlight::new(&HttpSettings {
            max_connections: 8,
            max_requests_per_address: per_address,
            reserved_places,
            ..HttpSettings::default()
        })
    }

    fn from(text: &str) -> ClientAddress {
        ClientAddress(text.parse().unwrap())
    }

    fn status(acquired: Result<Permit, ApiError>) -> Option<u16> {
        acquired.err().map(|error| error.status().as_u16())
    }

    #[test]
    fn a_caller_is_limited_to_its_requests_in_flight_and_finished_ones_are_released() {
        let in_flight = in_flight(2, 0);
        let one = in_flight.acquire(from("2001:db8::1"), false).unwrap();
        let _two = in_flight.acquire(from("2001:db8::2"), false).unwrap();
        assert_eq!(status(in_flight.acquire(from("2001:db8::3"), false)), Some(429), "one /64 is one caller");
        let _other = in_flight.acquire(from("2001:db8:0:1::1"), false).unwrap();
        drop(one);
        let _again = in_flight.acquire(from("2001:db8::1"), false).unwrap();
        let own: Vec<_> = (0..20).map(|_| in_flight.acquire(from("127.0.0.1"), true).unwrap()).collect();
        drop(own);
        assert_eq!(in_flight.requests.counts().total(), 3);
        assert_eq!(in_flight.requests.counts().addresses(), 2);
    }

    #[test]
    fn the_last_places_are_for_callers_without_a_request() {
        let hold = |in_flight: &InFlight| -> Vec<Permit> {
            let acquired = (0..12).map(|at| in_flight.acquire(from(&format!("203.0.113.{}", at % 3)), false));
            acquired.filter_map(Result::ok).collect()
        };
        let with_reserve = in_flight(64, 2);
        let held = hold(&with_reserve);
        assert_eq!(held.len(), 6);
        assert_eq!(status(with_reserve.acquire(from("203.0.113.1"), false)), Some(503));
        assert_eq!(status(with_reserve.acquire(from("198.51.100.1"), false)), None);
    }

    #[tokio::test]
    async fn a_large_response_counts_until_it_is_dropped_and_a_small_one_does_not() {
        let in_flight = in_flight(1, 0);
        let permit = || in_flight.acquire(from("203.0.113.1"), false).unwrap();
        let small = until_sent(permit(), Response::new(Body::from("small")));
        let large = until_sent(permit(), Response::new(Body::from(vec![b'x'; 100_000])));
        assert_eq!(status(in_flight.acquire(from("203.0.113.1"), false)), Some(429));
        drop((small, large));
        drop(permit());
    }

    #[tokio::test]
    async fn frames_that_wait_to_be_written_count_without_their_body() {
        let in_flight = in_flight(1, 0);
        let acquire = || in_flight.acquire(from("203.0.113.1"), false);
        let chunks = ["one", "two"].map(|chunk| Ok::<_, Infallible>(Bytes::from(chunk)));
        for body in [Body::from(vec![b'x'; 100_000]), Body::from_stream(stream::iter(chunks))] {
            let mut body = until_sent(acquire().unwrap(), Response::new(body)).into_body();
            let mut waiting = Vec::new();
            while let Some(frame) = body.frame().await {
                waiting.push(frame.unwrap().into_data().unwrap());
            }
            drop(body);
            for bytes in waiting {
                assert_eq!(status(acquire()), Some(429), "{} bytes wait", bytes.len());
            }
            drop(acquire().unwrap());
        }
    }
}
