//! Closures at the desk: the preview, the closure, the state of its bookings, the answers that staff give for
//! players, and the courts opened again. One file per call or pair of calls.

pub mod answers;
pub mod choices;
pub mod close;
pub mod details;
pub mod preview;
pub mod reopen;
mod request;

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
