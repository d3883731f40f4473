//! What the primitives under proof see as the crate `tokio`: its channels, where each operation is a point at which
//! [Shuttle](https://docs.rs/shuttle) may let another task run.
//!
//! The channels themselves are tokio's. Tokio proves the orders within one operation with loom; here an operation is one
//! step, and the proofs are about the orders of these steps and of our own locks.
//!
//! `tests/proofs` includes the source files of the product, as they are, in a crate where the names `tokio` and
//! `parking_lot` mean this crate and Shuttle's locks. The product contains no code for the proofs.

pub mod sync;
pub mod task;

use shuttle::sync::atomic::{AtomicBool, Ordering::SeqCst};
pub use tokio::select;

/// Time as the product's files use it. No timer runs in a proof.
pub mod time {
    pub use tokio::time::{Instant, sleep_until};
}

/// Lets the scheduler of the proof decide which task runs next. While a failed proof unwinds, nothing else may run.
pub(crate) fn scheduling_point() {
    if !std::thread::panicking() {
        // Each access to an atomic is such a point. Yielding would be one as well, but ranks this task behind all others.
        AtomicBool::new(false).load(SeqCst);
    }
}
