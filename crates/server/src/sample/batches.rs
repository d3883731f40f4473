//! Writes many rows in units of work small enough for the server's timeouts.

use sideout_store::{Session, Store, StoreError, Work};
use tokio::task::JoinSet;

/// Rows in one unit of work. Units that write bookings of the same court and hours wait for each other, so each must be far
/// shorter than the server's lock timeout, also on a busy machine.
const BATCH: usize = 64;
/// Concurrent units of work, fewer than the connections of a PostgreSQL pool.
const AT_ONCE: usize = 4;

/// Writes all rows, in batches.
///
/// # Errors
/// The first [`StoreError`]; other units of work may have been written.
pub(super) async fn write_in_batches<T, F>(store: &Store, rows: &[T], work: F) -> Result<(), StoreError>
where
    T: Clone + Send + Sync + 'static,
    F: for<'t> Fn(&'t mut dyn Session, &'t Vec<T>) -> Work<'t, (), StoreError>
        + Clone
        + Send
        + Sync
        + 'static,
{
    let mut writing = JoinSet::new();
    let stopped = |error: tokio::task::JoinError| {
        StoreError::Unavailable(format!("a task that writes rows stopped: {error}"))
    };
    for batch in rows.chunks(BATCH) {
        if writing.len() >= AT_ONCE
            && let Some(written) = writing.join_next().await
        {
            written.map_err(stopped)??;
        }
        let (store, batch, work) = (store.clone(), batch.to_vec(), work.clone());
        writing.spawn(async move { store.write(batch, work).await });
    }
    while let Some(written) = writing.join_next().await {
        written.map_err(stopped)??;
    }
    Ok(())
}
