//! Locks a paired device, keeps it unlocked while a person touches it, and lists who can unlock it.

use sideout_store::{
    StoreError,
    staff::{Device, Devices, PersonWithPin, Pins, StaffSessions},
};

use super::StaffAuthError;
use crate::{App, platform::tokens::hash_of, steps::audited::Actor};

/// A paired device with the people of its venue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedDevice {
    /// The device.
    pub device: Device,
    /// Those of its venue who have a PIN, by name.
    pub people: Vec<PersonWithPin>,
}

/// The paired device that has this secret; `None` if no device has it (any more). It counts as used now (`business.desk.device_days`).
///
/// # Errors
/// [`StoreError`] only.
pub async fn read_locked_device(app: &App, token: &str) -> Result<Option<LockedDevice>, StoreError> {
    let Some(token) = hash_of(token) else { return Ok(None) };
    let now = app.clock.now();
    let input = (token, app.settings.desk.device_used_after(now), now);
    app.store
        .write(input, |tx, (token, used_after, now)| {
            Box::pin(async move {
                let Some(device) = Devices(tx).find_by_token(token, *used_after).await? else {
                    return Ok(None);
                };
                if !Devices(tx).record_use(device.id, *now).await? {
                    return Ok(None);
                }
                let people = Pins(tx).list_people(device.venue).await?;
                Ok(Some(LockedDevice { device, people }))
            })
        })
        .await
}

/// Locks the session of `actor` on its device. A session that is on none stays as it is.
///
/// # Errors
/// [`StoreError`] only.
pub async fn lock_session(app: &App, actor: &Actor) -> Result<(), StoreError> {
    app.store
        .write(actor.token, |tx, token| {
            Box::pin(async move { StaffSessions(tx).lock(token).await.map(drop) })
        })
        .await
}

/// Records that a person touches the device of `actor`'s session. The calls that a page makes by itself are not touches.
///
/// # Errors
/// [`StaffAuthError::Locked`] if it was locked meanwhile, or the store's.
pub async fn touch_session(app: &App, actor: &Actor) -> Result<(), StaffAuthError> {
    if actor.device.is_none() {
        return Ok(());
    }
    let now = app.clock.now();
    let input = (actor.token, now, app.settings.desk.session_touched_after(now));
    let touch = app.store.write(input, |tx, (token, now, touched_after)| {
        Box::pin(async move { StaffSessions(tx).touch_device(token, *now, *touched_after).await })
    });
    let is_unlocked: Result<bool, StoreError> = touch.await;
    if is_unlocked? { Ok(()) } else { Err(StaffAuthError::Locked) }
}
