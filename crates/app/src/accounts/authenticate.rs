//! Finds the session of a token. Signed-in calls begin with it, so it is one read by primary keys.

use sideout_domain::CustomerId;
use sideout_store::{
    StoreError,
    accounts::{SecretHash, Sessions},
};

use super::start_session::end_of_session;
use crate::{
    App,
    platform::{clock::earlier, tokens::hash_of},
    warn_throttled,
};

/// Seconds after which the recorded last use of a session is updated, so that not each call writes.
const TOUCH_SECONDS: i64 = 3_600;

/// A session that has not expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// The calling customer.
    pub customer_id: CustomerId,
    /// The hash of the session's token, which identifies the session.
    pub(crate) token: SecretHash,
}

/// Why a token is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AuthError {
    /// The token has no session that can be used; the error does not reveal why.
    #[error("no such session")]
    NoSession,
    /// The session could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Finds the session of a token as the client sent it (without `Bearer`).
///
/// Nothing is cached, so that a logout or a reset on one node takes effect on all nodes at once.
///
/// # Errors
/// [`AuthError::NoSession`], or the error of the database.
pub async fn authenticate(app: &App, token: &str) -> Result<Session, AuthError> {
    let token = hash_of(token).ok_or(AuthError::NoSession)?;
    let now = app.clock.now();
    let find = app.store.read(token, |tx, token| Box::pin(async move { Sessions(tx).find(token).await }));
    let found: Option<_> = find.await?;
    let session = found.filter(|session| session.expires_at > now).ok_or(AuthError::NoSession)?;
    if session.last_seen_at <= earlier(now, TOUCH_SECONDS) {
        let end = end_of_session(&app.settings, session.created_at, now);
        let touch = app.store.write((token, now, end), |tx, (token, now, end)| {
            Box::pin(async move { Sessions(tx).touch(token, *now, *end).await })
        });
        // The session is valid even if its use cannot be recorded: a read-only database can still serve calls.
        if let Err(error) = touch.await {
            warn_throttled!(%error, "the use of a session could not be recorded");
        }
    }
    Ok(Session { customer_id: session.customer_id, token })
}
