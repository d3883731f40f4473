//! One copy at a time to one target.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use crate::database_file::beside;

/// Held while a copy is made, so that no second command replaces the unfinished copy, or gives it its name too early. The
/// operating system releases it when the process ends; the file of a killed command stays and can be locked again.
#[derive(Debug)]
pub(crate) struct CopyLock {
    path: PathBuf,
    _file: File,
}

impl CopyLock {
    /// Takes the lock of copies to `target`; `None` if another command holds it or has released it this moment.
    ///
    /// # Errors
    /// If the lock file, which is beside `target`, cannot be opened.
    pub(crate) fn take(target: &Path) -> io::Result<Option<CopyLock>> {
        let path = lock_path(target);
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Some file systems of networks have no locks. A copy is made there without one.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // The command that held the lock when the file was opened may have removed it since.
        Ok(is_at(&file, &path).then(|| CopyLock { path, _file: file }))
    }
}

impl Drop for CopyLock {
    fn drop(&mut self) {
        // The file is removed before its lock is released, so that no other command locks a file that is removed a moment later. If this
        // fails, the next command locks the file that is left.
        let _ = fs::remove_file(&self.path);
    }
}

/// `<target>.unfinished.lock`, beside the unfinished copy.
pub(crate) fn lock_path(target: &Path) -> PathBuf {
    beside(target, ".unfinished.lock")
}

/// Whether the open file has this name.
fn is_at(file: &File, path: &Path) -> bool {
    let named = fs::metadata(path).map(|named| (named.dev(), named.ino()));
    let open = file.metadata().map(|open| (open.dev(), open.ino()));
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}
