//! A response body that reports when it was sent, so that an idle connection can be distinguished from one whose
//! response is still being sent.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::body::Body as AxumBody;
use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

use super::connection_state::ConnectionState;

pub(super) struct ResponseBody {
    body: AxumBody,
    state: Arc<ConnectionState>,
}

impl ResponseBody {
    pub(super) fn new(body: AxumBody, state: Arc<ConnectionState>) -> Self {
        ResponseBody { body, state }
    }
}

impl Body for ResponseBody {
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

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.state.answered();
    }
}
