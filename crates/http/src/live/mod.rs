//! Streams of server-sent events (WHATWG HTML): their limits and their life cycle.

mod event_stream;
mod stream_limit;

pub(crate) use event_stream::{IsEventStream, event, event_stream};
pub(crate) use stream_limit::StreamLimit;
