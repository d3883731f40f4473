//! How busy an engine is and how large its database, for the metrics.

/// The connections of one kind, as they are at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUsage {
    /// `write` or `read`.
    pub pool: &'static str,
    /// Connections that work.
    pub in_use: usize,
    /// Open connections without work.
    pub idle: usize,
    /// Most connections at a time; `None`: as many as there are threads that read.
    pub most: Option<usize>,
    /// Units of work that wait for one.
    pub waiting: usize,
}

/// What the database takes of its disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatabaseSize {
    /// Tables and indexes.
    pub data: u64,
    /// The write-ahead log; `None` where it is the database server's own matter.
    pub log: Option<u64>,
}
