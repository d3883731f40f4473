//! Migrates the schema when the database is opened.

use rusqlite::{Connection, OptionalExtension as _};
use sideout_store::StoreError;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// The version of the last migration in this program.
pub(crate) fn newest() -> i64 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(|migration| i64::from(migration.version())).max().unwrap_or(0)
}

/// Runs the pending migrations and their records in one transaction.
///
/// A database migrated further by a newer program is accepted (docs/OPERATING.md, upgrade), unless the newer program
/// has recorded in `required_version` that older programs cannot use it. A database with a different migration history
/// is refused.
///
/// Foreign keys are not enforced meanwhile, because SQLite can change a key only by making a new table
/// (<https://sqlite.org/lang_altertable.html>, section 7); they are checked at the end.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    check_required_version(connection)?;
    let failed = |error: rusqlite::Error| StoreError::Corrupt(format!("migration: {error}"));
    connection.pragma_update(None, "foreign_keys", false).map_err(failed)?;
    // A migration may sort all orders of many years, which is more than fits in a small machine's memory.
    connection.pragma_update(None, "temp_store", "file").map_err(failed)?;
    let applied = embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(false)
        .run(connection)
        .map_err(|error| StoreError::Corrupt(format!("migration: {error}")))?;
    if !applied.applied_migrations().is_empty() {
        check_foreign_keys(connection)?;
        // The tables are in the file itself from the start, not only in its log.
        connection.pragma_query(None, "wal_checkpoint", |_| Ok(())).map_err(failed)?;
    }
    connection.pragma_update(None, "temp_store", "memory").map_err(failed)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)
}

/// Refuses a database that needs a newer program than this one.
pub(crate) fn check_required_version(connection: &Connection) -> Result<(), StoreError> {
    let unreadable = |error: rusqlite::Error| StoreError::Corrupt(format!("required_version: {error}"));
    if !connection.table_exists(None, "required_version").map_err(unreadable)? {
        return Ok(());
    }
    let required = connection
        .query_row("select coalesce(max(version), 0) from required_version", [], |row| row.get(0))
        .map_err(unreadable)?;
    StoreError::check_required_version(required, newest())
}

fn check_foreign_keys(connection: &Connection) -> Result<(), StoreError> {
    let broken = connection
        .query_row(
            "select \"table\" || ' -> ' || \"parent\" from pragma_foreign_key_check limit 1",
            [],
            |row| row.get::<_, String>(0),
        )
        .optional();
    match broken {
        Ok(None) => Ok(()),
        Ok(Some(reference)) => {
            Err(StoreError::Corrupt(format!("migration: rows point at rows that do not exist: {reference}")))
        }
        Err(error) => Err(StoreError::Corrupt(format!("migration: {error}"))),
    }
}
