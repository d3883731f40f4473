//! Units that wait together share one durable commit, and are acknowledged after it.

use std::{
    pin::pin,
    sync::{Arc, Barrier},
    time::Duration,
};

use crate::scratch::{ADD, MODES, Scratch, add, count};
use sideout_store::{Store, StoreError, params};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use tokio::task::JoinHandle;

/// Blocks the writer inside one unit until `waiting` more units are queued, then releases it.
async fn queue_up_behind_a_slow_unit(sqlite: &SqliteStore, waiting: i64) {
    let store = Store::new(sqlite.clone());
    let gate = Arc::new(Barrier::new(2));
    let (writer_gate, slow) = (Arc::clone(&gate), store.clone());
    let first = tokio::spawn(async move {
        slow.write(writer_gate, |tx, gate| {
            gate.wait();
            gate.wait();
            Box::pin(add(tx, 0))
        })
        .await
    });
    tokio::task::spawn_blocking({
        let gate = Arc::clone(&gate);
        move || gate.wait()
    })
    .await
    .unwrap();
    let mut units = tokio::task::JoinSet::new();
    for id in 1..=waiting {
        let store = store.clone();
        units.spawn(async move { store.write(id, |tx, id| Box::pin(add(tx, *id))).await });
    }
    while sqlite.waiting() < usize::try_from(waiting).unwrap() {
        tokio::task::yield_now().await;
    }
    tokio::task::spawn_blocking(move || gate.wait()).await.unwrap();
    first.await.unwrap().unwrap();
    while let Some(ended) = units.join_next().await {
        ended.unwrap().unwrap();
    }
    assert_eq!(count(&store).await, waiting + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_units_need_sixteen_commits() {
    let scratch = Scratch::new();
    let sqlite = scratch.open(SqliteOptions::default());
    queue_up_behind_a_slow_unit(&sqlite, 1_023).await;
    let metrics = sqlite.metrics();
    assert_eq!(metrics.units, 1_024);
    assert_eq!(metrics.commits, 16, "64 units to a commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn control_without_group_commit_each_unit_needs_a_commit() {
    let scratch = Scratch::new();
    let sqlite = scratch.open(SqliteOptions { batch: 1, ..SqliteOptions::default() });
    queue_up_behind_a_slow_unit(&sqlite, 255).await;
    assert_eq!(sqlite.metrics().commits, 256);
}

#[tokio::test]
async fn a_unit_that_rolls_back_is_not_counted_as_a_commit() {
    let scratch = Scratch::new();
    let sqlite = scratch.open(SqliteOptions::default());
    let store = Store::new(sqlite.clone());
    let refused: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.run(ADD, params![1, "rolled back"]).await?;
                Err(StoreError::Unavailable("the test refuses it".to_owned()))
            })
        })
        .await;
    assert!(refused.is_err());
    assert_eq!(sqlite.metrics().commits, 0);
}

#[tokio::test]
async fn the_writer_keeps_a_log_and_flushes_each_commit() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    let modes =
        store.write((), |tx, ()| Box::pin(async move { tx.one(MODES, params![]).await })).await.map(|row| {
            let number = |column| row.integer(column).unwrap();
            (row.text("journal_mode").unwrap().to_owned(), number("synchronous"), number("foreign_keys"))
        });
    assert_eq!(
        modes.unwrap(),
        ("wal".to_owned(), 2, 1),
        "journal mode, synchronous (2 is FULL), foreign keys"
    );
}

#[tokio::test]
async fn a_commit_is_in_the_file_when_it_is_acknowledged() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    let other_connection = rusqlite::Connection::open(scratch.path()).unwrap();
    for id in 1..=100_i64 {
        store.write(id, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
        let seen: i64 =
            other_connection.query_row("select count(*) from sport", [], |row| row.get(0)).unwrap();
        assert_eq!(seen, id);
    }
}

#[tokio::test]
async fn a_unit_that_waits_for_something_else_is_refused_and_undone() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    let refused: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                add(tx, 1).await?;
                std::future::pending::<()>().await;
                Ok(())
            })
        })
        .await;
    assert!(
        matches!(refused, Err(StoreError::Corrupt(ref message)) if message.contains("must not wait")),
        "{refused:?}"
    );
    assert_eq!(count(&store).await, 0);
    store.write(2_i64, |tx, id| Box::pin(add(tx, *id))).await.unwrap();
}

/// A store whose queue of one place is full.
struct FullQueue {
    store: Store,
    /// Releases the writer, which is inside the first unit.
    gate: Arc<Barrier>,
    first: JoinHandle<Result<u64, StoreError>>,
    /// The unit in the queue.
    second: JoinHandle<Result<u64, StoreError>>,
}

/// Blocks the writer inside a unit and fills the queue behind it.
async fn fill_queue(scratch: &Scratch) -> FullQueue {
    let options =
        SqliteOptions { queue: 1, queue_wait: Duration::from_millis(1), ..SqliteOptions::default() };
    let sqlite = scratch.open(options);
    let store = Store::new(sqlite.clone());
    let gate = Arc::new(Barrier::new(2));
    let (held, slow) = (Arc::clone(&gate), store.clone());
    let first = tokio::spawn(async move {
        slow.write(held, |tx, gate| {
            gate.wait();
            gate.wait();
            Box::pin(add(tx, 0))
        })
        .await
    });
    let inside = Arc::clone(&gate);
    tokio::task::spawn_blocking(move || inside.wait()).await.unwrap();
    let second = tokio::spawn({
        let store = store.clone();
        async move { store.write(1_i64, |tx, id| Box::pin(add(tx, *id))).await }
    });
    while sqlite.waiting() < 1 {
        tokio::task::yield_now().await;
    }
    FullQueue { store, gate, first, second }
}

#[tokio::test]
async fn a_full_queue_refuses_a_unit_instead_of_growing() {
    let scratch = Scratch::new();
    let FullQueue { store, gate, first, second } = fill_queue(&scratch).await;
    let third = store.write(2_i64, |tx, id| Box::pin(add(tx, *id))).await;
    assert!(matches!(third, Err(StoreError::Unavailable(_))), "{third:?}");
    tokio::task::spawn_blocking(move || gate.wait()).await.unwrap();
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_store_with_a_full_queue_is_closed_after_what_is_queued() {
    let scratch = Scratch::new();
    let FullQueue { store, gate, first, second } = fill_queue(&scratch).await;
    let mut closing = pin!(store.close());
    // It waits for a place longer than a unit may: a unit that begins to wait after it is refused first.
    let refused = tokio::select! {
        biased;
        () = &mut closing => panic!("the store was closed before its queue was empty"),
        refused = store.write(2_i64, |tx, id| Box::pin(add(tx, *id))) => refused,
    };
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    tokio::task::spawn_blocking(move || gate.wait()).await.unwrap();
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
    closing.await;
}
