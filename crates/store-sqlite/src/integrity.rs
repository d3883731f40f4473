//! Checks a database file, and copies it while it is in use.

use std::{fs::File, path::Path};

use sideout_store::StoreError;

use crate::{
    SqliteOptions,
    connection::OpenConnection,
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

/// Copies the database to `target`, readable for its owner only: first under another name, flushed, then renamed. A copy that
/// fails is removed.
pub(crate) fn backup(path: &Path, options: &SqliteOptions, target: &Path) -> Result<(), StoreError> {
    let cannot = |what: &str, error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("cannot {what} {}: {error}", target.display()))
    };
    if target.exists() {
        return Err(cannot("back up to", &"it exists already; choose another name"));
    }
    let unfinished = beside(target, ".unfinished");
    let unfinished = unfinished.as_path();
    if unfinished.exists() {
        std::fs::remove_file(unfinished).map_err(|error| cannot("replace the unfinished copy of", &error))?;
    }
    let name = unfinished.to_str().ok_or_else(|| cannot("back up to", &"the path is not Unicode"))?;
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
    use super::*;

    #[test]
    fn a_copy_that_fails_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let (path, target) = (folder.path().join("sideout.db"), folder.path().join("copy.db"));
        std::fs::write(&path, [0x5a; 8192]).unwrap();
        backup(&path, &SqliteOptions::default(), &target).expect_err("the file is no database");
        let left: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["sideout.db"]);
    }
}
