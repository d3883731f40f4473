//! The operator's brand, its logo and its texts of messages at the desk.

pub mod change;
mod fields;
pub mod logo;
pub mod show;
pub mod text;
pub mod texts;
