//! Coupons at the desk: reading, adding, changing and stopping them.

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
