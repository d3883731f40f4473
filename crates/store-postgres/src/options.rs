//! What may be tuned about the connection to PostgreSQL.

use std::{path::PathBuf, time::Duration};

/// Settings of [`crate::PostgresStore`].
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// Most connections for units of work. More than about eight gave no more of them per second.
    pub writers: usize,
    /// Most connections for reads. They are separate so that a rush of bookings leaves the pages readable.
    pub readers: usize,
    /// How long one statement may run (`statement_timeout`). A commit is exempt.
    pub statement_timeout: Duration,
    /// How long a statement may wait for a row that someone else is changing (`lock_timeout`).
    pub lock_timeout: Duration,
    /// How long a transaction may sit idle before PostgreSQL ends it (`idle_in_transaction_session_timeout`): what a
    /// node that vanished in mid transaction leaves behind is gone after that.
    pub idle_in_transaction_timeout: Duration,
    /// How long reaching the server may take.
    pub connect_timeout: Duration,
    /// How long [`crate::PostgresStore::connect`] goes on trying while no server can be reached or it is not ready yet. A
    /// server that refuses us (a wrong password, no such database) is not tried again.
    pub wait_for_server: Duration,
    /// How long a caller waits for everything up to the commit, a free connection included, before it is told
    /// `Unavailable`.
    pub work_timeout: Duration,
    /// How long a caller waits for the answer to a commit before it is told `UnknownOutcome`.
    pub commit_timeout: Duration,
    /// How often a unit of work is run at most when PostgreSQL reports a serialization failure or a deadlock, or when
    /// the connection dies before the commit was sent.
    pub attempts: u32,
    /// How long the task that listens for events of other nodes pauses after a panic before it starts again.
    pub pause_after_panic: Duration,
    /// A PEM file with the certificate authorities to trust for `sslmode=require`; the system's when `None`.
    pub root_certificates: Option<PathBuf>,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        PostgresOptions {
            writers: 8,
            readers: 8,
            statement_timeout: Duration::from_secs(5),
            lock_timeout: Duration::from_secs(3),
            idle_in_transaction_timeout: Duration::from_secs(10),
            connect_timeout: Duration::from_secs(3),
            wait_for_server: Duration::ZERO,
            work_timeout: Duration::from_secs(5),
            commit_timeout: Duration::from_secs(5),
            attempts: 5,
            pause_after_panic: Duration::from_secs(10),
            root_certificates: None,
        }
    }
}
