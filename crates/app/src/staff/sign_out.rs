//! Ends the caller's session.

use sideout_store::{StoreError, staff::StaffSessions};

use crate::{
    App,
    steps::audited::{Actor, Doer, Entry, record},
};

/// Ends the session of `actor`. Repeating it changes nothing.
///
/// # Errors
/// [`StoreError`] only.
pub async fn sign_out(app: &App, actor: &Actor) -> Result<(), StoreError> {
    let doer = Doer::in_session(actor.id(), actor.session_id);
    let input = (actor.token, actor.session_id, doer, app.clock.now());
    app.store
        .write(input, |tx, (token, session_id, doer, now)| {
            Box::pin(async move {
                if StaffSessions(tx).remove(token).await? {
                    record(tx, doer, Entry::happened("session.ended", "session", session_id), *now).await?;
                }
                Ok(())
            })
        })
        .await
}
