//! What the writer of SQLite uses, without SQLite: a connection that knows transactions, and a disk that records what is
//! durable and can fail.

/// The connection as the writer uses it.
pub(crate) mod connection {
    use std::sync::Arc;

    use shuttle::sync::Mutex;

    /// What was written, in order.
    #[derive(Debug, Default)]
    pub(crate) struct Disk {
        pub(crate) durable: Vec<u64>,
        pub(crate) uncommitted: Vec<u64>,
        /// The first commit that fails, counted from 1; all after it fail as well.
        pub(crate) fails_from: Option<usize>,
        pub(crate) commits: usize,
        /// The number whose write fails.
        pub(crate) cannot_write: Option<u64>,
        pub(crate) has_failed: bool,
    }

    impl Disk {
        /// Writes a number in the open transaction.
        pub(crate) fn write(&mut self, number: u64) {
            if self.cannot_write == Some(number) {
                self.has_failed = true;
            } else {
                self.uncommitted.push(number);
            }
        }
    }

    /// Whether a transaction is open.
    pub(crate) struct Raw {
        in_transaction: bool,
    }

    impl Raw {
        pub(crate) fn is_autocommit(&self) -> bool {
            !self.in_transaction
        }
    }

    /// A connection to the disk.
    pub(crate) struct OpenConnection {
        pub(crate) raw: Raw,
        pub(crate) disk: Arc<Mutex<Disk>>,
        /// How much was uncommitted when the savepoint was set.
        savepoint: usize,
    }

    impl OpenConnection {
        pub(crate) fn new(disk: Arc<Mutex<Disk>>) -> Self {
            OpenConnection { raw: Raw { in_transaction: false }, disk, savepoint: 0 }
        }

        pub(crate) fn control(&mut self, statement: &str) -> Result<(), rusqlite::Error> {
            let mut disk = self.disk.lock().unwrap();
            match statement {
                "begin immediate" => {
                    assert!(!disk.has_failed, "a transaction begins after the disk failed");
                    self.raw.in_transaction = true;
                }
                "commit" => {
                    assert!(!disk.has_failed, "a commit after the disk failed");
                    disk.commits += 1;
                    if disk.fails_from.is_some_and(|first| disk.commits >= first) {
                        disk.has_failed = true;
                        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR_FSYNC);
                        return Err(rusqlite::Error::SqliteFailure(code, None));
                    }
                    let written = std::mem::take(&mut disk.uncommitted);
                    disk.durable.extend(written);
                    self.raw.in_transaction = false;
                }
                "rollback" => {
                    disk.uncommitted.clear();
                    self.raw.in_transaction = false;
                }
                "savepoint unit" => self.savepoint = disk.uncommitted.len(),
                "rollback to unit" => disk.uncommitted.truncate(self.savepoint),
                "release unit" => {}
                other => panic!("{other} is not modelled"),
            }
            Ok(())
        }
    }
}

/// The session of a unit of work. The units of these proofs write to the disk themselves.
pub(crate) mod session {
    use std::sync::Arc;

    use futures_util::future::BoxFuture;
    use shuttle::sync::Mutex;
    use sideout_store::{Answer, Call, ChangeEvent, Row, Session, Statement, StoreError, Value};

    use super::connection::{Disk, OpenConnection};

    /// What the writer learns of a unit.
    pub(crate) struct Ended {
        pub(crate) failed: Option<StoreError>,
        pub(crate) disk_failed: bool,
        pub(crate) events: Vec<ChangeEvent>,
    }

    /// Collects the events of a unit.
    pub(crate) struct SqliteSession {
        events: Vec<ChangeEvent>,
        disk: Arc<Mutex<Disk>>,
    }

    impl SqliteSession {
        pub(crate) fn new(connection: &mut OpenConnection) -> Self {
            SqliteSession { events: Vec::new(), disk: Arc::clone(&connection.disk) }
        }

        pub(crate) fn into_ended(self) -> Ended {
            // A disk that has failed before gets no unit, so this unit's write failed.
            let disk_failed = self.disk.lock().unwrap().has_failed;
            let failed = disk_failed.then(|| StoreError::Unavailable("the write failed".to_owned()));
            Ended { failed, disk_failed, events: self.events }
        }
    }

    fn refused<T: Send>() -> BoxFuture<'static, Result<T, StoreError>> {
        Box::pin(async { Err(StoreError::Corrupt("this session has no statements".to_owned())) })
    }

    impl Session for SqliteSession {
        fn all<'s>(
            &'s mut self,
            _statement: Statement,
            _params: &'s [Value],
        ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>> {
            refused()
        }

        fn run<'s>(
            &'s mut self,
            _statement: Statement,
            _params: &'s [Value],
        ) -> BoxFuture<'s, Result<u64, StoreError>> {
            refused()
        }

        fn run_each<'s>(
            &'s mut self,
            _statement: Statement,
            _rows: &'s [Vec<Value>],
        ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>> {
            refused()
        }

        fn send<'s>(&'s mut self, _calls: &'s [Call]) -> BoxFuture<'s, Result<Vec<Answer>, StoreError>> {
            refused()
        }

        fn announce(&mut self, event: ChangeEvent) {
            self.events.push(event);
        }
    }
}

/// How errors of the disk are reported.
pub(crate) mod error {
    source!("product", "error.rs");
}

/// The file that keeps other processes out.
pub(crate) mod lock_file {
    /// Locks nothing.
    pub(crate) struct LockFile;
}

/// What the writer shares with the connections that read.
pub(crate) mod readers {
    use sideout_store::StoreError;

    /// The error for work that waits.
    pub(crate) fn must_not_wait() -> StoreError {
        StoreError::Corrupt("the work waits".to_owned())
    }
}
