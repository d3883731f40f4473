//! Metrics for `/metrics`. docs/METRICS.md has the table of all families.
//!
//! Each crate describes the families it counts and starts all their series at 0, so that every series is there from the
//! first scrape. Labels have few values, and all are known in advance.

mod families;
mod gauges;

pub use families::describe_families;
pub use gauges::{read_gauges, read_usage};
