//! `POST /user/logout`: ends the session of a token.

use sideout_store::{StoreError, accounts::Sessions};

use crate::{App, platform::tokens::hash_of};

/// Ends the session of this token. Succeeds also if the token has no session.
///
/// # Errors
/// [`StoreError`]; the session may still be valid.
pub async fn logout(app: &App, token: &str) -> Result<(), StoreError> {
    let Some(token) = hash_of(token) else { return Ok(()) };
    let remove =
        app.store.write(token, |tx, token| Box::pin(async move { Sessions(tx).remove(token).await }));
    remove.await.map(drop)
}
