//! Begins a ceremony: draws the challenge that an authenticator signs.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use sideout_domain::StaffId;
use sideout_store::{
    Session, StoreError,
    accounts::SecretHash,
    staff::{Ceremonies, Ceremony, CeremonyKind},
};

use crate::{App, platform::webauthn::RelyingParty, steps::audited::Actor};

/// Minutes in which a challenge can be answered.
pub const CEREMONY_MINUTES: u32 = 5;

/// What an authenticator signs: 256 random bits. Its hash is stored.
pub type Challenge = [u8; 32];

/// The public URL has an IP address, for which browsers make no passkeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("browsers make no passkeys for an IP address")]
pub struct PasskeysOff;

/// What a browser needs to have a passkey sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRequest {
    /// What is signed.
    pub challenge: Challenge,
    /// The host for which the passkey was made.
    pub relying_party: String,
    /// The ids of the passkeys that may sign; empty: any for this host.
    pub allowed: Vec<Vec<u8>>,
}

/// The relying party of this business.
pub(super) fn relying_party(app: &App) -> Result<RelyingParty, PasskeysOff> {
    RelyingParty::of(&app.settings.public_url).ok_or(PasskeysOff)
}

/// The hash under which a challenge is stored.
pub(super) fn hash_of_challenge(challenge: &Challenge) -> SecretHash {
    SecretHash(Sha256::digest(challenge).into())
}

/// The session that requested a challenge, and that has to answer it. A sign-in has none yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Requester {
    session: Option<i64>,
    /// The colleague who approves by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    approver: Option<i64>,
}

/// A challenge that is about to be stored.
pub(super) struct Draft {
    pub(super) challenge: Challenge,
    kind: CeremonyKind,
    ceremony: Ceremony,
    expires_at: Timestamp,
}

impl Draft {
    /// A challenge for this ceremony.
    pub(super) fn new(app: &App, kind: CeremonyKind, ceremony: Ceremony) -> Self {
        let life = SignedDuration::from_mins(CEREMONY_MINUTES.into());
        let expires_at = app.clock.now().checked_add(life).unwrap_or(Timestamp::MAX);
        Draft { challenge: app.random.bytes(), kind, ceremony, expires_at }
    }

    /// Stores the hash of the challenge.
    pub(super) async fn add(&self, tx: &mut dyn Session) -> Result<(), StoreError> {
        let hash = hash_of_challenge(&self.challenge);
        Ceremonies(tx).add(&hash, self.kind, &self.ceremony, self.expires_at).await
    }
}

/// The ceremony of a person who is not known yet.
pub(super) fn ceremony_of_unknown() -> Ceremony {
    ceremony(None, None)
}

/// The ceremony in which `requester` signs.
pub(super) fn ceremony_of(requester: &Actor) -> Ceremony {
    ceremony(Some(requester), None)
}

/// The ceremony in which `approver` signs for one call of `requester`.
pub(super) fn ceremony_of_approval(requester: &Actor, approver: StaffId) -> Ceremony {
    ceremony(Some(requester), Some(approver))
}

fn ceremony(requester: Option<&Actor>, approver: Option<StaffId>) -> Ceremony {
    let session = requester.map(|actor| actor.session_id);
    let state = Requester { session, approver: approver.map(|staff| staff.0) };
    // A struct of numbers is always valid JSON.
    let state = serde_json::to_string(&state).unwrap_or_default();
    Ceremony { staff: requester.map(Actor::id), state }
}

/// Removes the challenge; false if it was not drawn for this ceremony, was answered, or has expired.
pub(super) async fn take_challenge(
    tx: &mut dyn Session,
    challenge: &Challenge,
    kind: CeremonyKind,
    ceremony: &Ceremony,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let taken = Ceremonies(tx).take(&hash_of_challenge(challenge), kind, now).await?;
    Ok(taken.as_ref() == Some(ceremony))
}
