//! Whether the database answers, and the task that receives change events runs.

use std::time::Duration;

use futures_util::FutureExt as _;
use sideout_store::{Brands, StoreError};

use crate::App;

/// Reads one small row, from no cache, so that it tests the database itself.
///
/// # Errors
/// [`StoreError`] if the database does not answer, or cannot be written any more.
pub async fn check_database(app: &App) -> Result<(), StoreError> {
    if let Some(reason) = app.store.broken().now_or_never() {
        return Err(StoreError::Unavailable(reason));
    }
    app.store.read((), |tx, ()| Box::pin(async move { Brands(tx).find().await.map(drop) })).await
}

/// Longest time that a failed background task may be down.
pub const LONGEST_OUTAGE: Duration = Duration::from_secs(30);

/// Whether change events of other nodes arrive, or have been missing for at most [`LONGEST_OUTAGE`].
pub fn receives_events(app: &App) -> bool {
    app.store.events_down_for().is_none_or(|down| down <= LONGEST_OUTAGE)
}
