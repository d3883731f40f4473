//! One process per database file.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{ErrorKind, Read as _, Write as _},
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

/// Whether a process has the database at this path open; `None` if that cannot be found out, for example because this user may not open
/// the lock file. Changes no file, but takes the lock for a moment if it is free: a server that starts at that moment is refused.
pub fn is_in_use(database: &Path) -> Option<bool> {
    let lock = database
        .canonicalize()
        .and_then(|database| OpenOptions::new().read(true).write(true).open(lock_path(&database)));
    match lock {
        Ok(lock) => match lock.try_lock() {
            Ok(()) => Some(false),
            Err(TryLockError::WouldBlock) => Some(true),
            Err(TryLockError::Error(_)) => None,
        },
        // No process has opened it yet.
        Err(error) if error.kind() == ErrorKind::NotFound => Some(false),
        Err(_) => None,
    }
}

impl LockFile {
    /// Takes the lock of `database`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_in_use_while_a_process_has_its_lock_and_it_is_not_known_if_the_lock_cannot_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sideout.db");
        assert_eq!(is_in_use(&database), Some(false), "there is no file");
        std::fs::write(&database, "").unwrap();
        assert_eq!(is_in_use(&database), Some(false), "there is no lock file");
        let lock = LockFile::take(&database).unwrap();
        assert_eq!(is_in_use(&database), Some(true));
        drop(lock);
        assert_eq!(is_in_use(&database), Some(false));
        std::fs::remove_file(lock_path(&database)).unwrap();
        std::fs::create_dir(lock_path(&database)).unwrap();
        assert_eq!(is_in_use(&database), None);
    }
}
