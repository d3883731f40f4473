//! The HTTP client of the tests, for a router in this process or a program at an address.
//!
//! It uses none of our other crates, so that each of them can test with it.

mod answer;
mod call;
mod client;

pub use answer::{Answer, Refusal};
pub use call::Call;
pub use client::HttpClient;
