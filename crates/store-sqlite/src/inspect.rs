//! Inspects and copies a database file, even while a server has it open.

use std::path::Path;

use sideout_store::StoreError;

use crate::{SqliteOptions, connection::OpenConnection, database_file, error, integrity, migrations};

/// The result of inspecting a database file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// The last migration that was applied; `None` for a file without our tables.
    pub schema: Option<i64>,
    /// The last migration this program knows.
    pub newest: i64,
    /// The problems found in the file; empty if there are none.
    pub wrong: Vec<String>,
}

/// The version of SQLite inside this program.
pub fn engine_version() -> &'static str {
    rusqlite::version()
}

/// Checks the file without changing it. Slow on a large file.
///
/// # Errors
/// [`StoreError::Unavailable`] if the file cannot be read at all, or is empty. [`StoreError::Corrupt`] if it is not an
/// SQLite database, is too damaged to be checked, or needs a newer program than this one.
pub fn inspect(path: &Path) -> Result<Inspection, StoreError> {
    database_file::refuse_empty(path)?;
    let options = SqliteOptions::default();
    let wrong = integrity::check(path, &options)?;
    let (schema, newest) = schema(path)?;
    Ok(Inspection { schema, newest, wrong })
}

/// The last migration that was applied to the file (`None` if it has no tables of this program) and the last one this program
/// knows. Changes nothing.
///
/// # Errors
/// [`StoreError::Unavailable`] if the file cannot be read at all, or is empty. [`StoreError::Corrupt`] if it is not an SQLite
/// database, or needs a newer program than this one.
pub fn schema(path: &Path) -> Result<(Option<i64>, i64), StoreError> {
    database_file::refuse_empty(path)?;
    let connection = OpenConnection::for_reading(path, &SqliteOptions::default())?;
    migrations::check_required_version(&connection.raw)?;
    let failed = |failure| error::from_statement("schema version", &failure);
    let count = "select count(*) from sqlite_schema where name = 'refinery_schema_history'";
    let tables: i64 = connection.raw.query_row(count, [], |row| row.get(0)).map_err(failed)?;
    let schema = if tables == 0 {
        None
    } else {
        let last = "select max(version) from refinery_schema_history";
        connection.raw.query_row(last, [], |row| row.get(0)).map_err(failed)?
    };
    Ok((schema, migrations::newest()))
}

/// Writes a consistent copy of the database at `path` to `target`, which must not exist yet, even while a server has it
/// open. The file appears under its name only after it is complete and flushed to the disk.
///
/// # Errors
/// [`StoreError::Unavailable`] if `path` cannot be read or is empty, or `target` exists, cannot be written, or is being written
/// by another backup.
/// [`StoreError::Corrupt`] if `path` is damaged or not an SQLite database.
pub fn back_up(path: &Path, target: &Path) -> Result<(), StoreError> {
    database_file::refuse_empty(path)?;
    integrity::backup(path, &SqliteOptions::default(), target)
}
