//! `POST /user/logout`: the token opens nothing from now on.

use sideout_store::{StoreError, accounts::Sessions};

use crate::{App, tokens::hash_of};

/// Ends the session of this token, on all nodes at once. A token that opens nothing already is as good as ended.
///
/// # Errors
/// [`StoreError`]; the session may live on.
pub async fn logout(app: &App, token: &str) -> Result<(), StoreError> {
    let Some(token) = hash_of(token) else { return Ok(()) };
    let remove =
        app.store.write(token, |tx, token| Box::pin(async move { Sessions(tx).remove(token).await }));
    remove.await.map(drop)
}
