//! Use of an engine's connections and size of its database.

/// The current use of one kind of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUsage {
    /// `write` or `read`.
    pub pool: &'static str,
    /// Connections in use.
    pub in_use: usize,
    /// Open connections that are not in use.
    pub idle: usize,
    /// The most connections at a time; `None` if bounded only by the number of reading threads.
    pub most: Option<usize>,
    /// Units of work or reads waiting for a connection.
    pub waiting: usize,
}

/// The disk space of the database, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatabaseSize {
    /// All but the write-ahead log.
    pub data: u64,
    /// The write-ahead log; `None` if the database server manages it.
    pub log: Option<u64>,
}
