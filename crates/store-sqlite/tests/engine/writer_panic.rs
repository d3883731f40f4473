//! A panic of the writer that was not caused by a unit of work.

use std::{sync::Arc, time::Duration};

use sideout_store::{ChangeEvent, Listener, Store, StoreError};
use sideout_store_sqlite::SqliteOptions;

use crate::scratch::{Scratch, add, count};

/// Receives events on the writer's own thread.
struct Broken;

impl Listener for Broken {
    fn on_event(&self, _event: ChangeEvent) {
        std::panic::resume_unwind(Box::new("a listener breaks down"));
    }
}

async fn write(store: &Store, id: i64, announces: bool) -> Result<u64, StoreError> {
    let work = (id, announces);
    store
        .write(work, |tx, (id, announces)| {
            Box::pin(async move {
                if *announces {
                    tx.announce(ChangeEvent::Everything);
                }
                add(tx, *id).await
            })
        })
        .await
}

#[tokio::test]
async fn a_writer_that_panics_is_reported_and_its_commits_are_kept() {
    let scratch = Scratch::new();
    let store = Store::new(scratch.open(SqliteOptions::default()));
    let listener: Arc<dyn Listener> = Arc::new(Broken);
    store.listen(Arc::downgrade(&listener));
    let at_first = count(&store).await;
    write(&store, 101, false).await.unwrap();
    let silent = tokio::time::timeout(Duration::from_millis(50), store.broken()).await;
    assert!(silent.is_err(), "nothing is broken yet");

    assert!(matches!(write(&store, 102, true).await, Err(StoreError::UnknownOutcome(_))));
    let reason =
        tokio::time::timeout(Duration::from_secs(10), store.broken()).await.expect("the failure is reported");
    assert!(reason.contains("panicked"), "{reason}");
    assert!(matches!(write(&store, 103, false).await, Err(StoreError::Unavailable(_))));
    store.close().await;
    drop(store);
    let again = Store::new(scratch.open(SqliteOptions::default()));
    assert_eq!(count(&again).await, at_first + 2, "both commits were durable before the panic");
    write(&again, 104, false).await.unwrap();
}
