//! Opening, closing, checking and copying the file.

use crate::scratch::{ADD, Scratch, add, count};
use sideout_store::{Backend as _, Store, StoreError, params};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

#[test]
fn the_built_in_library_is_past_the_wal_reset_bug() {
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

#[tokio::test]
async fn a_second_opener_is_refused_and_learns_the_process_that_has_the_file() {
    let scratch = Scratch::new();
    let first = scratch.open(SqliteOptions::default());
    let second = SqliteStore::open(scratch.path(), SqliteOptions::default()).err().unwrap();
    let message = second.to_string();
    assert!(matches!(second, StoreError::Unavailable(_)) && message.contains("already in use"), "{message}");
    assert!(message.contains(&format!("process {}", std::process::id())), "{message}");
    drop(first);
    SqliteStore::open(scratch.path(), SqliteOptions::default()).unwrap();
}

#[tokio::test]
async fn an_acknowledged_change_is_there_after_reopening() {
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
async fn a_file_that_is_not_a_database_is_refused_and_not_changed() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path().parent().unwrap()).unwrap();
    std::fs::write(scratch.path(), "a shopping list, quite a long one, to fill the header").unwrap();
    assert!(SqliteStore::open(scratch.path(), SqliteOptions::default()).is_err());
    assert!(std::fs::read_to_string(scratch.path()).unwrap().starts_with("a shopping list"));
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_not_changed() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path().parent().unwrap()).unwrap();
    let other = rusqlite::Connection::open(scratch.path()).unwrap();
    other.execute_batch("create table shopping (thing text); insert into shopping values ('milk')").unwrap();
    drop(other);
    let before = std::fs::read(scratch.path()).unwrap();
    let refused = SqliteStore::open(scratch.path(), SqliteOptions::default()).err().unwrap();
    let message = refused.to_string();
    assert!(matches!(refused, StoreError::Corrupt(_)) && message.contains("another program"), "{message}");
    assert!(message.contains("'database_url'"), "{message}");
    assert_eq!(std::fs::read(scratch.path()).unwrap(), before);
}

#[tokio::test]
async fn a_database_without_tables_is_a_new_one() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path().parent().unwrap()).unwrap();
    // As a process leaves it that is killed before the first migration.
    let begun = rusqlite::Connection::open(scratch.path()).unwrap();
    begun.pragma_update(None, "journal_mode", "wal").unwrap();
    begun.execute_batch("create table begun (id integer); drop table begun").unwrap();
    drop(begun);
    assert_eq!(count(&Store::new(scratch.open(SqliteOptions::default()))).await, 0);
}

/// The mode of each file in the folder, by name.
#[cfg(unix)]
fn modes_in(folder: &std::path::Path) -> Vec<(String, u32)> {
    use std::os::unix::fs::PermissionsExt as _;
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mode = |entry: &std::fs::DirEntry| entry.metadata().unwrap().permissions().mode() & 0o777;
    entries.map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry))).collect()
}

#[cfg(unix)]
#[tokio::test]
async fn no_other_user_of_the_machine_can_read_the_files_or_a_backup() {
    let scratch = Scratch::new();
    let sqlite = scratch.open(SqliteOptions::default());
    let store = Store::new(sqlite.clone());
    store.write(7_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    let path = scratch.path();
    let folder = path.parent().unwrap();
    sqlite.backup_to(folder.join("copy.db")).await.unwrap();
    let modes = modes_in(folder);
    assert!(modes.iter().any(|(name, _)| name == "copy.db"), "{modes:?}");
    assert!(modes.iter().all(|(_, mode)| *mode == 0o600), "{modes:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_that_others_could_read_is_closed_to_them_with_its_log_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new();
    let path = scratch.path();
    let folder = path.parent().unwrap();
    let sqlite = scratch.open(SqliteOptions::default());
    let store = Store::new(sqlite.clone());
    store.write(7_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    let copies = tempfile::tempdir().unwrap();
    let copied_back = copies.path().join("sideout.db");
    // Like `cp` while a server runs, including the log files.
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        if !name.to_string_lossy().ends_with(".lock") {
            let copy = copies.path().join(&name);
            std::fs::copy(folder.join(&name), &copy).unwrap();
            std::fs::set_permissions(copy, std::fs::Permissions::from_mode(0o644)).unwrap();
        }
    }
    assert_eq!(copied_back.file_name(), scratch.path().file_name());
    assert!(
        modes_in(copies.path()).iter().any(|(name, _)| name.ends_with("-wal")),
        "the log files were copied"
    );
    let restored = Store::new(SqliteStore::open(&copied_back, SqliteOptions::default()).unwrap());
    assert_eq!(count(&restored).await, 1);
    let modes = modes_in(copies.path());
    assert!(modes.iter().all(|(_, mode)| mode & 0o007 == 0), "{modes:?}");
}

#[tokio::test]
async fn an_empty_file_is_not_taken_for_a_new_database() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path().parent().unwrap()).unwrap();
    std::fs::write(scratch.path(), "").unwrap();
    let refused = SqliteStore::open(scratch.path(), SqliteOptions::default()).err().unwrap().to_string();
    assert!(refused.contains("is empty (0 bytes)"), "{refused}");
    let inspected = sideout_store_sqlite::inspect(&scratch.path()).unwrap_err().to_string();
    assert!(inspected.contains("is empty (0 bytes)"), "{inspected}");
    std::fs::remove_file(scratch.path()).unwrap();
    drop(scratch.open(SqliteOptions::default()));
}

#[tokio::test]
async fn a_first_start_that_fails_leaves_no_empty_file_that_the_next_one_refuses() {
    let scratch = Scratch::new();
    let lock = scratch.path().with_file_name("sideout.db.lock");
    // As on a full disk, the file of the database is created and that of its lock cannot be written.
    std::fs::create_dir_all(&lock).unwrap();
    let refused = SqliteStore::open(scratch.path(), SqliteOptions::default()).err().unwrap().to_string();
    assert!(refused.contains("sideout.db.lock"), "{refused}");
    assert!(!scratch.path().exists());
    std::fs::remove_dir(&lock).unwrap();
    drop(scratch.open(SqliteOptions::default()));
}

// As a copy leaves it that broke off over the database of a killed server. SQLite deletes the log of an empty file when it opens it.
#[tokio::test]
async fn an_empty_file_with_a_log_is_refused_and_the_log_stays() {
    let scratch = Scratch::new();
    std::fs::create_dir_all(scratch.path().parent().unwrap()).unwrap();
    let log = scratch.path().with_file_name("sideout.db-wal");
    std::fs::write(scratch.path(), "").unwrap();
    std::fs::write(&log, "the last bookings").unwrap();
    let opened =
        SqliteStore::open(scratch.path(), SqliteOptions::default()).err().map(|error| error.to_string());
    let inspected = sideout_store_sqlite::inspect(&scratch.path()).err().map(|error| error.to_string());
    let schema = sideout_store_sqlite::schema(&scratch.path()).err().map(|error| error.to_string());
    let copy = scratch.path().with_file_name("copy.db");
    let copied = sideout_store_sqlite::back_up(&scratch.path(), &copy).err().map(|error| error.to_string());
    for refused in [opened, inspected, schema, copied] {
        assert!(refused.as_deref().is_some_and(|text| text.contains("is empty (0 bytes)")), "{refused:?}");
    }
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "the last bookings");
    assert!(!copy.exists());
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
    let other_connection = rusqlite::Connection::open(scratch.path()).unwrap();
    other_connection
        .execute_batch(
            "pragma foreign_keys = off;
             insert into hours_version (venue_id, version, published_at, hours) values (99, 1, 0, '{}');",
        )
        .unwrap();
    let wrong = sqlite.check().await.unwrap();
    assert_eq!(wrong, ["a row of hours_version points at a row that is not there"]);
}

#[tokio::test]
async fn the_number_of_parameters_must_fit() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    let wrong: Result<u64, StoreError> =
        store.write((), |tx, ()| Box::pin(async move { tx.run(ADD, params![1]).await })).await;
    assert!(matches!(wrong, Err(StoreError::Corrupt(_))), "{wrong:?}");
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
