//! Whether this process can serve: the database answers.

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
