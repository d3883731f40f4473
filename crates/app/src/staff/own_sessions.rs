//! A person's own sessions: lists and ends them.

use sideout_domain::staff::Permission;
use sideout_store::{
    StoreError,
    staff::{ListedSession, StaffSessions},
};

use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The sessions of `actor` that have not expired, the last used one first.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_own_sessions(app: &App, actor: &Actor) -> Result<Vec<ListedSession>, StoreError> {
    let input = (actor.id(), app.clock.now());
    app.store
        .read(input, |tx, (staff, now)| Box::pin(async move { StaffSessions(tx).list(*staff, *now).await }))
        .await
}

/// Why a session was not ended.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EndSessionError {
    /// The person has no such session (any more).
    #[error("no such session")]
    NoSession,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Ends a session of `actor` by its number.
///
/// # Errors
/// [`EndSessionError`].
pub async fn end_own_session(
    app: &App,
    actor: &Actor,
    session_id: i64,
    key: RequestKey,
) -> Result<(), EndSessionError> {
    let command =
        Command { operation: "end_own_session", permission: Permission::OwnAccount, venue: None, key };
    audited_write(app, actor, command, (actor.id(), session_id), |tx, (staff, session_id)| {
        Box::pin(async move {
            if !StaffSessions(tx).remove_by_id(*session_id, *staff).await? {
                return Err(EndSessionError::NoSession);
            }
            Ok(Audited::new((), Entry::happened("session.ended", "session", session_id)))
        })
    })
    .await
}
