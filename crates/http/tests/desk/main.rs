//! The desk's API as its pages see it: cookies, origins, permissions, problems; on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod addresses;
mod audit_completeness;
mod authorization;
mod board;
mod bookings;
mod brand;
mod check_in;
mod client;
mod coupons;
mod day_end;
mod devices;
mod document;
mod guest_numbers;
mod moves;
mod payouts;
mod phone;
mod phone_numbers;
mod refunds;
mod reports;
mod scene;
mod scene_brand;
mod scene_closures;
mod scene_coupons;
mod scene_hours;
mod scene_prices;
mod scene_refunds;
mod scene_venues;
mod signing_in;
mod sync;
mod venues;
