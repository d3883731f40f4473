//! Writes down what happens to money, in the units of work that make it happen, and compares the sums with the tables.

pub mod audit;
pub mod export;
pub(crate) mod record;
