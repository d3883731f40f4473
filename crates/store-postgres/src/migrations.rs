//! Migrates the schema when a node starts.

use sideout_store::StoreError;

use crate::{connection::Connected, error};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// An arbitrary number that no other program uses on this database; it spells "sideout".
const LOCK: i64 = 0x73_69_64_65_6f_75_74;

/// The version of the last migration in this program.
pub(crate) fn newest() -> i64 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(|migration| i64::from(migration.version())).max().unwrap_or(0)
}

/// Runs the pending migrations and their records in one transaction. Nodes that start together take turns: the second
/// finds nothing left to do.
///
/// A database migrated further by a newer node is accepted: migrations only add, so the previous program can still run
/// on it (docs/OPERATING.md, upgrade). A database with a different migration history is refused.
pub(crate) async fn migrate(mut connected: Connected) -> Result<(), StoreError> {
    // The lock belongs to the connection, which is dropped at the end in any case.
    let lock = format!("select pg_advisory_lock({LOCK})");
    connected
        .client
        .batch_execute(&lock)
        .await
        .map_err(|error| error::from_statement("migration lock", &error))?;
    let migrated = embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(false)
        .run_async(&mut connected.client)
        .await;
    let unlock = format!("select pg_advisory_unlock({LOCK})");
    let unlocked = connected.client.batch_execute(&unlock).await;
    migrated.map_err(|error| StoreError::Corrupt(format!("migration: {error}")))?;
    unlocked.map_err(|error| error::from_statement("migration lock", &error))
}
