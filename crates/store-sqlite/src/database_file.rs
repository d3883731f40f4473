//! The database file: its access rights and its size.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use sideout_store::{DatabaseSize, StoreError};

use crate::{SqliteOptions, migrations::refuse_other_program};

/// A database file that can be opened.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// Its path without links.
    pub(crate) path: PathBuf,
    /// Whether it was just created; then it is empty.
    pub(crate) is_new: bool,
}

/// Creates the file, if missing, with access for its owner only. Removes the access of users who are neither the owner nor in
/// the file's group to an existing file and its log files, because a file restored from a backup may have another mode.
///
/// # Errors
/// [`StoreError::Unavailable`] if it cannot be created or opened, is empty, or the access of other users cannot be removed.
/// [`StoreError::Corrupt`] if it is not an SQLite database, or is one of another program; then it keeps its mode.
pub(crate) fn prepare(path: &Path, options: &SqliteOptions) -> Result<Prepared, StoreError> {
    let cannot = |error: io::Error| {
        StoreError::Unavailable(format!(
            "cannot create or find {}: {error}; {}",
            path.display(),
            what_to_do(&error)
        ))
    };
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
        return Ok(Prepared { path, is_new });
    }
    refuse_empty(&path)?;
    refuse_other_program(&path, options)?;
    for file in [path.clone(), beside(&path, "-wal"), beside(&path, "-shm")] {
        keep_from_others(&file).map_err(|error| {
            StoreError::Unavailable(format!(
                "other users of this machine can read {}, and its mode cannot be changed ({error}): run 'chmod o=' on it",
                file.display()
            ))
        })?;
    }
    Ok(Prepared { path, is_new })
}

/// Removes a file that was created for a database that could not be opened: an empty one would be refused by the next start.
pub(crate) fn remove_empty(path: &Path) {
    if fs::metadata(path).is_ok_and(|found| found.len() == 0) {
        // If this fails, the next start says what to do.
        let _ = fs::remove_file(path);
    }
}

/// What the operator does if a file of the database, or the folder of it, cannot be created, opened or written.
pub(crate) fn what_to_do(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "let this user write it and into its folder",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room on its disk",
        io::ErrorKind::ReadOnlyFilesystem => {
            "its file system can only be read: mount it for writing, or name another path"
        }
        io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory | io::ErrorKind::AlreadyExists => {
            "a file and a folder of this path are mixed up: name another path"
        }
        _ => "check the path and its disk",
    }
}

/// Refuses an empty file: it may be an incomplete copy, and would be taken for a new database. A log beside it does not make it one of
/// ours, whose first page is in the file before there is a log; and SQLite deletes the log of an empty file unread.
///
/// # Errors
/// [`StoreError::Unavailable`] if it is empty, or cannot be found.
pub(crate) fn refuse_empty(path: &Path) -> Result<(), StoreError> {
    if fs::metadata(path).map_or(true, |found| found.len() == 0) {
        return Err(StoreError::Unavailable(format!(
            "{} is empty (0 bytes), which no database of this program is: restore the last backup, or remove the file to begin \
             with a new database",
            path.display()
        )));
    }
    Ok(())
}

/// The sizes of the file and its log. The log file shrinks only after a full checkpoint, so its size is the largest
/// since then.
///
/// # Errors
/// [`StoreError::Unavailable`] if the file's metadata cannot be read.
pub(crate) fn size(path: &Path) -> Result<DatabaseSize, StoreError> {
    let cannot = |error: io::Error| {
        StoreError::Unavailable(format!("cannot read the size of {}: {error}", path.display()))
    };
    let data = fs::metadata(path).map_err(cannot)?.len();
    // Without the file the log is empty.
    let log = fs::metadata(beside(path, "-wal")).map_or(0, |found| found.len());
    Ok(DatabaseSize { data, log: Some(log) })
}

/// Creates a new file that only its owner may read and write: it will hold phones, names and password hashes. The log
/// files get the mode of the database.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Removes all rights of users who are neither the owner nor in the file's group; group access may be intended.
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

/// The path with `suffix` appended to the file name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_through_a_file_is_not_blamed_on_the_rights_of_the_user() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data");
        fs::write(&file, "text").unwrap();
        for path in [file.join("sideout.db"), file.join("deeper/sideout.db")] {
            let message = prepare(&path, &SqliteOptions::default()).unwrap_err().to_string();
            assert!(message.ends_with("name another path"), "{message}");
        }
    }

    #[test]
    fn the_advice_fits_the_error_of_the_file_system() {
        let advice = |kind| what_to_do(&io::Error::from(kind));
        assert_eq!(advice(io::ErrorKind::PermissionDenied), "let this user write it and into its folder");
        assert_eq!(advice(io::ErrorKind::StorageFull), "make room on its disk");
        assert_eq!(advice(io::ErrorKind::Other), "check the path and its disk");
    }
}
