//! The HTTP client of the tests, for a router in this process or a program at an address.
//!
//! It uses none of our other crates, so that each of them can test with it. Tests of the wire itself (half-sent requests,
//! closed connections, pipelines) write to sockets of their own.

mod answer;
mod call;
mod client;

pub use answer::{Answer, Refusal};
pub use call::Call;
pub use client::HttpClient;
