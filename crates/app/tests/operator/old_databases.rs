//! Databases of earlier versions, opened by the program of today.

use refinery::{Migration, Runner, Target, load_sql_migrations};
use sideout_store::Store;
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::postgres::fresh_database;
use tokio_postgres::NoTls;

fn migrations(engine: &str) -> Vec<Migration> {
    load_sql_migrations(format!("{}/../store-{engine}/migrations", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Runs `check` on a database that was of the version `before` and had `rows` when the program of today opened it.
pub(crate) async fn on_sqlite(before: i32, rows: &str, check: impl AsyncFnOnce(Store)) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideout.db");
    let mut connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    Runner::new(&migrations("sqlite")).set_target(Target::Version(before)).run(&mut connection).unwrap();
    connection.execute_batch(rows).unwrap();
    drop(connection);
    check(Store::new(SqliteStore::open(&path, SqliteOptions::default()).unwrap())).await;
}

/// As [`on_sqlite`]; without PostgreSQL nothing is checked.
pub(crate) async fn on_postgres(before: i32, rows: &str, check: impl AsyncFnOnce(Store)) {
    let Some(database) = fresh_database() else { return };
    let (mut client, connection) = tokio_postgres::connect(&database.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("drop schema public cascade; create schema public").await.unwrap();
    let runner = Runner::new(&migrations("postgres")).set_target(Target::Version(before));
    runner.run_async(&mut client).await.unwrap();
    // PostgreSQL's form of a blob.
    client.batch_execute(&rows.replace(" x'", " '\\x")).await.unwrap();
    check(Store::new(PostgresStore::connect(&database.url(), PostgresOptions::default()).await.unwrap()))
        .await;
}
