//! Refunds that go back through the payment provider: the queue, and what staff do about them. One file per group of calls.

pub mod queue;
pub mod send;
pub mod settle;

use sideout_domain::RefundId;

use crate::{routes::desk::board::not_found, wire::problem::Problem};

/// Reads the refund of an address.
fn refund_id(text: &str) -> Result<RefundId, Problem> {
    text.parse().map_err(|_| not_found())
}
