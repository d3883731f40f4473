//! Metrics for `/metrics`. docs/METRICS.md has the table of all families.
//!
//! The families that are described here have their series from the first scrape on, at 0. Gauges that the database engine decides
//! about have series once they were read.

mod families;
mod gauges;

pub use families::describe_families;
pub use gauges::{read_gauges, read_usage};
