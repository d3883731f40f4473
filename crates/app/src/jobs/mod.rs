//! What runs by itself, on a timer.

pub mod expire_holds;
pub mod forget_expired;
