//! The end of a venue's day: what is still open, closing it, its report, and corrections afterwards.

pub mod check_days;
pub mod close_day;
pub(crate) mod close_overdue;
pub mod correct_outcome;
pub(crate) mod day_figures;
mod debtors;
pub(crate) mod digest;
pub mod facts;
mod message;
pub mod open_items;
pub mod read_day;

pub use sideout_store::board::DeskBooking;
