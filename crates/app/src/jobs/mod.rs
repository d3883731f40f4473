//! What runs by itself, on a timer.

pub mod check_clock;
pub mod expire_holds;
pub mod forget_expired;
