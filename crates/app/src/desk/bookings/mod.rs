//! Bookings at the desk.

pub mod add_number;
pub mod book;
pub mod cancel_at_desk;
mod claim_slot;
mod desk_slot;
pub mod extend_booking;
pub mod hold_court;
pub mod move_booking;
pub mod move_price;
mod open_day;
mod open_venue;
pub mod preview_series;
mod record_booking;
pub mod release_hold;
pub mod undo_bookings;
pub mod undo_move;

pub use desk_slot::{DeskSlot, NotForSale};
