//! Opening, closing, checking and copying the file.

use crate::scratch::{ADD, Scratch, add, count};
use sideout_store::{Backend as _, Store, StoreError, params};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

#[test]
fn the_built_in_library_is_past_the_wal_reset_bug() {
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

#[tokio::test]
async fn a_second_opener_is_refused_and_told_who_has_it() {
    let scratch = Scratch::new();
    let first = scratch.open(SqliteOptions::default());
    let second = SqliteStore::open(scratch.path(), SqliteOptions::default()).err().unwrap();
    let told = second.to_string();
    assert!(matches!(second, StoreError::Unavailable(_)) && told.contains("already in use"), "{told}");
    assert!(told.contains(&format!("process {}", std::process::id())), "{told}");
    drop(first);
    SqliteStore::open(scratch.path(), SqliteOptions::default()).unwrap();
}

#[tokio::test]
async fn what_was_acknowledged_is_there_after_reopening() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    store.write(7_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    store.close().await;
    let again = Store::new(scratch.open(SqliteOptions::default()));
    assert_eq!(count(&again).await, 1);
}

#[tokio::test]
async fn a_closed_store_answers_unavailable() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    store.close().await;
    store.close().await;
    let write: Result<u64, StoreError> = store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await;
    let read: Result<(), StoreError> = store.read((), |_, ()| Box::pin(async { Ok(()) })).await;
    assert!(matches!(write, Err(StoreError::Unavailable(_))), "{write:?}");
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path().parent().unwrap()).unwrap();
    std::fs::write(scratch.path(), "a shopping list, quite a long one, to fill the header").unwrap();
    assert!(SqliteStore::open(scratch.path(), SqliteOptions::default()).is_err());
    assert!(std::fs::read_to_string(scratch.path()).unwrap().starts_with("a shopping list"));
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_on_the_machine_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    store.write(7_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    for entry in std::fs::read_dir(scratch.path().parent().unwrap()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", entry.path().display());
    }
}

#[tokio::test]
async fn a_backup_holds_what_was_acknowledged_and_opens_as_a_database() {
    let scratch = Scratch::new();
    let sqlite = scratch.open(SqliteOptions::default());
    let store = Store::new(sqlite.clone());
    for id in 0..200_i64 {
        store.write(id, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    }
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy.db");
    sqlite.backup_to(&copy).await.unwrap();
    let refused = sqlite.backup_to(&copy).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "never over an older backup: {refused:?}");
    assert_eq!(sqlite.check().await.unwrap(), Vec::<String>::new());
    let restored = SqliteStore::open(&copy, SqliteOptions::default()).unwrap();
    assert_eq!(restored.check().await.unwrap(), Vec::<String>::new());
    assert_eq!(count(&Store::new(restored)).await, 200);
}

#[tokio::test]
async fn the_check_names_a_damaged_reference() {
    let scratch = Scratch::new();
    let sqlite = scratch.open(SqliteOptions::default());
    let stranger = rusqlite::Connection::open(scratch.path()).unwrap();
    stranger
        .execute_batch(
            "pragma foreign_keys = off;
             insert into opening_hours (venue_id, weekday, first_start_minute, last_start_minute)
             values (99, 1, 360, 1320);",
        )
        .unwrap();
    let wrong = sqlite.check().await.unwrap();
    assert_eq!(wrong, ["a row of opening_hours points at a row that is not there"]);
}

#[tokio::test]
async fn the_number_of_parameters_must_fit() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    let wrong: Result<u64, StoreError> =
        store.write((), |tx, ()| Box::pin(async move { tx.run(ADD, params![1]).await })).await;
    assert!(matches!(wrong, Err(StoreError::Corrupt(_))), "{wrong:?}");
    assert_eq!(scratch.path().extension().unwrap(), "db");
}

#[tokio::test]
async fn a_store_dropped_without_closing_has_written_everything_it_acknowledged() {
    let scratch = Scratch::new();
    let sqlite = scratch.open(SqliteOptions::default());
    assert_eq!(sqlite.engine(), "sqlite");
    let store = Store::new(sqlite);
    for id in 0..50_i64 {
        store.write(id, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    }
    drop(store);
    assert_eq!(count(&Store::new(scratch.open(SqliteOptions::default()))).await, 50);
}
