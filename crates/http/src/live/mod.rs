//! Streams of events (WHATWG HTML, server-sent events): who may have one, and how it lives and ends.

mod event_stream;
mod seats;

pub(crate) use event_stream::event_stream;
pub(crate) use seats::{Seat, Seats};
