//! Whether this process can serve: the database answers.

use sideout_store::{Brands, StoreError};

use crate::App;

/// Reads one small row. For `/readyz`, so nothing remembered counts.
///
/// # Errors
/// The store's, when the database does not answer.
pub async fn check_database(app: &App) -> Result<(), StoreError> {
    app.store.read((), |tx, ()| Box::pin(async move { Brands(tx).find().await.map(drop) })).await
}
