//! The schema, brought up to date when a node starts.

use sideout_store::StoreError;

use crate::{connection::Connected, error};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// Any number that no other program uses on this database; it spells "sideout".
const LOCK: i64 = 0x73_69_64_65_6f_75_74;

/// The version of the last migration in this program.
pub(crate) fn newest() -> i64 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(|migration| i64::from(migration.version())).max().unwrap_or(0)
}

/// Runs the migrations that have not run yet, all of them in one transaction with their record. Nodes that start
/// together take turns: the second finds nothing left to do.
///
/// A database that a newer node has migrated further is accepted: migrations only add, so that the program before can
/// still run on it (docs/OPERATING.md, upgrade). One whose past differs is refused.
pub(crate) async fn migrate(mut connected: Connected) -> Result<(), StoreError> {
    // The lock belongs to the connection, which is dropped at the end whatever happens.
    let lock = format!("select pg_advisory_lock({LOCK})");
    connected
        .client
        .batch_execute(&lock)
        .await
        .map_err(|error| error::of_statement("migration lock", &error))?;
    let migrated = embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(false)
        .run_async(&mut connected.client)
        .await;
    let unlock = format!("select pg_advisory_unlock({LOCK})");
    let unlocked = connected.client.batch_execute(&unlock).await;
    migrated.map_err(|error| StoreError::Corrupt(format!("migration: {error}")))?;
    unlocked.map_err(|error| error::of_statement("migration lock", &error))
}
