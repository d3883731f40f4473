//! A program neither starts on a database that a newer one has changed beyond what it can use, nor reads it for a command.

use sideout_store::StoreError;
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::postgres::fresh_database;
use tokio_postgres::NoTls;

const CHANGED_BY_A_NEWER_PROGRAM: &str =
    "create table if not exists required_version (version bigint primary key);
     insert into required_version (version) values (9999);";

fn assert_refused(error: &StoreError) {
    let sentence = error.to_string();
    assert!(sentence.contains("a newer Sideout has changed this database to version 9999"), "{sentence}");
    assert!(sentence.contains("start the newer program"), "{sentence}");
}

#[test]
fn an_older_program_refuses_a_newer_sqlite_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideout.db");
    let open = || SqliteStore::open(&path, SqliteOptions::default());
    drop(open().unwrap());
    drop(open().expect("control: its own database opens again"));
    let change = "create table if not exists required_version (version integer primary key) strict;
                  insert into required_version (version) values (9999);";
    rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
    assert_refused(&open().err().expect("refused"));
    assert_refused(&sideout_store_sqlite::schema(&path).expect_err("nor does a command read it"));
}

#[tokio::test]
async fn an_older_program_refuses_a_newer_postgres_database() {
    let Some(database) = fresh_database() else { return };
    let url = database.url();
    let open = || PostgresStore::connect(&url, PostgresOptions::default());
    open().await.expect("control: its own database opens again");
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(CHANGED_BY_A_NEWER_PROGRAM).await.unwrap();
    assert_refused(&open().await.err().expect("refused"));
    let read = sideout_store_postgres::inspect(&url, &PostgresOptions::default()).await;
    assert_refused(&read.expect_err("nor does a command read it"));
}
