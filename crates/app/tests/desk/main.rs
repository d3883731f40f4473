//! The desk on both engines: the board of a day, a booking's details, attendance, and the search.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod attendance;
mod board;
mod booking_details;
mod cancellations;
mod desk_bookings;
mod helpers;
mod live_board;
mod moving;
mod searching;
