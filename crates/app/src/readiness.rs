//! Whether this process can serve: the database answers, and what must run beside requests does.

use std::time::Duration;

use futures_util::FutureExt as _;
use sideout_store::{Brands, StoreError};

use crate::App;

/// Reads one small row. For `/readyz`, so nothing remembered counts. A database that can only be read is not ready.
///
/// # Errors
/// The store's, when the database does not answer.
pub async fn check_database(app: &App) -> Result<(), StoreError> {
    if let Some(reason) = app.store.broken().now_or_never() {
        return Err(StoreError::Unavailable(reason));
    }
    app.store.read((), |tx, ()| Box::pin(async move { Brands(tx).find().await.map(drop) })).await
}

/// How long a task that broke down may be away: it is started again a few times meanwhile.
pub const MOST_DOWN: Duration = Duration::from_secs(30);

/// Whether events of other nodes come in, or will in a moment.
pub fn hears_events(app: &App) -> bool {
    app.store.events_down_for().is_none_or(|down| down <= MOST_DOWN)
}
