//! What may be tuned about the embedded engine.

use std::time::Duration;

/// Settings of [`crate::SqliteStore`]. The defaults suit one operator's server.
#[derive(Debug, Clone)]
pub struct SqliteOptions {
    /// Most units of work that share one commit. 1 switches group commit off (for comparison).
    pub batch: usize,
    /// How many units may wait for the writer before callers wait for a place in the queue.
    pub queue: usize,
    /// How long a caller waits for a place in a full queue before it is told `Unavailable`.
    pub queue_wait: Duration,
    /// How many idle read connections are kept open. More are opened when more threads read at once.
    pub idle_readers: usize,
    /// How long SQLite waits for a lock (another connection's checkpoint or recovery) before it gives up.
    pub busy_timeout: Duration,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        SqliteOptions {
            batch: 64,
            queue: 1_024,
            queue_wait: Duration::from_secs(5),
            idle_readers: std::thread::available_parallelism().map_or(4, usize::from),
            busy_timeout: Duration::from_secs(5),
        }
    }
}
