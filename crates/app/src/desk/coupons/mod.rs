//! Coupons at the desk: the list, one of them and the bookings with it, an example of what a coupon takes off, and adding, changing and
//! stopping one.

mod access;
pub mod add_coupon;
pub mod change_coupon;
pub mod draft;
pub mod example;
mod facts;
pub mod find_coupon;
pub mod list_coupons;
pub mod list_uses;
pub mod stop_coupon;
