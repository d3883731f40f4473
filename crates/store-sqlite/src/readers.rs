//! The connections for reads.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
};

use futures_util::FutureExt as _;
use parking_lot::Mutex;
use sideout_store::{ErasedWork, PoolUsage, StoreError};

use crate::{SqliteOptions, connection::OpenConnection, session::SqliteSession};

/// Idle read connections. A read takes one, or opens one, and runs on the calling task to its end: mostly tens of
/// microseconds, measured at about twice the throughput of passing it to other threads. So there are never more
/// connections in use than threads, and no read waits for a connection.
pub(crate) struct Readers {
    path: PathBuf,
    options: SqliteOptions,
    idle: Mutex<Idle>,
    in_use: AtomicUsize,
}

#[derive(Default)]
struct Idle {
    connections: Vec<OpenConnection>,
    is_closed: bool,
}

impl Readers {
    pub(crate) fn new(path: PathBuf, options: SqliteOptions) -> Self {
        Readers { path, options, idle: Mutex::default(), in_use: AtomicUsize::new(0) }
    }

    /// Runs `work` on a connection that refuses changes, in one deferred transaction, so that all its statements see
    /// the same state. The transaction has no measurable cost: SQLite takes its read lock once instead of once per statement.
    pub(crate) fn run(&self, work: &dyn ErasedWork) -> Result<(), StoreError> {
        self.in_use.fetch_add(1, Ordering::Relaxed);
        let done = self.run_on_one(work);
        self.in_use.fetch_sub(1, Ordering::Relaxed);
        done
    }

    /// The current use of the read connections.
    pub(crate) fn usage(&self) -> PoolUsage {
        let in_use = self.in_use.load(Ordering::Relaxed);
        PoolUsage { pool: "read", in_use, idle: self.idle.lock().connections.len(), most: None, waiting: 0 }
    }

    fn run_on_one(&self, work: &dyn ErasedWork) -> Result<(), StoreError> {
        let mut connection = self.take()?;
        connection.control("begin").map_err(|error| crate::error::from_statement("begin", &error))?;
        let mut session = SqliteSession::new(&mut connection);
        // Safe to continue after a panic: the connection is closed and the result is never read.
        let ended = catch_unwind(AssertUnwindSafe(|| work.run(&mut session).now_or_never()));
        let failed = session.into_ended().failed;
        let verdict = match ended {
            Err(_) => return Err(StoreError::Unavailable("the work panicked".to_owned())),
            Ok(None) => return Err(must_not_wait()),
            Ok(Some(verdict)) => verdict,
        };
        connection.control("commit").map_err(|error| crate::error::from_statement("commit", &error))?;
        self.put_back(connection);
        match (verdict, failed) {
            // The work ignored a statement's error, so its result cannot be trusted.
            (Ok(()), Some(failed)) => Err(failed),
            _ => Ok(()),
        }
    }

    /// Closes the idle connections; those in use close when their work ends.
    pub(crate) fn close(&self) {
        let mut idle = self.idle.lock();
        idle.is_closed = true;
        idle.connections.clear();
    }

    fn take(&self) -> Result<OpenConnection, StoreError> {
        let mut idle = self.idle.lock();
        if idle.is_closed {
            return Err(StoreError::Unavailable("the database is closed".to_owned()));
        }
        let kept = idle.connections.pop();
        drop(idle);
        kept.map_or_else(|| OpenConnection::for_reading(&self.path, &self.options), Ok)
    }

    fn put_back(&self, connection: OpenConnection) {
        let mut idle = self.idle.lock();
        if !idle.is_closed && idle.connections.len() < self.options.idle_readers {
            idle.connections.push(connection);
        }
    }
}

/// The error for work that waits for anything other than its session.
pub(crate) fn must_not_wait() -> StoreError {
    StoreError::Corrupt("a unit of work must not wait for anything but its own statements".to_owned())
}
