//! Check-in by the code of a pass.

pub mod scan_pass;

pub use sideout_domain::check_in::CheckIn;
