//! Reads the ledger: exports it, and compares its sums with the tables. `steps::ledger` writes it.

pub mod audit;
pub mod export;
