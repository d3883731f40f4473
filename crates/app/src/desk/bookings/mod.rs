//! Bookings that staff make at the desk.

pub mod book;
pub mod cancel_at_desk;
mod desk_slot;
pub mod hold_court;
mod record_booking;
pub mod release_hold;
pub mod undo_bookings;

pub use desk_slot::{DeskSlot, NotForSale};
