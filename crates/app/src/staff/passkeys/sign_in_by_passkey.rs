//! Signs in by a passkey, without typing a name.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::staff::SignInStrength;
use sideout_store::{
    Session,
    staff::{CeremonyKind, Member},
};

use super::{
    ceremony::{Challenge, Draft, PasskeyRequest, relying_party, take_challenge},
    use_passkey::{PasskeyError, SentAssertion, use_passkey},
};
use crate::{
    App,
    platform::{throttle::Charges, webauthn::RelyingParty},
    staff::{SignedInStaff, start_session::SessionDraft},
};

/// Draws a challenge for somebody who is not known yet.
///
/// # Errors
/// [`PasskeyError`], never `Wrong`.
pub async fn start_passkey_sign_in(app: &App, network: IpAddr) -> Result<PasskeyRequest, PasskeyError> {
    let party = relying_party(app)?;
    let draft = Draft::new(app, CeremonyKind::SignIn, None);
    let challenge = draft.challenge;
    let input = (draft, app.code_charges(network), app.clock.now());
    app.store
        .write(input, |tx, (draft, charges, now)| {
            Box::pin(async move {
                charges.take::<PasskeyError>(tx, *now).await?;
                Ok::<_, PasskeyError>(draft.add(tx).await?)
            })
        })
        .await?;
    Ok(PasskeyRequest { challenge, relying_party: party.id, allowed: Vec::new() })
}

struct Input {
    party: RelyingParty,
    challenge: Challenge,
    sent: SentAssertion,
    session: SessionDraft,
    charges: Charges,
    now: Timestamp,
}

/// Starts a session for the member of staff whose passkey has signed a challenge of [`start_passkey_sign_in`]. A challenge counts once.
///
/// # Errors
/// [`PasskeyError`].
pub async fn sign_in_by_passkey(
    app: &App,
    sent: SentAssertion,
    device: &str,
    network: IpAddr,
) -> Result<SignedInStaff, PasskeyError> {
    let party = relying_party(app)?;
    let challenge = sent.challenge()?;
    let now = app.clock.now();
    let session = SessionDraft::new(app, device, now);
    let token = session.token.clone();
    let input = Input { party, challenge, sent, session, charges: app.code_charges(network), now };
    // A wrong answer has used its challenge: that commits, and only then is the caller refused.
    let member = app.store.write(input, |tx, input| Box::pin(sign_in(tx, input))).await?;
    Ok(SignedInStaff { token, member: member.ok_or(PasskeyError::Wrong)? })
}

async fn sign_in(tx: &mut dyn Session, input: &Input) -> Result<Option<Member>, PasskeyError> {
    let Input { party, challenge, sent, session, charges, now } = input;
    charges.take::<PasskeyError>(tx, *now).await?;
    // Nobody has typed a name, so the authenticator has to say whose passkey it is (WebAuthn §7.2).
    let is_taken = take_challenge(tx, challenge, CeremonyKind::SignIn, None, *now).await?;
    if !is_taken || sent.user_handle.is_none() {
        return Ok(None);
    }
    let Some(member) = use_passkey(tx, party, challenge, sent, *now).await? else { return Ok(None) };
    session.start(tx, member.id, SignInStrength::Passkey).await?;
    Ok(Some(member))
}
