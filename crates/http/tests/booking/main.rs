//! Booking over the whole router, and who may call what.

#[path = "../accounts/client.rs"]
#[expect(dead_code, reason = "the rest is for the calls of accounts")]
mod client;

mod authorization;
mod flow;
