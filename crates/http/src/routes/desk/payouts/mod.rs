//! Payouts of the payment provider: the list, one of them, explaining a line, and a file. One file per group of calls.

pub mod change;
pub mod list;
mod wire;

pub use wire::{PayoutAnswer, PayoutLineAnswer};
