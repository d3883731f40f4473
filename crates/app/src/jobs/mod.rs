//! Jobs that run on a timer.

pub mod check_clock;
pub mod close_days;
pub mod erase_players;
pub mod expire_holds;
pub mod forget_debtors;
pub mod remove_expired;
pub mod remove_unused_pictures;
pub mod write_name_words;
