//! Booking on both engines: who gets a court, until when, and what cancelling does.

mod availability;
mod cancelling;
mod confirming;
mod coupons;
mod holding;
mod one_winner;
mod steps;
