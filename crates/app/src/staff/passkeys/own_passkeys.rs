//! A person's own passkeys: lists and removes them.

use serde::Serialize;
use sideout_domain::{StaffId, staff::Permission};
use sideout_store::{
    Session, StoreError,
    staff::{Passkey, Passkeys},
};

use super::add_passkey::PasskeyFacts;
use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The passkeys of `actor`, the oldest first.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_own_passkeys(app: &App, actor: &Actor) -> Result<Vec<Passkey>, StoreError> {
    let read =
        app.store.read(actor.id(), |tx, staff| Box::pin(async move { Passkeys(tx).list(*staff).await }));
    read.await
}

/// Why a passkey was not removed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RemovePasskeyError {
    /// The person has no such passkey (any more).
    #[error("no such passkey")]
    NoPasskey,
    /// It is the last key with which they can sign in.
    #[error("the last key cannot be removed")]
    LastKey,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Serialize)]
struct Input {
    staff: StaffId,
    credential_id: Vec<u8>,
}

/// Removes a passkey of `actor`; sessions that it began stay.
///
/// # Errors
/// [`RemovePasskeyError`].
pub async fn remove_passkey(
    app: &App,
    actor: &Actor,
    credential_id: Vec<u8>,
    key: RequestKey,
) -> Result<(), RemovePasskeyError> {
    let command = Command { operation: "remove_passkey", permission: Permission::OwnKeys, venue: None, key };
    let input = Input { staff: actor.id(), credential_id };
    audited_write(app, actor, command, input, |tx, input| Box::pin(remove(tx, input))).await
}

async fn remove(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, RemovePasskeyError> {
    let found = find_own(tx, input).await?;
    if !Passkeys(tx).remove(&input.credential_id, input.staff).await? {
        // It may have been removed elsewhere since it was read.
        find_own(tx, input).await?;
        return Err(RemovePasskeyError::LastKey);
    }
    let facts = PasskeyFacts { label: &found.label };
    Ok(Audited::new((), Entry::removed("passkey.removed", "staff", input.staff, &facts)))
}

async fn find_own(tx: &mut dyn Session, input: &Input) -> Result<Passkey, RemovePasskeyError> {
    let found = Passkeys(tx).find(&input.credential_id).await?;
    found.filter(|found| found.staff == input.staff).ok_or(RemovePasskeyError::NoPasskey)
}
