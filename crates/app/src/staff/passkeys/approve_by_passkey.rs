//! A colleague approves a call at the caller's device by a passkey.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{StaffId, VenueId, staff::Permission};
use sideout_store::{Session, StoreError, staff::Passkeys};

use super::{
    ceremony::{Challenge, Draft, PasskeyRequest, relying_party, take_approval_challenge},
    use_passkey::{PasskeyError, SentAssertion, use_passkey},
};
use crate::{
    App,
    platform::{throttle::Charges, webauthn::RelyingParty},
    staff::approvers::find_colleagues,
    steps::audited::{Actor, Refused},
};

/// Why no challenge is drawn.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StartApprovalError {
    /// They may not see who approves at the venue.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// No colleague there has this id and a passkey, or there are none here, or there were too many attempts.
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
    let now = app.clock.now();
    actor.check_at(venue, Permission::BoardRead, now)?;
    let party = relying_party(app).map_err(PasskeyError::from)?;
    let draft = Draft::for_approval(app, actor, approver);
    let challenge = draft.challenge;
    let input = (draft, actor.id(), venue, approver, app.code_charges(network), now);
    let allowed = app.store.write(input, |tx, (draft, actor, venue, approver, charges, now)| {
        Box::pin(async move {
            charges.take::<PasskeyError>(tx, *now).await?;
            let colleagues = find_colleagues(tx, *actor, *venue).await?;
            if !colleagues.iter().any(|colleague| colleague.id == *approver) {
                return Err(PasskeyError::Wrong);
            }
            let passkeys = Passkeys(tx).list(*approver).await?;
            if passkeys.is_empty() {
                return Err(PasskeyError::Wrong);
            }
            draft.add(tx).await?;
            Ok(passkeys.into_iter().map(|passkey| passkey.credential_id).collect())
        })
    });
    Ok(PasskeyRequest { challenge, relying_party: party.id, allowed: allowed.await? })
}

struct Input {
    party: RelyingParty,
    challenge: Challenge,
    sent: SentAssertion,
    actor: Actor,
    approver: StaffId,
    charges: Charges,
    now: Timestamp,
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
    let party = relying_party(app)?;
    let challenge = sent.challenge()?;
    let credential = sent.credential_id.clone();
    let charges = app.code_charges(network);
    let input =
        Input { party, challenge, sent, actor: actor.clone(), approver, charges, now: app.clock.now() };
    // A wrong signature commits its count, and only then is the caller refused.
    let right = app.store.write(input, |tx, input| Box::pin(verify(tx, input))).await?;
    if right { Ok(credential) } else { Err(PasskeyError::Wrong) }
}

async fn verify(tx: &mut dyn Session, input: &Input) -> Result<bool, PasskeyError> {
    let Input { party, challenge, sent, actor, approver, charges, now } = input;
    charges.take::<PasskeyError>(tx, *now).await?;
    if !take_approval_challenge(tx, challenge, actor, *approver, *now).await? {
        return Ok(false);
    }
    let member = use_passkey(tx, party, challenge, sent, *now).await?;
    Ok(member.is_some_and(|member| member.id == *approver))
}
