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
mod desk_day;
mod desk_day_brand;
mod desk_day_closures;
mod desk_day_coupons;
mod desk_day_hours;
mod desk_day_prices;
mod desk_day_refunds;
mod desk_day_venues;
mod devices;
mod document;
mod guest_numbers;
mod moves;
mod payouts;
mod phone;
mod phone_numbers;
mod refunds;
mod reports;
mod signing_in;
mod sync;
mod venues;
