//! Removes a person's own PIN.

use sideout_domain::staff::Permission;
use sideout_store::{
    StoreError,
    staff::{Pins, StaffSessions},
};

use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why a PIN was not removed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RemovePinError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Removes the PIN of `actor`, if they have one, and ends the sessions that it began, unless a key has proven them since.
///
/// # Errors
/// [`RemovePinError`].
pub async fn remove_pin(app: &App, actor: &Actor, key: RequestKey) -> Result<(), RemovePinError> {
    let command = Command { operation: "remove_pin", permission: Permission::OwnPin, venue: None, key };
    audited_write(app, actor, command, actor.id(), |tx, staff| {
        Box::pin(async move {
            if !Pins(tx).remove(*staff).await? {
                return Ok(Audited::unchanged(()));
            }
            StaffSessions(tx).remove_by_pin(*staff).await?;
            Ok(Audited::new((), Entry::happened("pin.removed", "staff", staff)))
        })
    })
    .await
}
