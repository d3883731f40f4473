//! The database file itself: who may read it, and whether it is one.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use sideout_store::{DatabaseSize, StoreError};

/// Makes the file when there is none, for its owner alone. An existing one is kept from the other users of the machine,
/// with its log files: it may have been copied back from a backup under another umask. Answers the path without links.
///
/// # Errors
/// [`StoreError::Unavailable`] when it cannot be made, or is empty.
pub(crate) fn prepare(path: &Path) -> Result<PathBuf, StoreError> {
    let cannot =
        |error: io::Error| StoreError::Unavailable(format!("cannot make {}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let is_new = match create_private(path) {
        Ok(_) => true,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
        Err(error) => return Err(cannot(error)),
    };
    let path = fs::canonicalize(path).map_err(cannot)?;
    if is_new {
        return Ok(path);
    }
    refuse_empty(&path)?;
    for file in [path.clone(), beside(&path, "-wal"), beside(&path, "-shm")] {
        keep_from_others(&file).map_err(|error| {
            StoreError::Unavailable(format!(
                "other users of this machine can read {}, and its mode cannot be changed ({error}): chmod o= it",
                file.display()
            ))
        })?;
    }
    Ok(path)
}

/// A database of ours is never empty: what is, is a copy that broke off, and would be taken for a new database.
///
/// # Errors
/// [`StoreError::Unavailable`] when it is.
pub(crate) fn refuse_empty(path: &Path) -> Result<(), StoreError> {
    let is_empty = |path: &Path| fs::metadata(path).map_or(true, |found| found.len() == 0);
    if is_empty(path) && is_empty(&beside(path, "-wal")) {
        return Err(StoreError::Unavailable(format!(
            "{} is empty (0 bytes), which no database of ours is: restore the last backup, or remove the file to begin \
             with a new database",
            path.display()
        )));
    }
    Ok(())
}

/// How large the file and its log are. The log shrinks only when it is taken in whole, so its size is that of its largest
/// moment since.
///
/// # Errors
/// [`StoreError::Unavailable`] when the file cannot be looked at.
pub(crate) fn size(path: &Path) -> Result<DatabaseSize, StoreError> {
    let cannot =
        |error: io::Error| StoreError::Unavailable(format!("cannot look at {}: {error}", path.display()));
    let data = fs::metadata(path).map_err(cannot)?.len();
    // Without the file nothing is in the log.
    let log = fs::metadata(beside(path, "-wal")).map_or(0, |found| found.len());
    Ok(DatabaseSize { data, log: Some(log) })
}

/// Makes a new file that only its owner may read and write: phones, names and password hashes go into it. The log files
/// take over the mode of the database.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes all rights from users who are neither the owner nor in the file's group; a group may be meant.
#[cfg(unix)]
fn keep_from_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = match fs::metadata(path) {
        Ok(found) => found.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & 0o007 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & !0o007))
}

/// The file whose name is that of `path` with `suffix` after it.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}
