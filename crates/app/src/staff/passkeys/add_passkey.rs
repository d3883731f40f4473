//! Adds a passkey to a person's own account.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::staff::{Permission, SignInStrength};
use sideout_store::{
    Session, StoreError,
    staff::{CeremonyKind, Passkey, Passkeys, StaffSessions},
};

use super::{
    ceremony::{Challenge, Draft, PasskeysOff, ceremony_of, relying_party, take_challenge},
    use_passkey::{StoredCredential, user_handle},
};
use crate::{
    App,
    platform::webauthn::{ALGORITHMS, RelyingParty, find_challenge, verify_registration},
    staff::DeviceLabel,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The most passkeys of one person.
const MOST_PASSKEYS: usize = 20;

/// What a browser needs to make a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyCreation {
    /// What the authenticator answers.
    pub challenge: Challenge,
    /// The host for which the passkey is made.
    pub relying_party: String,
    /// The id of the person that the authenticator stores with the passkey (WebAuthn user handle).
    pub user_handle: Vec<u8>,
    /// The name that the authenticator shows.
    pub full_name: String,
    /// The COSE numbers of the accepted signatures, the preferred one first.
    pub algorithms: Vec<i64>,
    /// The ids of the passkeys that the person has: the same authenticator makes no second one.
    pub excluded: Vec<Vec<u8>>,
}

/// What a browser sends after `navigator.credentials.create()`.
#[derive(Debug, Clone)]
pub struct SentAttestation {
    /// What the browser says of the ceremony.
    pub client_data_json: Vec<u8>,
    /// What the authenticator says, with the new key.
    pub attestation_object: Vec<u8>,
}

/// A passkey with the name that its owner gives it.
#[derive(Debug, Clone)]
pub struct NewPasskey {
    /// Its name.
    pub label: DeviceLabel,
    /// The answer of the authenticator.
    pub sent: SentAttestation,
}

/// Why a passkey was not added.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AddPasskeyError {
    /// The challenge was answered or has expired, the authenticator's answer is not valid, or the passkey is there already.
    #[error("the answer of the authenticator is refused")]
    Wrong,
    /// The person has as many as one may have.
    #[error("there are too many passkeys")]
    TooMany,
    /// Passkeys are off, because the public URL has an IP address.
    #[error(transparent)]
    Off(#[from] PasskeysOff),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Draws a challenge for a new passkey of `actor`.
///
/// # Errors
/// [`AddPasskeyError`], never `Wrong`.
pub async fn start_passkey(app: &App, actor: &Actor) -> Result<PasskeyCreation, AddPasskeyError> {
    actor.check(Permission::OwnKeys, app.clock.now())?;
    let party = relying_party(app)?;
    let draft = Draft::new(app, CeremonyKind::Register, ceremony_of(actor));
    let challenge = draft.challenge;
    let own = app.store.write((draft, actor.id()), |tx, (draft, staff)| {
        Box::pin(async move {
            let own = Passkeys(tx).list(*staff).await?;
            if own.len() >= MOST_PASSKEYS {
                return Err(AddPasskeyError::TooMany);
            }
            draft.add(tx).await?;
            Ok(own)
        })
    });
    Ok(PasskeyCreation {
        challenge,
        relying_party: party.id,
        user_handle: user_handle(actor.id()).to_vec(),
        full_name: actor.member.full_name.clone(),
        algorithms: ALGORITHMS.to_vec(),
        excluded: own.await?.into_iter().map(|passkey| passkey.credential_id).collect(),
    })
}

struct Input {
    party: RelyingParty,
    challenge: Challenge,
    new: NewPasskey,
    actor: Actor,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sent = &self.new.sent;
        (&self.new.label, &sent.client_data_json, &sent.attestation_object).serialize(serializer)
    }
}

/// What the audit shows of a passkey.
#[derive(Serialize)]
pub(super) struct PasskeyFacts<'a> {
    pub(super) label: &'a str,
}

/// Adds the passkey that was made by a challenge of [`start_passkey`]. The session counts as proven by it, and all other sessions of
/// the person end.
///
/// # Errors
/// [`AddPasskeyError`].
pub async fn add_passkey(
    app: &App,
    actor: &Actor,
    new: NewPasskey,
    key: RequestKey,
) -> Result<(), AddPasskeyError> {
    let party = relying_party(app)?;
    let challenge = find_challenge(&new.sent.client_data_json);
    let command = Command { operation: "add_passkey", permission: Permission::OwnKeys, venue: None, key };
    // Check the permission before the challenge, so that a person who may not add a passkey gets this reason.
    actor.check(command.permission, app.clock.now())?;
    let challenge = challenge.ok_or(AddPasskeyError::Wrong)?;
    let input = Input { party, challenge, new, actor: actor.clone(), now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(add(tx, input))).await
}

async fn add(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, AddPasskeyError> {
    let Input { party, challenge, new, actor, now } = input;
    if !take_challenge(tx, challenge, CeremonyKind::Register, &ceremony_of(actor), *now).await? {
        return Err(AddPasskeyError::Wrong);
    }
    // Several challenges can be drawn before the first is answered.
    if Passkeys(tx).list(actor.id()).await?.len() >= MOST_PASSKEYS {
        return Err(AddPasskeyError::TooMany);
    }
    let sent = &new.sent;
    let made = verify_registration(party, challenge, &sent.client_data_json, &sent.attestation_object);
    let made = made.map_err(|_| AddPasskeyError::Wrong)?;
    let label = new.label.to_string();
    let passkey = Passkey {
        credential_id: made.id.clone(),
        staff: actor.id(),
        label: label.clone(),
        credential: StoredCredential::of(made).json()?,
        created_at: *now,
        last_used_at: None,
    };
    if !Passkeys(tx).add(&passkey).await? {
        return Err(AddPasskeyError::Wrong);
    }
    StaffSessions(tx).prove(&actor.token, SignInStrength::Passkey, *now).await?;
    StaffSessions(tx).remove_others(actor.id(), &actor.token).await?;
    let facts = PasskeyFacts { label: &label };
    Ok(Audited::new((), Entry::added("passkey.added", "staff", actor.id(), &facts)))
}
