//! Booking on both engines: claims, holds, confirmations and cancellations.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod alternatives;
mod availability;
mod cancelling;
mod clocks;
mod confirming;
mod coupons;
mod court_time;
mod desk_holds;
mod free_hours;
mod helpers;
mod holding;
mod moves;
mod one_winner;
mod turns;
