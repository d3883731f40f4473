//! What an import reads and writes: an operator's venues, courts, hours, prices and coupons, and whole bookings.

mod bookings;
mod known;
mod writes;

use crate::Session;

pub use bookings::{ImportedBooking, ImportedBookings};
pub use known::{Known, KnownVenue, Sport};

/// The operator's own data, as `sideout import` changes it. Nothing is ever removed that a booking may point at: what
/// leaves the file is switched off.
pub struct Imports<'s>(pub &'s mut dyn Session);
