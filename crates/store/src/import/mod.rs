//! Reads and writes the operator's own data, and adds complete bookings.

mod bookings;
mod operator_data;
mod writes;

use crate::Session;

pub use bookings::{ImportedBooking, ImportedBookings, ImportedGroup};
pub use operator_data::{OperatorData, Sport, StoredVenue};

/// The repository of the operator's own data. What a booking may reference is deactivated, not removed.
pub struct Imports<'s>(pub &'s mut dyn Session);
