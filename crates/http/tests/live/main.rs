//! Event streams over real sockets: their events, their limits, their end.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails by panicking")]

mod served;
mod streams;
