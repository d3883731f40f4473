//! Closures that staff make at the desk: a look first, the closure, its watch, and the courts opened again.

pub mod answer_for_player;
pub mod close;
pub mod preview;
pub mod reopen;
mod request;
pub mod watch;

pub use request::{CloseAtDesk, CloseAtDeskError, MOST_SLOTS};
