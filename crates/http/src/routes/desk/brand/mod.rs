//! The operator's brand at the desk. One file per call.

pub mod change;
mod fields;
pub mod logo;
pub mod show;
pub mod text;
pub mod texts;
