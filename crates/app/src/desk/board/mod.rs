//! The board of a venue's day, the details of its bookings, and the search over bookings and players.

pub mod cancelled_money;
pub mod find_booking;
pub(super) mod find_booking_or_replacement;
pub mod follow_board;
pub mod mark_attendance;
pub mod open_booking;
pub mod read_board;
pub mod record_attendance;
pub mod search;
pub mod see_number;
pub mod write_note;

pub use sideout_store::{
    accounts::FoundPlayer,
    bills::PaidPart,
    board::{BookingDetails, DeskBooking, DisplacedBooking},
    booking_changes::{BookingMove, GroupBooking, Place},
};
