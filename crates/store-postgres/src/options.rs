//! Settings of the connection to PostgreSQL.

use std::{path::PathBuf, time::Duration};

/// Settings of [`crate::PostgresStore`].
#[derive(Debug, Clone)]
pub struct PostgresOptions {
    /// The most connections for units of work. More than about eight gave no higher throughput.
    pub writers: usize,
    /// The most connections for reads. They are separate so that reads get a connection also while many units of work
    /// wait for one.
    pub readers: usize,
    /// The longest run of one statement (`statement_timeout`). A commit is exempt.
    pub statement_timeout: Duration,
    /// The longest wait of a statement for a row lock (`lock_timeout`).
    pub lock_timeout: Duration,
    /// How long a transaction may be idle before PostgreSQL ends it (`idle_in_transaction_session_timeout`); this
    /// removes the open transactions of a node that has died.
    pub idle_in_transaction_timeout: Duration,
    /// The longest attempt to reach one address of a host. A connection must be open, TLS and the login included, within a
    /// multiple of this time: 4 × the number of hosts of the URL + 1.
    pub connect_timeout: Duration,
    /// How long [`crate::PostgresStore::connect`] retries while the server cannot be reached or is not ready yet. A
    /// server that refuses the login (wrong password, no such database) is not tried again.
    pub wait_for_server: Duration,
    /// The longest time of one run for everything up to the commit, the wait for a free connection included; then the
    /// caller gets `Unavailable`.
    pub work_timeout: Duration,
    /// The longest wait of a caller for the reply to a commit; then it gets `UnknownOutcome`.
    pub commit_timeout: Duration,
    /// The most runs of a unit of work or a read, if another run may avoid the failure.
    pub attempts: u32,
    /// How long the task that listens for events of other nodes pauses after a panic before it starts again.
    pub pause_after_panic: Duration,
    /// A PEM file with the certificate authorities to trust for `sslmode=require`; `None` for those of the system.
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
