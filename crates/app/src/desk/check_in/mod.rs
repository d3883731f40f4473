//! Check-in by the code of a pass.

pub(super) mod find_of_pass;
pub mod scan_pass;

pub use sideout_domain::check_in::CheckIn;
