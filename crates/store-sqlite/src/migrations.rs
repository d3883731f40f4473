//! The schema, brought up to date when the database is opened.

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

/// Runs the migrations that have not run yet, all of them in one transaction with their record.
///
/// A database that a newer program has migrated further is accepted: migrations only add, so that the program before
/// can still start on it (docs/OPERATING.md, upgrade). One whose past differs is refused.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(false)
        .run(connection)
        .map(|_| ())
        .map_err(|error| StoreError::Corrupt(format!("migration: {error}")))
}
