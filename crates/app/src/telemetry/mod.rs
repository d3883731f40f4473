//! What is counted and measured, for `/metrics`. docs/METRICS.md has the table of all families.
//!
//! Each room describes the families it counts and begins all their series at 0, so that every one is there from the first
//! scrape; labels have few values that are known before.

mod families;
mod gauges;
mod register;

pub use families::describe_families;
pub use gauges::{read_gauges, read_usage};
pub use register::{counter, counter_by, gauge, gauge_by, histogram, histogram_by};
