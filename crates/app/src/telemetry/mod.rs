//! Metrics for `/metrics`. docs/METRICS.md has the table of all families.
//!
//! Each crate describes the families it counts and starts their series at 0, so that they are there from the first scrape.
//! Requests are counted for a route and status from the first one on. Gauges that the database engine decides about have
//! series once they were read: connections at each scrape, the write-ahead log by a job. Labels have few values, and all are
//! known in advance.

mod families;
mod gauges;

pub use families::describe_families;
pub use gauges::{read_gauges, read_usage};
