//! One process per database file.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
};

use sideout_store::StoreError;

use crate::database_file::{beside, what_to_do};

/// Held while the database is open. The operating system releases it when the process ends, even after a crash.
#[derive(Debug)]
pub(crate) struct LockFile {
    _file: File,
}

/// `<database>.lock`, beside the database.
pub(crate) fn lock_path(database: &Path) -> PathBuf {
    beside(database, ".lock")
}

/// Whether a process has the database at this path open; `false` also if its lock file cannot be opened. Changes no file, but
/// takes the lock for a moment if it is free: a server that starts at that moment is refused.
pub fn is_in_use(database: &Path) -> bool {
    let Ok(database) = database.canonicalize() else { return false };
    let file = OpenOptions::new().read(true).write(true).open(lock_path(&database));
    file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

impl LockFile {
    /// Takes the lock of `database`; the error names the process that holds it.
    pub(crate) fn take(database: &Path) -> Result<LockFile, StoreError> {
        let path = lock_path(database);
        let cannot = |what: &str, error: &std::io::Error| {
            StoreError::Unavailable(format!(
                "cannot {what} {}: {error}; {}",
                path.display(),
                what_to_do(error)
            ))
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path).map_err(|error| cannot("open", &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                // Only for the message: an unreadable owner does not matter.
                let _ = file.read_to_string(&mut owner);
                let owner = if owner.is_empty() { "another process".to_owned() } else { owner };
                return Err(StoreError::Unavailable(format!(
                    "the database {} is already in use by {}; only one server may open it. Stop that one first, or use \
                     PostgreSQL to run several",
                    database.display(),
                    owner.trim()
                )));
            }
            Err(TryLockError::Error(error)) => {
                return Err(StoreError::Unavailable(format!(
                    "cannot lock {}: {error}; put the database on a disk of this machine, whose file system has locks",
                    path.display()
                )));
            }
        }
        file.set_len(0).map_err(|error| cannot("write", &error))?;
        write!(file, "process {}", std::process::id()).map_err(|error| cannot("write", &error))?;
        Ok(LockFile { _file: file })
    }
}
