//! Migrates the schema when the database is opened.

use rusqlite::Connection;
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
/// A database migrated further by a newer program is accepted: migrations only add, so the previous program can still
/// start on it (docs/OPERATING.md, upgrade). A database with a different migration history is refused.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(false)
        .run(connection)
        .map(|_| ())
        .map_err(|error| StoreError::Corrupt(format!("migration: {error}")))
}
