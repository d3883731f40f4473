//! Records every movement of money, in the unit of work that makes it, and compares the sums with the tables.

pub mod audit;
pub mod export;
pub(crate) mod record;
