//! The opening hours of a venue at the desk: reading, previewing and publishing them.

mod hours_change;
pub mod preview_hours;
pub mod publish_hours;
pub mod read_hours;

pub use crate::operator::{Misfit, Stranded};
pub use hours_change::{Draft, Edit, HoursChange};
pub use sideout_store::{Manager, hours_versions::HoursVersion};
