//! A call that begins in the middle of another unit of work and may have to wait for it.

#![expect(clippy::expect_used, reason = "a test that cannot go on fails by panicking")]

use sideout_store::{Statement, Store, StoreError};

use crate::meanwhile;

/// `store` on which `call` begins right before the statement `before` of a unit of work, which goes on when `call` waits for it or is
/// done; and the result of `call`. For PostgreSQL: on SQLite a unit of work that writes is alone.
///
/// # Panics
/// If `call` panics, or if its result is awaited before a unit of work has reached the statement.
pub fn with_call_before<T, F>(
    store: &Store,
    before: &'static str,
    call: F,
) -> (Store, impl Future<Output = T> + use<T, F>)
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let (send, mut task) = tokio::sync::oneshot::channel();
    let watched = store.clone();
    let store = meanwhile(store, before, move || async move {
        let task = tokio::spawn(call);
        tokio::select! {
            () = until_one_waits(&watched) => {}
            () = async { while !task.is_finished() { tokio::task::yield_now().await } } => {}
        }
        assert!(send.send(task).is_ok(), "the test waits for the call");
    });
    (
        store,
        // To wait here would be to wait forever: `store` keeps the sender.
        async move { task.try_recv().expect("the statement was reached").await.expect("the call did not panic") },
    )
}

/// Waits until a unit of work waits for a lock of another one. For PostgreSQL.
///
/// # Panics
/// If the database cannot be read.
pub async fn until_one_waits(store: &Store) {
    const WAITING: Statement = Statement {
        name: "testkit/count_waiting",
        text: "select count(*) as waiting from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'",
    };
    loop {
        let read =
            store.read((), |tx, ()| Box::pin(async move { tx.one(WAITING, &[]).await?.integer("waiting") }));
        let waiting: Result<i64, StoreError> = read.await;
        if waiting.expect("the database can be read") > 0 {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "the statement was reached")]
    fn a_result_that_is_awaited_before_the_statement_was_reached_panics() {
        crate::on_sqlite(async |store| {
            let (_unused, result) = with_call_before(&store, "orders/add", async {});
            result.await;
        });
    }
}
