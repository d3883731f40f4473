//! Finds the session of a member of staff.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::staff::SignInStrength;
use sideout_store::{
    StoreError,
    staff::{SessionOfMember, StaffSessions},
};

use super::start_session::end_of_session;
use crate::{
    App,
    platform::{clock::earlier, tokens::hash_of},
    steps::audited::Actor,
    warn_throttled,
};

/// Seconds after which the recorded last use of a session is updated, so that not each call writes.
const TOUCH_SECONDS: i64 = 60;

/// Why a session is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StaffAuthError {
    /// The token is unknown, expired or revoked, or the person was switched off; the error does not reveal which.
    #[error("no such session")]
    NoSession,
    /// The session is on a paired device that was not touched for `business.desk.lock_minutes`, or that was locked.
    #[error("the device is locked")]
    Locked,
    /// The session could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Finds the member of staff whose session has this token.
///
/// Nothing is cached, so that switching a person off on one node takes effect on all nodes with their next call.
///
/// # Errors
/// [`StaffAuthError`].
pub async fn authenticate_staff(app: &App, token: &str) -> Result<Actor, StaffAuthError> {
    let token = hash_of(token).ok_or(StaffAuthError::NoSession)?;
    let now = app.clock.now();
    let find =
        app.store.read(token, |tx, token| Box::pin(async move { StaffSessions(tx).find(token).await }));
    let found: Option<SessionOfMember> = find.await?;
    let found = found.filter(|found| found.expires_at > now && found.member.active);
    let session = found.ok_or(StaffAuthError::NoSession)?;
    let touched_after = app.settings.desk.session_touched_after(now);
    if session.paired_device.as_ref().is_some_and(|device| device.touched_at <= touched_after) {
        return Err(StaffAuthError::Locked);
    }
    if session.last_seen_at <= earlier(now, TOUCH_SECONDS) {
        let end = end_of_session(&app.settings.desk, session.started_at, now);
        let touch = app.store.write((token, now, end), |tx, (token, now, end)| {
            Box::pin(async move { StaffSessions(tx).touch(token, *now, *end).await })
        });
        // The session is valid even if its use cannot be recorded: a read-only database can still serve calls.
        if let Err(error) = touch.await {
            warn_throttled!(%error, "the use of a staff session could not be recorded");
        }
    }
    let after = |at: Timestamp, minutes: i64| at.checked_add(SignedDuration::from_mins(minutes)).ok();
    let link_minutes = i64::from(app.settings.desk.link_hours) * 60;
    let by_link = session.strength == SignInStrength::Link;
    let link_is_enough = after(session.proven_at, link_minutes).is_some_and(|until| until > now);
    Ok(Actor {
        must_enrol: by_link && !link_is_enough,
        proof_until: session
            .strength
            .is_strong()
            .then(|| after(session.proven_at, app.settings.desk.proof_minutes.into()))
            .flatten(),
        member: session.member,
        venues: session.venues,
        session_id: session.session_id,
        started_at: session.started_at,
        strength: session.strength,
        has_passkey: session.has_passkey,
        has_app: session.has_app,
        may_replace_app: session.may_replace_app,
        has_pin: session.has_pin,
        device: session.paired_device,
        approval: None,
        token,
    })
}
