//! The time of the last backup, in a file beside the database: a row would not be in the copy that was made before it,
//! and the command must not write to a database that a server has open.

use std::{ffi::OsStr, fs, io, path::Path};

use jiff::Timestamp;
use sideout_store::StoreError;

use crate::database_file::beside;

/// Appended to the name of the database.
const SUFFIX: &str = "-last-backup";
/// Ends the name of a record that is not renamed yet.
const UNFINISHED: &str = ".unfinished";
/// After this many nanoseconds, a day, an unfinished record belongs to a process that ended before it renamed it.
const ABANDONED_AFTER: i128 = 86_400_000_000_000;

/// Records that a copy of the database at `path` was made at `at`. The file gets the mode that the umask allows, usually
/// readable by all users of the machine: the command often runs as another user than the server, which reads it.
///
/// # Errors
/// [`StoreError::Unavailable`] if there is no database at `path`, or the file cannot be written; the copy is complete
/// nevertheless.
pub fn record_backup(path: &Path, at: Timestamp) -> Result<(), StoreError> {
    let file = file_of(path)?;
    // Two backups may end at the same moment, also in two containers that use the same process ids.
    let unfinished = beside(&file, &format!(".{}-{}{UNFINISHED}", std::process::id(), at.as_nanosecond()));
    let write = || {
        fs::write(&unfinished, format!("{at}\n"))?;
        fs::rename(&unfinished, &file)
    };
    let written = write().inspect_err(|_| {
        // What was not renamed is of no use; the error is the first one.
        let _ = fs::remove_file(&unfinished);
    });
    written.map_err(|error| StoreError::Unavailable(format!("cannot write {}: {error}", file.display())))?;
    remove_abandoned(&file, at);
    Ok(())
}

/// Removes unfinished records of `file` that are a day old at `at`. What cannot be removed stays: the new record is written.
fn remove_abandoned(file: &Path, at: Timestamp) {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name().and_then(OsStr::to_str)) else {
        return;
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let begun = entry.file_name().to_str().and_then(|unfinished| begun_at(unfinished, name));
        if begun.is_some_and(|begun| at.as_nanosecond().saturating_sub(begun) > ABANDONED_AFTER) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The nanosecond in the name of an unfinished record of the file `name`; `None` if it is another file.
fn begun_at(unfinished: &str, name: &str) -> Option<i128> {
    let middle = unfinished.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(UNFINISHED)?;
    let (process, nanosecond) = middle.split_once('-')?;
    process.parse::<u32>().ok()?;
    nanosecond.parse().ok()
}

/// The time of the last copy of the database at `path`; `None` if none is recorded.
///
/// # Errors
/// [`StoreError::Unavailable`] if there is no database at `path`, or the file cannot be read or holds no instant.
pub fn last_backup(path: &Path) -> Result<Option<Timestamp>, StoreError> {
    let file = file_of(path)?;
    let cannot = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("cannot read {}: {error}", file.display()))
    };
    match fs::read_to_string(&file) {
        Ok(text) => text.trim().parse().map(Some).map_err(|error: jiff::Error| cannot(&error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot(&error)),
    }
}

/// The file beside the database itself, even if `path` is a link to it.
fn file_of(path: &Path) -> Result<std::path::PathBuf, StoreError> {
    let found = fs::canonicalize(path);
    let found =
        found.map_err(|error| StoreError::Unavailable(format!("cannot find {}: {error}", path.display())))?;
    Ok(beside(&found, SUFFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_backup_is_recorded_beside_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sideout.db");
        assert!(last_backup(&database).is_err(), "there is no database");
        fs::write(&database, "x").unwrap();
        assert_eq!(last_backup(&database).unwrap(), None);
        for at in ["2026-11-22T01:30:00Z", "2026-11-23T01:30:00Z"] {
            let at: Timestamp = at.parse().unwrap();
            record_backup(&database, at).unwrap();
            assert_eq!(last_backup(&database).unwrap(), Some(at));
        }
        let link = folder.path().join("link.db");
        std::os::unix::fs::symlink(&database, &link).unwrap();
        assert!(last_backup(&link).unwrap().is_some(), "through a link it is the same database");
        fs::write(folder.path().join("sideout.db-last-backup"), "yesterday").unwrap();
        assert!(last_backup(&database).is_err(), "a text that is not an instant is an error");
    }

    #[test]
    fn an_unfinished_record_of_a_process_that_ended_is_removed_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sideout.db");
        let at: Timestamp = "2026-11-22T01:30:00Z".parse().unwrap();
        let unfinished = |database: &str, hours: i128| {
            let begun = at.as_nanosecond() - hours * 3_600_000_000_000;
            format!("{database}-last-backup.7-{begun}.unfinished")
        };
        let abandoned = [unfinished("sideout.db", 25), unfinished("sideout.db", 24 * 365)];
        let mut kept = vec![
            "sideout.db".to_owned(),
            unfinished("sideout.db", 1),
            unfinished("other.db", 25),
            "sideout.db-last-backup.november.unfinished".to_owned(),
        ];
        for name in abandoned.iter().chain(&kept) {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        record_backup(&database, at).unwrap();
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut left: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        kept.push("sideout.db-last-backup".to_owned());
        kept.sort();
        left.sort();
        assert_eq!(left, kept);
    }

    #[test]
    fn backups_that_end_at_once_are_all_recorded() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("sideout.db");
        fs::write(&database, "x").unwrap();
        std::thread::scope(|scope| {
            for backup in 0..4 {
                let database = &database;
                scope.spawn(move || {
                    for run in 0..100 {
                        let at =
                            Timestamp::from_millisecond(1_795_300_000_000 + backup * 1_000 + run).unwrap();
                        record_backup(database, at).unwrap();
                    }
                });
            }
        });
        assert!(last_backup(&database).unwrap().is_some());
        let files = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 2, "the database and the time of its last backup");
    }
}
