//! A database that may not grow refuses changes and still serves reads; changes work again when it may.

use sideout_store::{Session, Statement, Store, StoreError, Value, params};
use sideout_store_sqlite::SqliteOptions;
use tokio::task::JoinSet;

use crate::scratch::{ADD, Scratch, add, count};

/// Runs `text`, the pragma that limits the pages of the file: beyond the limit a statement fails with the error of a full disk. On a disk
/// that is full the commit fails with it (`a_commit_on_a_full_disk_changes_nothing`).
async fn limit_pages(store: &Store, text: &'static str) {
    let statement = Statement { name: text, text };
    let limited: Result<Vec<sideout_store::Row>, StoreError> = store
        .write(statement, |tx, statement| Box::pin(async move { tx.all(*statement, params![]).await }))
        .await;
    limited.unwrap();
}

/// A row of a megabyte.
async fn add_large(tx: &mut dyn Session, id: i64) -> Result<u64, StoreError> {
    tx.run(ADD, params![id, Value::Text("x".repeat(1 << 20))]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_may_not_grow_refuses_changes_keeps_reading_and_recovers() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
    limit_pages(&store, "pragma max_page_count = 400").await;

    let mut units = JoinSet::new();
    for id in 100..164_i64 {
        let store = store.clone();
        units.spawn(async move {
            let answer: Result<u64, StoreError> = store
                .write(id, |tx, id| {
                    Box::pin(async move {
                        if id % 2 == 0 { add_large(tx, *id).await } else { add(tx, *id).await }
                    })
                })
                .await;
            (id, answer)
        });
    }
    let mut acknowledged = 1;
    for (id, answer) in units.join_all().await {
        match answer {
            Ok(_) => acknowledged += 1,
            Err(StoreError::Unavailable(_)) => {}
            other => panic!("unit {id}: nothing was committed, and that is known: {other:?}"),
        }
    }
    assert!(acknowledged < 65, "the file could not grow");
    assert_eq!(
        count(&store).await,
        acknowledged,
        "reads go on, and show what was acknowledged and nothing else"
    );

    limit_pages(&store, "pragma max_page_count = 1000000").await;
    store.write(1_000_i64, |tx, id| Box::pin(add_large(tx, *id))).await.unwrap();
    assert_eq!(count(&store).await, acknowledged + 1);
}
