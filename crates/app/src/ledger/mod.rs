//! Reads the ledger: exports it, and compares its sums with the tables.

pub mod audit;
pub mod export;
