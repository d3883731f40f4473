//! The calls of the desk: its own API with its own document. Each names its permission as `x-permission`, which the use
//! case checks.

pub mod approvals;
pub mod audit;
pub mod board;
pub mod bookings;
pub mod brand;
pub mod closures;
pub mod coupons;
pub mod devices;
pub mod hours;
pub mod links;
pub mod lock;
pub mod me;
pub mod messages;
pub mod money;
pub mod passkeys;
pub mod payouts;
pub mod pin;
pub mod players;
pub mod prices;
pub mod refunds;
pub mod reports;
pub mod sessions;
mod short_text;
pub mod sign_out;
mod signed_in;
pub mod staff;
pub mod sync;
pub mod totp;
pub mod venues;
