//! Whose token is this? On the way of every signed-in call, so it is one look by primary key.

use sideout_domain::CustomerId;
use sideout_store::{
    StoreError,
    accounts::{SecretHash, Sessions},
};

use super::start_session::end_of_session;
use crate::{App, clock::earlier, tokens::hash_of, warn_seldom};

/// How old the note of the last use may grow before it is renewed, in seconds: a write per hour, not per call.
const TOUCH_SECONDS: i64 = 3_600;

/// A live session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// Who is calling.
    pub customer_id: CustomerId,
    /// Which of their sessions it is: the hash of the token.
    pub(crate) token: SecretHash,
}

/// Why a token opens nothing.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AuthError {
    /// Unknown, expired or revoked; which one is not told.
    #[error("no such session")]
    NoSession,
    /// It could not be looked up.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Finds the live session of a token as the client sent it (without `Bearer`).
///
/// Nothing is cached: a logout or a reset on one node holds on all of them at once.
///
/// # Errors
/// [`AuthError::NoSession`], or the store's.
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
        // The session is good whether or not its use can be noted: a database that only reads still serves.
        if let Err(error) = touch.await {
            warn_seldom!(%error, "the use of a session could not be noted");
        }
    }
    Ok(Session { customer_id: session.customer_id, token })
}
