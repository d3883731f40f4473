//! The calls of a customer who is logged in.

pub mod add_cancellation;
pub mod add_times;
pub mod cancel_current_order;
pub mod changepassword;
pub mod check_promocode;
pub mod closure_link;
pub mod confirm_cash_payment;
pub mod confirm_payment;
pub mod generate_payment;
pub mod get_booking_history;
pub mod get_order_info;
pub mod getcustomerinfo;
pub mod logout;
pub mod order_calendar;
pub mod order_events;
pub mod own_courts;
pub mod profile;
pub mod receipt;
pub mod reset_current_order;
