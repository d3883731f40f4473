//! Closures at the desk: the preview, the closure, the state of its bookings, the answers that staff give for
//! players, and the courts opened again.

pub mod answers;
pub mod choices;
pub mod close;
pub mod details;
pub mod preview;
pub mod reopen;
mod request;

use sideout_app::closures::{ClosureReason, InvalidClosureReason};
use sideout_domain::BlockId;

use super::board::not_found;
use crate::wire::problem::Problem;

/// Reads the closure of an address.
///
/// # Errors
/// 404 with the bytes of an unknown closure.
fn closure_id(text: &str) -> Result<BlockId, Problem> {
    text.parse().map(BlockId).map_err(|_| not_found())
}

/// Reads the reason that players read for the end of their bookings.
///
/// # Errors
/// 422 for the field `reason`.
pub(in crate::routes::desk) fn read_reason(text: &str) -> Result<ClosureReason, Problem> {
    text.parse().map_err(|invalid| match invalid {
        InvalidClosureReason::Length => Problem::field("reason", "length"),
        InvalidClosureReason::Hidden(_) => Problem::field("reason", "characters"),
    })
}
