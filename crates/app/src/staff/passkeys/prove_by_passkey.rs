//! Proves in an open session by a passkey who is there, for what needs a proof of the last minutes.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::staff::SignInStrength;
use sideout_store::{
    Session,
    staff::{CeremonyKind, Passkeys, StaffSessions},
};

use super::{
    ceremony::{Challenge, Draft, PasskeyRequest, relying_party, take_challenge},
    use_passkey::{PasskeyError, SentAssertion, use_passkey},
};
use crate::{
    App,
    platform::{throttle::Charges, webauthn::RelyingParty},
    steps::audited::Actor,
};

/// Draws a challenge for the passkeys of `actor`.
///
/// # Errors
/// [`PasskeyError`]; `Wrong` if they have none.
pub async fn start_passkey_proof(
    app: &App,
    actor: &Actor,
    network: IpAddr,
) -> Result<PasskeyRequest, PasskeyError> {
    let party = relying_party(app)?;
    let draft = Draft::new(app, CeremonyKind::SignIn, Some(actor));
    let challenge = draft.challenge;
    let input = (draft, actor.id(), app.code_charges(network), app.clock.now());
    let allowed = app.store.write(input, |tx, (draft, staff, charges, now)| {
        Box::pin(async move {
            charges.take::<PasskeyError>(tx, *now).await?;
            let own = Passkeys(tx).list(*staff).await?;
            if own.is_empty() {
                return Err(PasskeyError::Wrong);
            }
            draft.add(tx).await?;
            Ok(own.into_iter().map(|passkey| passkey.credential_id).collect())
        })
    });
    Ok(PasskeyRequest { challenge, relying_party: party.id, allowed: allowed.await? })
}

struct Input {
    party: RelyingParty,
    challenge: Challenge,
    sent: SentAssertion,
    actor: Actor,
    charges: Charges,
    now: Timestamp,
}

/// Records in the session of `actor` that they have just proven themselves by their passkey.
///
/// # Errors
/// [`PasskeyError`].
pub async fn prove_by_passkey(
    app: &App,
    actor: &Actor,
    sent: SentAssertion,
    network: IpAddr,
) -> Result<(), PasskeyError> {
    let party = relying_party(app)?;
    let challenge = sent.challenge()?;
    let now = app.clock.now();
    let input =
        Input { party, challenge, sent, actor: actor.clone(), charges: app.code_charges(network), now };
    let right = app.store.write(input, |tx, input| Box::pin(prove(tx, input))).await?;
    if right { Ok(()) } else { Err(PasskeyError::Wrong) }
}

async fn prove(tx: &mut dyn Session, input: &Input) -> Result<bool, PasskeyError> {
    let Input { party, challenge, sent, actor, charges, now } = input;
    charges.take::<PasskeyError>(tx, *now).await?;
    let asker = Some((actor.id(), actor.session_id));
    if !take_challenge(tx, challenge, CeremonyKind::SignIn, asker, *now).await? {
        return Ok(false);
    }
    let member = use_passkey(tx, party, challenge, sent, *now).await?;
    if member.is_none_or(|member| member.id != actor.id()) {
        return Ok(false);
    }
    StaffSessions(tx).prove(&actor.token, SignInStrength::Passkey, *now).await?;
    Ok(true)
}
