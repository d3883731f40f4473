//! Checks a database file, and copies it while it is in use.

use std::{fs::File, path::Path};

use sideout_store::StoreError;

use crate::{
    SqliteOptions,
    connection::OpenConnection,
    copy_lock::CopyLock,
    database_file::{beside, create_private},
    error,
};

/// The problems found in the file, one per line.
pub(crate) fn check(path: &Path, options: &SqliteOptions) -> Result<Vec<String>, StoreError> {
    let connection = OpenConnection::for_reading(path, options)?;
    let mut wrong: Vec<String> = lines(&connection, "pragma quick_check")?;
    wrong.retain(|line| line != "ok");
    for table in lines(&connection, "pragma foreign_key_check")? {
        wrong.push(format!("a row of {table} points at a row that is not there"));
    }
    Ok(wrong)
}

fn lines(connection: &OpenConnection, text: &str) -> Result<Vec<String>, StoreError> {
    let failed = |failure| error::from_statement(text, &failure);
    let mut statement = connection.raw.prepare(text).map_err(failed)?;
    let rows = statement.query_map([], |row| row.get(0)).map_err(failed)?;
    rows.collect::<Result<_, _>>().map_err(failed)
}

/// Copies the database to `target`, readable for its owner only: first under another name, flushed, then renamed. While one is
/// made, a second one to the same target is refused.
pub(crate) fn backup(path: &Path, options: &SqliteOptions, target: &Path) -> Result<(), StoreError> {
    let cannot = |what: &str, error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("cannot {what} {}: {error}", target.display()))
    };
    let refuse_existing = || {
        if target.exists() {
            return Err(cannot("back up to", &"it exists already; choose another name"));
        }
        Ok(())
    };
    refuse_existing()?;
    let lock = CopyLock::take(target).map_err(|error| cannot("create the unfinished copy of", &error))?;
    let Some(_lock) = lock else {
        let busy = "another backup to it is being made; wait until it has ended, or choose another name";
        return Err(cannot("back up to", &busy));
    };
    // The backup that held the lock before may have ended since.
    refuse_existing()?;
    let unfinished = beside(target, ".unfinished");
    let unfinished = unfinished.as_path();
    if unfinished.exists() {
        std::fs::remove_file(unfinished).map_err(|error| cannot("replace the unfinished copy of", &error))?;
    }
    let name = unfinished
        .to_str()
        .ok_or_else(|| cannot("back up to", &"the path is not Unicode; choose another name"))?;
    // `vacuum into` keeps an existing empty file, and with it the mode.
    create_private(unfinished).map_err(|error| cannot("create the unfinished copy of", &error))?;
    let flush = |path: &Path| File::open(path).and_then(|file| file.sync_all());
    let copy = || -> Result<(), StoreError> {
        // One read transaction: writers continue, and the copy is a snapshot of one moment.
        let connection = OpenConnection::for_copying(path, options)?;
        let copied = connection.raw.execute("vacuum into ?1", [name]);
        copied.map_err(|failure| error::from_statement("vacuum into", &failure))?;
        flush(unfinished).map_err(|error| cannot("flush", &error))?;
        std::fs::rename(unfinished, target).map_err(|error| cannot("rename the finished copy to", &error))
    };
    if let Err(failed) = copy() {
        // The failure above is what the operator must read, whether or not the file can be removed.
        let _ = std::fs::remove_file(unfinished);
        return Err(failed);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    flush(folder).map_err(|error| cannot("flush the folder of", &error))
}

#[cfg(test)]
mod tests {
    use std::{path::PathBuf, sync::Barrier, thread};

    use super::*;
    use crate::copy_lock::lock_path;

    /// A small database in this folder.
    fn database(folder: &Path) -> PathBuf {
        let path = folder.join("sideout.db");
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.execute_batch("create table thing (id integer); insert into thing values (7)").unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn while_a_copy_is_made_a_second_one_of_the_same_name_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (path, target) = (database(folder.path()), folder.path().join("copy.db"));
        let unfinished = beside(&target, ".unfinished");
        let first = CopyLock::take(&target).unwrap().unwrap();
        std::fs::write(&unfinished, "the first copy").unwrap();
        let refused = backup(&path, &SqliteOptions::default(), &target).unwrap_err().to_string();
        assert!(refused.contains("copy.db: another backup to it is being made"), "{refused}");
        assert_eq!(std::fs::read_to_string(&unfinished).unwrap(), "the first copy");
        backup(&path, &SqliteOptions::default(), &folder.path().join("other.db")).unwrap();
        // The control: what a killed command left does not prevent a new copy.
        drop(first);
        std::fs::write(lock_path(&target), "").unwrap();
        backup(&path, &SqliteOptions::default(), &target).unwrap();
        assert_eq!(names(folder.path()), ["copy.db", "other.db", "sideout.db"]);
        assert_eq!(check(&target, &SqliteOptions::default()).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn of_eight_copies_of_one_name_that_begin_at_once_one_is_made() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let (path, target) = (database(folder.path()), folder.path().join("copy.db"));
            let all_are_ready = Barrier::new(8);
            let copy = || {
                all_are_ready.wait();
                backup(&path, &SqliteOptions::default(), &target).is_ok()
            };
            let made = thread::scope(|scope| {
                let copies: Vec<_> = (0..8).map(|_| scope.spawn(copy)).collect();
                copies.into_iter().map(|copy| copy.join().unwrap()).filter(|is_made| *is_made).count()
            });
            assert_eq!(made, 1);
            assert_eq!(names(folder.path()), ["copy.db", "sideout.db"]);
            assert_eq!(check(&target, &SqliteOptions::default()).unwrap(), Vec::<String>::new());
        }
    }

    #[test]
    fn a_copy_that_fails_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, target) = (folder.path().join("sideout.db"), folder.path().join("copy.db"));
        std::fs::write(&path, [0x5a; 8192]).unwrap();
        backup(&path, &SqliteOptions::default(), &target).expect_err("the file is no database");
        assert_eq!(names(folder.path()), ["sideout.db"]);
    }
}
