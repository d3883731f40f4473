//! Streams of events over real sockets: what they say, who may have one, how they end.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails by panicking")]

mod served;
mod streams;
