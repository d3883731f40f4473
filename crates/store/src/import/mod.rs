//! Reads and writes of an import: an operator's venues, courts, hours, prices and coupons, and complete bookings. The
//! desk uses some of them, too.

mod bookings;
mod operator_data;
mod writes;

use crate::Session;

pub use bookings::{ImportedBooking, ImportedBookings, ImportedGroup};
pub use operator_data::{OperatorData, Sport, StoredVenue};

/// The operator's own data, as `sideout import` and the desk change it. Nothing that a booking may reference is
/// removed: an entry missing from the file is deactivated.
pub struct Imports<'s>(pub &'s mut dyn Session);
