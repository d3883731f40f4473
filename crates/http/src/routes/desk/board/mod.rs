//! The board of a day and its events, a booking's details and notes, attendance, a corrected outcome, check-in by pass and the search.

pub mod attendance;
pub mod booking;
pub mod day_board;
pub mod events;
pub mod find;
pub mod history;
pub mod notes;
pub mod outcome;
pub mod scans;
mod viewer;
mod wire;

use std::collections::HashMap;

use jiff::civil::Date;
use sideout_domain::{StaffId, VenueId, order::OrderNumber};

use crate::wire::{
    api_error::ApiError,
    day,
    problem::{Problem, ProblemKind},
};

pub use find::FoundBooking;
pub use viewer::Viewer;
pub use wire::{AttendanceState, DeskPaymentMethod};

/// The names of the business's staff.
pub type StaffNames = HashMap<StaffId, String>;

/// Reads the venue of an address.
///
/// # Errors
/// 404 with the bytes of an unknown venue.
pub(super) fn venue_id(text: &str) -> Result<VenueId, Problem> {
    text.parse().map_err(|_| not_found())
}

/// Reads the order of an address.
///
/// # Errors
/// 404 with the bytes of an unknown order.
pub(super) fn order_number(text: &str) -> Result<OrderNumber, Problem> {
    text.parse().map_err(|_| not_found())
}

/// Reads `YYYY-MM-DD`.
///
/// # Errors
/// 400 if it is not a day in this form.
pub(super) fn day_of(text: &str) -> Result<Date, Problem> {
    day::day(text)
        .map_err(|_| ApiError::malformed("The day must be written YYYY-MM-DD, like 2026-11-22.").into())
}

/// 404: it is unknown, or not at a venue of this member of staff. Both get the same bytes.
pub(super) fn not_found() -> Problem {
    Problem::of(ProblemKind::NotFound)
}
