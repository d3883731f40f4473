//! Closures that staff make at the desk: preview them, make them, watch the answers, answer for
//! players, and open the courts again.

pub mod answer_for_player;
pub mod close;
pub mod details;
pub mod preview;
pub mod reopen;
mod request;

pub use request::{CloseAtDesk, CloseAtDeskError, MOST_SLOTS};
