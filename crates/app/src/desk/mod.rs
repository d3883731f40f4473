//! What staff see and do at a venue's desk.

pub mod board;
pub mod bookings;
pub mod brand;
pub mod check_in;
pub mod coupons;
pub mod day;
pub mod hours;
pub mod messages;
pub mod money;
pub mod offline;
pub mod payouts;
pub mod players;
pub mod prices;
mod publishing;
pub mod refunds;
mod repeat;
pub mod reports;
mod store_picture;
mod take_turn;
pub mod venues;
