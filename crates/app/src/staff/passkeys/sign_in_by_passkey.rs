//! Signs in by a passkey, without typing a name.

use std::net::IpAddr;

use sideout_domain::staff::SignInStrength;
use sideout_store::{
    Session,
    staff::{CeremonyKind, Member},
};

use super::{
    attempt::Attempt,
    ceremony::{Draft, PasskeyRequest, ceremony_of_unknown, relying_party},
    use_passkey::{PasskeyError, SentAssertion},
};
use crate::{
    App,
    staff::{SignedInStaff, start_session::SessionDraft},
};

/// Draws a challenge for a person who is not known yet.
///
/// # Errors
/// [`PasskeyError`].
pub async fn start_passkey_sign_in(app: &App, network: IpAddr) -> Result<PasskeyRequest, PasskeyError> {
    let party = relying_party(app)?;
    let draft = Draft::new(app, CeremonyKind::SignIn, ceremony_of_unknown());
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
    attempt: Attempt,
    session: SessionDraft,
}

/// Starts a session for the member of staff whose passkey has signed a challenge of [`start_passkey_sign_in`].
///
/// # Errors
/// [`PasskeyError`].
pub async fn sign_in_by_passkey(
    app: &App,
    sent: SentAssertion,
    device: &str,
    network: IpAddr,
) -> Result<SignedInStaff, PasskeyError> {
    let attempt = Attempt::new(app, sent, network)?;
    let session = SessionDraft::new(app, device, attempt.now);
    let token = session.token.clone();
    // A wrong answer has used its challenge: that commits, and only then is the caller refused.
    let member =
        app.store.write(Input { attempt, session }, |tx, input| Box::pin(sign_in(tx, input))).await?;
    Ok(SignedInStaff { token, member: member.ok_or(PasskeyError::Wrong)? })
}

async fn sign_in(tx: &mut dyn Session, input: &Input) -> Result<Option<Member>, PasskeyError> {
    let Input { attempt, session } = input;
    let member = attempt.verify(tx, &ceremony_of_unknown()).await?;
    // No name was typed, so the authenticator has to say whose passkey it is (WebAuthn §7.2).
    let Some(member) = member.filter(|_| attempt.sent.user_handle.is_some()) else { return Ok(None) };
    session.start(tx, member.id, SignInStrength::Passkey).await?;
    Ok(Some(member))
}
