//! `POST /user/logout`: the token opens nothing from now on.

use sideout_store::{StoreError, accounts::Sessions};

use super::Session;
use crate::App;

/// Ends this session, on all nodes at once.
///
/// # Errors
/// [`StoreError`]; the session may live on.
pub async fn logout(app: &App, session: Session) -> Result<(), StoreError> {
    let remove =
        app.store.write(session.token, |tx, token| Box::pin(async move { Sessions(tx).remove(token).await }));
    remove.await.map(drop)
}
