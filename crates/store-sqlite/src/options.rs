//! Settings of the embedded engine.

use std::time::Duration;

/// Settings of [`crate::SqliteStore`]. The defaults suit one operator's server.
#[derive(Debug, Clone)]
pub struct SqliteOptions {
    /// The most units of work that share one commit. 1 disables group commit (for comparison).
    pub batch: usize,
    /// The most units that wait in the writer's queue; further callers wait for a place in it.
    pub queue: usize,
    /// The longest wait of a caller for a place in a full queue; then it gets `Unavailable`.
    pub queue_wait: Duration,
    /// The most idle read connections that are kept open. More are opened if more threads read at once.
    pub idle_readers: usize,
    /// The longest wait of SQLite for a lock (another connection's checkpoint or recovery).
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
