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

use super::vitals::Vitals;

pub(super) struct AnswerBody {
    body: AxumBody,
    vitals: Arc<Vitals>,
}

impl AnswerBody {
    pub(super) fn new(body: AxumBody, vitals: Arc<Vitals>) -> Self {
        AnswerBody { body, vitals }
    }
}

impl Body for AnswerBody {
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

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.vitals.answered();
    }
}
