//! Looking at a database file from outside, also while a server has it open: for `sideout doctor` and `sideout backup`.

use std::path::Path;

use sideout_store::StoreError;

use crate::{SqliteOptions, connection::OpenConnection, database_file, error, integrity, migrations};

/// What a database file shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// The last migration that was applied; `None` for a file without our tables.
    pub schema: Option<i64>,
    /// The last migration this program knows.
    pub newest: i64,
    /// What is wrong with the file; empty is good.
    pub wrong: Vec<String>,
}

/// The version of SQLite inside this program.
pub fn engine_version() -> &'static str {
    rusqlite::version()
}

/// Looks the file over without changing it. Takes a while on a large one.
///
/// # Errors
/// [`StoreError::Unavailable`] when the file cannot be read at all, or is empty.
pub fn inspect(path: &Path) -> Result<Inspection, StoreError> {
    database_file::refuse_empty(path)?;
    let options = SqliteOptions::default();
    let wrong = integrity::check(path, &options)?;
    let (schema, newest) = schema(path)?;
    Ok(Inspection { schema, newest, wrong })
}

/// The last migration that was applied to the file (`None`: it has no tables of ours) and the last one this program
/// knows. Changes nothing.
///
/// # Errors
/// [`StoreError::Unavailable`] when the file cannot be read at all.
pub fn schema(path: &Path) -> Result<(Option<i64>, i64), StoreError> {
    let connection = OpenConnection::for_reading(path, &SqliteOptions::default())?;
    let failed = |failure| error::of_statement("schema version", &failure);
    let count = "select count(*) from sqlite_schema where name = 'refinery_schema_history'";
    let is_ours: i64 = connection.raw.query_row(count, [], |row| row.get(0)).map_err(failed)?;
    let schema = if is_ours == 0 {
        None
    } else {
        let last = "select max(version) from refinery_schema_history";
        connection.raw.query_row(last, [], |row| row.get(0)).map_err(failed)?
    };
    Ok((schema, migrations::newest()))
}

/// Writes a consistent copy of the database at `path` to `target`, which must not exist yet, also while a server has it
/// open. The copy has its name only when it is whole and on the disk.
///
/// # Errors
/// [`StoreError::Unavailable`] when `path` cannot be read or is empty, or `target` exists or cannot be written.
pub fn back_up(path: &Path, target: &Path) -> Result<(), StoreError> {
    database_file::refuse_empty(path)?;
    integrity::backup(path, &SqliteOptions::default(), target)
}
