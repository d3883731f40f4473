//! Sets a person's own PIN.

use std::net::IpAddr;

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{
    StaffId,
    person::PasswordHash,
    staff::{Permission, Pin},
};
use sideout_store::{
    StoreError,
    staff::{Pins, StaffSessions},
};

use crate::{
    App,
    platform::passwords::HashError,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why a PIN was not set.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SetPinError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Hashing is busy or failed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    staff: StaffId,
    hash: PasswordHash,
    now: Timestamp,
}

impl Serialize for Input {
    /// Leaves the PIN out of the fingerprint of the call: a reader of the database could try all PINs against that fast hash.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.staff.serialize(serializer)
    }
}

/// Sets or changes the PIN of `actor`, and ends the sessions that the earlier PIN began, unless a key has proven them since.
///
/// # Errors
/// [`SetPinError`].
pub async fn set_pin(
    app: &App,
    actor: &Actor,
    pin: &Pin,
    network: IpAddr,
    key: RequestKey,
) -> Result<(), SetPinError> {
    let now = app.clock.now();
    actor.check(Permission::OwnPin, now)?;
    let place = app.passwords.take_place(network)?;
    let password = app.secrets.pin_password(actor.id(), pin);
    let password = password.ok_or_else(|| HashError::Broken("a PIN has no keyed hash".to_owned()))?;
    let hash = place.hash(&password, app.random.bytes::<16>()).await?;
    let command = Command { operation: "set_pin", permission: Permission::OwnPin, venue: None, key };
    let input = Input { staff: actor.id(), hash, now };
    audited_write(app, actor, command, input, |tx, input| {
        Box::pin(async move {
            Pins(tx).put(input.staff, &input.hash, input.now).await?;
            StaffSessions(tx).remove_by_pin(input.staff).await?;
            Ok(Audited::new((), Entry::happened("pin.set", "staff", input.staff)))
        })
    })
    .await
}
