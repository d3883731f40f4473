//! Migrates the schema when a node starts.

use std::{error::Error as _, iter::successors};

use sideout_store::StoreError;

use crate::{connection::Connected, error};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// An arbitrary number that no other program uses on this database; it spells "sideout".
const LOCK: i64 = 0x73_69_64_65_6f_75_74;

/// Memory for the sorts, hashes and indexes of a migration. With PostgreSQL's defaults (4 MB and 64 MB) they are done in files
/// once a table has some million rows. It holds for this connection only.
const MEMORY: &str = "set work_mem = '256MB'; set maintenance_work_mem = '256MB'";

/// The version of the last migration in this program.
pub(crate) fn newest() -> i64 {
    let runner = embedded::migrations::runner();
    runner.get_migrations().iter().map(|migration| i64::from(migration.version())).max().unwrap_or(0)
}

/// Runs the pending migrations and their records in one transaction. Nodes that start together take turns.
///
/// A database migrated further by a newer node is accepted (docs/OPERATING.md, upgrade), unless the newer program has
/// recorded in `required_version` that older programs cannot use it. A database with a different migration history is
/// refused.
pub(crate) async fn migrate(mut connected: Connected) -> Result<(), StoreError> {
    // The lock belongs to the connection, which is dropped at the end in any case.
    let lock = format!("{MEMORY}; select pg_advisory_lock({LOCK})");
    connected
        .client
        .batch_execute(&lock)
        .await
        .map_err(|error| error::from_statement("migration lock", &error))?;
    let migrated = run(&mut connected).await;
    let unlock = format!("select pg_advisory_unlock({LOCK})");
    let unlocked = connected.client.batch_execute(&unlock).await;
    migrated?;
    unlocked.map_err(|error| error::from_statement("migration lock", &error))
}

async fn run(connected: &mut Connected) -> Result<(), StoreError> {
    check_required_version(connected).await?;
    let report = embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(false)
        .run_async(&mut connected.client)
        .await
        .map_err(|failure| reason_of(&failure))?;
    if report.applied_migrations().is_empty() {
        return Ok(());
    }
    analyze_filled_tables(connected).await
}

/// Why migrations were not run: the failure of the server or of the connection, or what the runner itself refuses. If the
/// connection ended during the commit, all of them are applied or none.
fn reason_of(failure: &refinery::Error) -> StoreError {
    // The runner wraps some failures twice.
    let mut causes = successors(failure.source(), |&cause| cause.source());
    match causes.find_map(|cause| cause.downcast_ref::<tokio_postgres::Error>()) {
        Some(cause) => error::from_statement("migration", cause),
        None => StoreError::Corrupt(format!(
            "migration: {failure}; start the version that used this database last"
        )),
    }
}

/// Collects the statistics of tables that the migrations filled. PostgreSQL does so by itself, but minutes later.
/// Empty tables are left out: a table that is known to be empty is read
/// whole even when it has rows by then.
async fn analyze_filled_tables(connected: &mut Connected) -> Result<(), StoreError> {
    let unreadable = |failure| error::from_statement("analyze", &failure);
    let filled = "select quote_ident(relname) from pg_class
                   where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0
                     and pg_relation_size(oid) > 0";
    let rows = connected.client.query(filled, &[]).await.map_err(unreadable)?;
    let tables: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    if tables.is_empty() {
        return Ok(());
    }
    let analyze = format!("analyze {}", tables.join(", "));
    connected.client.batch_execute(&analyze).await.map_err(unreadable)
}

/// Refuses a database that needs a newer program than this one.
pub(crate) async fn check_required_version(connected: &Connected) -> Result<(), StoreError> {
    let unreadable = |failure| error::from_statement("required_version", &failure);
    let exists = "select to_regclass('required_version') is not null";
    if !connected.client.query_one(exists, &[]).await.map_err(unreadable)?.get::<_, bool>(0) {
        return Ok(());
    }
    let required = "select coalesce(max(version), 0) from required_version";
    let required = connected.client.query_one(required, &[]).await.map_err(unreadable)?.get(0);
    StoreError::check_required_version(required, newest())
}
