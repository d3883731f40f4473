//! Closes courts of a venue (weather, health, official order) and opens them again (spec §9, terms).

pub mod at_desk;
mod close_bookings;
mod close_courts;
mod closure;
mod displaced;
pub mod offers;
mod open_block;
mod open_courts;

pub use close_bookings::close_bookings;
pub(crate) use close_bookings::{OrdersToClose, close_orders};
pub use close_courts::{CloseCourtsError, Closed, Interrupted, close_courts};
pub use closure::{
    Closure, ClosureReason, ClosureRefused, CourtChoice, InvalidClosureReason, InvalidCourtChoice, Span,
};
pub use displaced::{Displaced, Preview, preview};
pub use open_courts::{OpenCourtsError, Opened, open_courts};
