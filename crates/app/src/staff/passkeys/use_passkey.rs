//! Verifies a signature of a passkey.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_domain::StaffId;
use sideout_store::{
    Session, StoreError,
    staff::{Member, Members, Passkeys},
};

use super::ceremony::{Challenge, PasskeysOff};
use crate::{
    Throttled,
    platform::webauthn::{
        MAX_CREDENTIAL_ID, NewCredential, PublicKey, RelyingParty, find_challenge, verify_assertion,
    },
    steps::audited::{Doer, Entry, record},
};

/// Why a passkey is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PasskeyError {
    /// The challenge, the passkey or its signature is not valid here, or the person was switched off; the error does not reveal which.
    #[error("the passkey is refused")]
    Wrong,
    /// Passkeys are off, because the public URL has an IP address.
    #[error(transparent)]
    Off(#[from] PasskeysOff),
    /// There were too many attempts from this network.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a browser sends after `navigator.credentials.get()`.
#[derive(Debug, Clone)]
pub struct SentAssertion {
    /// The id of the passkey that has signed.
    pub credential_id: Vec<u8>,
    /// What the browser says of the ceremony.
    pub client_data_json: Vec<u8>,
    /// What the authenticator says.
    pub authenticator_data: Vec<u8>,
    /// Its signature over both.
    pub signature: Vec<u8>,
    /// Whose passkey it is, as recorded when it was made.
    pub user_handle: Option<Vec<u8>>,
}

impl SentAssertion {
    /// The challenge that was answered.
    pub(super) fn challenge(&self) -> Result<Challenge, PasskeyError> {
        find_challenge(&self.client_data_json).ok_or(PasskeyError::Wrong)
    }
}

/// What a passkey's row keeps of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredCredential {
    key: PublicKey,
    /// The authenticator's count of signatures at the last use; 0 if it counts none.
    count: u32,
    is_backed_up: bool,
}

impl StoredCredential {
    pub(super) fn of(new: NewCredential) -> Self {
        StoredCredential { key: new.key, count: new.count, is_backed_up: new.is_backed_up }
    }

    pub(super) fn json(&self) -> Result<String, StoreError> {
        serde_json::to_string(self).map_err(|error| StoreError::Corrupt(format!("a passkey: {error}")))
    }
}

/// The id of the person that authenticators store with a passkey: the member's number, which reveals nothing to others.
pub(super) fn user_handle(staff: StaffId) -> [u8; 8] {
    staff.0.to_be_bytes()
}

/// What the audit shows of a refused passkey.
#[derive(Serialize)]
struct Facts {
    count: u32,
}

/// The member whose passkey has signed the challenge, which is taken already; `None` if the signature is refused.
pub(super) async fn use_passkey(
    tx: &mut dyn Session,
    party: &RelyingParty,
    challenge: &Challenge,
    sent: &SentAssertion,
    now: Timestamp,
) -> Result<Option<Member>, StoreError> {
    if sent.credential_id.is_empty() || sent.credential_id.len() > MAX_CREDENTIAL_ID {
        return Ok(None);
    }
    let Some(passkey) = Passkeys(tx).find(&sent.credential_id).await? else { return Ok(None) };
    let stored: StoredCredential = serde_json::from_str(&passkey.credential)
        .map_err(|error| StoreError::Corrupt(format!("a passkey: {error}")))?;
    let verified = verify_assertion(
        party,
        challenge,
        &stored.key,
        &sent.client_data_json,
        &sent.authenticator_data,
        &sent.signature,
    );
    let Ok(assertion) = verified else { return Ok(None) };
    if sent.user_handle.as_deref().is_some_and(|handle| handle != user_handle(passkey.staff)) {
        return Ok(None);
    }
    let member = Members(tx).find(passkey.staff).await?.filter(|member| member.active);
    let Some(member) = member else { return Ok(None) };
    // An authenticator that counts and was copied shows a count that was seen before (WebAuthn §6.1.1).
    if (assertion.count > 0 || stored.count > 0) && assertion.count <= stored.count {
        let (before, after) = (Facts { count: stored.count }, Facts { count: assertion.count });
        let entry = Entry::changed("passkey.refused", "staff", member.id, &before, &after);
        record(tx, &Doer::SERVER, entry.with_reason("the passkey may have been copied"), now).await?;
        return Ok(None);
    }
    let used = StoredCredential { count: assertion.count, is_backed_up: assertion.is_backed_up, ..stored };
    let is_recorded = Passkeys(tx).record_use(&passkey, &used.json()?, now).await?;
    Ok(is_recorded.then_some(member))
}
