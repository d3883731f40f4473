//! A request body that survives being dropped by the handler: if the response comes before the body was read, the
//! server must either read it to its end or close the connection, or the next request on the connection breaks.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use parking_lot::Mutex;

use super::connection_state::ConnectionState;

/// The most that is read of an unread body, in bytes.
const MOST_READ_BYTES: u64 = 64 * 1024;
/// The longest wait for the rest of a small body. It is usually there: clients send it right after the head.
const REST_TIMEOUT: Duration = Duration::from_secs(1);

/// The body that the handler reads.
pub(super) struct RequestBody {
    incoming: Option<Incoming>,
    /// Whether the end was read. A chunked body does not report that itself.
    ended: bool,
    unread: Arc<Mutex<Unread>>,
}

#[derive(Default)]
struct Unread {
    incoming: Option<Incoming>,
    /// Whether the handler has read to the end.
    ended: bool,
}

/// The part of the body that the handler did not read.
pub(super) struct RestOfBody(Arc<Mutex<Unread>>);

impl RequestBody {
    pub(super) fn new(incoming: Incoming) -> (Self, RestOfBody) {
        let unread = Arc::<Mutex<Unread>>::default();
        (
            RequestBody { incoming: Some(incoming), ended: false, unread: Arc::clone(&unread) },
            RestOfBody(unread),
        )
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(incoming) = &mut self.incoming else { return Poll::Ready(None) };
        let frame = Pin::new(incoming).poll_frame(cx);
        self.ended |= matches!(frame, Poll::Ready(None));
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let incoming = self.incoming.take();
        let ended = self.ended;
        let mut unread = self.unread.lock();
        unread.ended = ended || incoming.as_ref().is_none_or(Body::is_end_stream);
        unread.incoming = incoming;
    }
}

impl RestOfBody {
    /// Whether the handler has read the whole body.
    pub(super) fn is_read(&self) -> bool {
        self.0.lock().ended
    }

    /// Reads the rest if it is small and arrives soon; returns whether the body is now read to its end.
    pub(super) async fn finish(self, state: &ConnectionState) -> bool {
        let Some(mut incoming) = self.0.lock().incoming.take() else { return false };
        let mut left = MOST_READ_BYTES;
        if incoming.size_hint().exact().is_some_and(|size| size > left) {
            return false;
        }
        let reading = std::future::poll_fn(|cx| {
            loop {
                if state.is_evicted() {
                    return Poll::Ready(false);
                }
                match Pin::new(&mut incoming).poll_frame(cx) {
                    Poll::Pending => return Poll::Pending,
                    Poll::Ready(None) => return Poll::Ready(true),
                    Poll::Ready(Some(Err(_))) => return Poll::Ready(false),
                    Poll::Ready(Some(Ok(frame))) => {
                        let read = frame.data_ref().map_or(0, |data| data.len() as u64);
                        match left.checked_sub(read) {
                            Some(less) => left = less,
                            None => return Poll::Ready(false),
                        }
                    }
                }
            }
        });
        tokio::time::timeout(REST_TIMEOUT, reading).await.unwrap_or(false)
    }
}
