//! A response body that holds a guard until its last frame was taken or its connection has ended. hyper may still have to
//! write what it took: a body in memory is one frame, however large it is.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::Body as AxumBody;
use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

/// The body and its guard, which are dropped together.
pub(crate) struct GuardedBody<G> {
    body: AxumBody,
    _guard: G,
}

impl<G> GuardedBody<G> {
    pub(crate) fn new(body: AxumBody, guard: G) -> Self {
        GuardedBody { body, _guard: guard }
    }
}

impl<G: Unpin> Body for GuardedBody<G> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
