//! `GET /user/getcustomerinfo`: what a player may see of themself.

use sideout_store::{
    StoreError,
    accounts::{Customer, Customers},
};

use super::Session;
use crate::App;

/// The caller's own row; `None` when the account was removed a moment ago.
///
/// # Errors
/// [`StoreError`].
pub async fn find_profile(app: &App, session: Session) -> Result<Option<Customer>, StoreError> {
    app.store.read(session.customer_id, |tx, id| Box::pin(async move { Customers(tx).find(*id).await })).await
}
