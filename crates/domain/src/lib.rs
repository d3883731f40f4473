//! The rules of the game: ids, money, slots, prices, order states, cancellation. No I/O, no clock, no async.

pub mod cancellation;
pub mod coupon;
mod ids;
pub mod money;
pub mod order;
pub mod person;
pub mod price;
pub mod slot;
pub mod venue;

pub use ids::{BlockId, CouponId, CourtId, CustomerId, SportId, VenueId};
