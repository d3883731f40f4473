//! `GET /user/getcustomerinfo`: the profile of the caller.

use sideout_store::{
    StoreError,
    accounts::{Customer, Customers},
};

use super::Session;
use crate::App;

/// The caller's own row; `None` if there is no such customer.
///
/// # Errors
/// [`StoreError`].
pub async fn find_profile(app: &App, session: Session) -> Result<Option<Customer>, StoreError> {
    app.store.read(session.customer_id, |tx, id| Box::pin(async move { Customers(tx).find(*id).await })).await
}
