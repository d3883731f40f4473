//! Proves the caller's identity by a passkey in an open session, for calls that need a proof of the last minutes.

use std::net::IpAddr;

use sideout_domain::staff::SignInStrength;
use sideout_store::{
    Session,
    staff::{CeremonyKind, StaffSessions},
};

use super::{
    attempt::{Attempt, request_signature},
    ceremony::{Draft, PasskeyRequest, ceremony_of},
    use_passkey::{PasskeyError, SentAssertion},
};
use crate::{App, steps::audited::Actor};

/// Draws a challenge for the passkeys of `actor`.
///
/// # Errors
/// [`PasskeyError`]; `Wrong` if they have none.
pub async fn start_passkey_proof(
    app: &App,
    actor: &Actor,
    network: IpAddr,
) -> Result<PasskeyRequest, PasskeyError> {
    let draft = Draft::new(app, CeremonyKind::SignIn, ceremony_of(actor));
    request_signature(app, (draft, actor.id()), network, (), |_, ()| Box::pin(async { Ok(true) })).await
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
    let input = (Attempt::new(app, sent, network)?, actor.clone());
    // Of a wrong signature the charge and the spent challenge are committed, and only then is the caller refused.
    let right = app.store.write(input, |tx, (attempt, actor)| Box::pin(prove(tx, attempt, actor))).await?;
    if right { Ok(()) } else { Err(PasskeyError::Wrong) }
}

async fn prove(tx: &mut dyn Session, attempt: &Attempt, actor: &Actor) -> Result<bool, PasskeyError> {
    let member = attempt.verify(tx, &ceremony_of(actor)).await?;
    if member.is_none_or(|member| member.id != actor.id()) {
        return Ok(false);
    }
    StaffSessions(tx).prove(&actor.token, SignInStrength::Passkey, attempt.now).await?;
    Ok(true)
}
