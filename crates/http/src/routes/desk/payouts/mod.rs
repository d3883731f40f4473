//! Payouts of the payment provider: the list, one of them, explaining a line, and a file.

pub mod change;
pub mod list;
mod wire;

pub use wire::{PayoutAnswer, PayoutLineAnswer};
