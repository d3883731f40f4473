//! The operator's brand at the desk: reading and changing it, without a file.

pub mod change_brand;
pub mod change_logo;
pub mod change_text;
pub mod check_brand;
pub mod list_texts;
pub mod read_set_up;

pub use sideout_store::Manager;
