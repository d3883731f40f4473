//! The board of a day, a booking's details, attendance and the search. One file per call.

pub mod attendance;
pub mod booking;
pub mod day_board;
pub mod events;
pub mod failure;
pub mod find;
mod wire;

use std::collections::HashMap;

use jiff::civil::Date;
use sideout_domain::{StaffId, VenueId, order::OrderNumber};

use crate::wire::day;
use failure::BoardFailure;

pub use wire::{AttendanceState, DeskPaymentMethod};

/// The names of the business's staff, for what they did.
pub type StaffNames = HashMap<StaffId, String>;

/// Reads the venue of an address.
///
/// # Errors
/// 404 with the bytes of an unknown venue.
fn venue_id(text: &str) -> Result<VenueId, BoardFailure> {
    text.parse().map_err(|_| BoardFailure::NotFound)
}

/// Reads the order of an address.
///
/// # Errors
/// 404 with the bytes of an unknown order.
fn order_number(text: &str) -> Result<OrderNumber, BoardFailure> {
    text.parse().map_err(|_| BoardFailure::NotFound)
}

/// Reads `YYYY-MM-DD`.
///
/// # Errors
/// 400.
fn day_of(text: &str) -> Result<Date, BoardFailure> {
    day::day(text)
        .map_err(|_| BoardFailure::Malformed("The day must be written YYYY-MM-DD, like 2026-11-22."))
}
