//! Requests and verifies signatures of passkeys.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::StaffId;
use sideout_store::{
    Session, StoreError, Work,
    staff::{Ceremony, CeremonyKind, Member, Passkeys},
};

use super::{
    ceremony::{Challenge, Draft, PasskeyRequest, relying_party, take_challenge},
    use_passkey::{PasskeyError, SentAssertion, use_passkey},
};
use crate::{
    App,
    platform::{throttle::Charges, webauthn::RelyingParty},
};

/// A signature that was sent, and what has to be known to verify it.
pub(super) struct Attempt {
    party: RelyingParty,
    challenge: Challenge,
    pub(super) sent: SentAssertion,
    charges: Charges,
    pub(super) now: Timestamp,
}

impl Attempt {
    /// What a browser on `network` has sent.
    ///
    /// # Errors
    /// [`PasskeyError::Off`]; `Wrong` if it names no challenge.
    pub(super) fn new(app: &App, sent: SentAssertion, network: IpAddr) -> Result<Self, PasskeyError> {
        let party = relying_party(app)?;
        let challenge = sent.challenge()?;
        Ok(Attempt { party, challenge, sent, charges: app.code_charges(network), now: app.clock.now() })
    }

    /// The member whose passkey has signed the challenge that was drawn for `ceremony`; `None` if the signature is refused. It can be any
    /// member: the caller checks that it is the expected one. The attempt is charged and the challenge spent, right or wrong, if the
    /// unit of work is committed.
    ///
    /// INVARIANT: a challenge is answered once (suite `approvals`, test `one_signature_sent_four_times_at_once_approves_one_call`).
    ///
    /// # Errors
    /// [`PasskeyError::Throttled`] and `Store`.
    pub(super) async fn verify(
        &self,
        tx: &mut dyn Session,
        ceremony: &Ceremony,
    ) -> Result<Option<Member>, PasskeyError> {
        self.charges.take::<PasskeyError>(tx, self.now).await?;
        if !take_challenge(tx, &self.challenge, CeremonyKind::SignIn, ceremony, self.now).await? {
            return Ok(None);
        }
        Ok(use_passkey(tx, &self.party, &self.challenge, &self.sent, self.now).await?)
    }
}

/// Stores a challenge for the passkeys of `signer`; `check` decides in the same unit of work whether it is stored.
///
/// # Errors
/// [`PasskeyError`]; `Wrong` if the member has no passkey, or `check` returns `false`.
pub(super) async fn request_signature<I, F>(
    app: &App,
    (draft, signer): (Draft, StaffId),
    network: IpAddr,
    input: I,
    check: F,
) -> Result<PasskeyRequest, PasskeyError>
where
    I: Send + Sync + 'static,
    F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, bool, StoreError> + Send + Sync + 'static,
{
    let party = relying_party(app)?;
    let challenge = draft.challenge;
    let input = (draft, signer, app.code_charges(network), app.clock.now(), input, check);
    let allowed = app.store.write(input, |tx, (draft, signer, charges, now, input, check)| {
        Box::pin(async move {
            charges.take::<PasskeyError>(tx, *now).await?;
            if !check(tx, input).await? {
                return Err(PasskeyError::Wrong);
            }
            let passkeys = Passkeys(tx).list(*signer).await?;
            if passkeys.is_empty() {
                return Err(PasskeyError::Wrong);
            }
            draft.add(tx).await?;
            Ok(passkeys.into_iter().map(|passkey| passkey.credential_id).collect())
        })
    });
    Ok(PasskeyRequest { challenge, relying_party: party.id, allowed: allowed.await? })
}
