//! A colleague approves a call at the caller's device by a passkey.

use std::net::IpAddr;

use sideout_domain::{StaffId, VenueId, staff::Permission};
use sideout_store::{StoreError, staff::CeremonyKind};

use super::{
    attempt::{Attempt, request_signature},
    ceremony::{Draft, PasskeyRequest, ceremony_of_approval},
    use_passkey::{PasskeyError, SentAssertion},
};
use crate::{
    App,
    staff::approvers::find_colleagues,
    steps::audited::{Actor, Refused},
};

/// Why no challenge is drawn.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StartApprovalError {
    /// The caller is not allowed to see who approves at the venue.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// No colleague there has this id and a passkey, passkeys are off, there were too many attempts, or the database failed.
    #[error(transparent)]
    Passkey(#[from] PasskeyError),
}

impl From<StoreError> for StartApprovalError {
    fn from(error: StoreError) -> Self {
        StartApprovalError::Passkey(error.into())
    }
}

/// Draws a challenge for the passkeys of the colleague `approver` at a venue of `actor`. Only the session of `actor` can use it, for
/// one call that this colleague approves.
///
/// # Errors
/// [`StartApprovalError`]; `Wrong` if no colleague there has this id and a passkey.
pub async fn start_passkey_approval(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    approver: StaffId,
    network: IpAddr,
) -> Result<PasskeyRequest, StartApprovalError> {
    actor.check_at(venue, Permission::BoardRead, app.clock.now())?;
    let draft = Draft::new(app, CeremonyKind::SignIn, ceremony_of_approval(actor, approver));
    let input = (actor.id(), venue, approver);
    let request =
        request_signature(app, (draft, approver), network, input, |tx, (actor, venue, approver)| {
            Box::pin(async move {
                let colleagues = find_colleagues(tx, *actor, *venue).await?;
                Ok(colleagues.iter().any(|colleague| colleague.id == *approver))
            })
        });
    Ok(request.await?)
}

/// The id of the passkey with which the colleague has just signed; the challenge is spent, right or wrong.
///
/// INVARIANT: a signature approves one call (suite `approvals`).
///
/// # Errors
/// [`PasskeyError`].
pub(crate) async fn verify_approval(
    app: &App,
    actor: &Actor,
    approver: StaffId,
    sent: SentAssertion,
    network: IpAddr,
) -> Result<Vec<u8>, PasskeyError> {
    let credential = sent.credential_id.clone();
    let attempt = Attempt::new(app, sent, network)?;
    let input = (attempt, ceremony_of_approval(actor, approver));
    // Of a wrong signature the charge and the spent challenge are committed, and only then is the caller refused.
    let signer = app
        .store
        .write(input, |tx, (attempt, ceremony)| Box::pin(async move { attempt.verify(tx, ceremony).await }));
    let is_right = signer.await?.is_some_and(|signer| signer.id == approver);
    if is_right { Ok(credential) } else { Err(PasskeyError::Wrong) }
}
