//! Devices of front desks: pairs, lists and unpairs them. On a paired device staff can sign in by a PIN.

use std::{fmt, str::FromStr};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_domain::{DeviceId, StaffId, VenueId, staff::Permission};
use sideout_store::{
    Session, StoreError,
    accounts::SecretHash,
    staff::{Device, Devices, StaffSessions},
};

use crate::{
    App,
    platform::{
        random::ID_DIGITS,
        tokens::{Token, hash_of},
        venues::find_known_venue,
    },
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The name of a device, also of one that holds a passkey: 2 to 40 characters without control characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeviceLabel(String);

/// The text is not a valid name of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a device's name has 2 to 40 characters and no control characters")]
pub struct BadDeviceLabel;

impl FromStr for DeviceLabel {
    type Err = BadDeviceLabel;

    fn from_str(text: &str) -> Result<Self, BadDeviceLabel> {
        let text = text.trim();
        let good = (2..=40).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if good { Ok(DeviceLabel(text.to_owned())) } else { Err(BadDeviceLabel) }
    }
}

impl fmt::Display for DeviceLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A device that was paired.
#[derive(Debug, Clone)]
pub struct PairedDevice {
    /// Its number.
    pub id: DeviceId,
    /// The secret for the device's cookie.
    pub token: Token,
}

/// Why a device was not paired.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PairDeviceError {
    /// It is paired already.
    #[error("the device is paired already")]
    Paired,
    /// A call with this key paired it before, in another session. Its secret is not stored, so it cannot be sent again.
    #[error("the device was paired by an earlier call")]
    PairedBefore,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a device was not unpaired.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UnpairDeviceError {
    /// There is no such device at the caller's venues.
    #[error("no such device")]
    NoDevice,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the audit shows of a device.
#[derive(Serialize)]
struct DeviceFacts<'a> {
    label: &'a str,
}

struct Pairing {
    device: Device,
    token: SecretHash,
    /// The hash of the secret that the device has already.
    earlier: Option<SecretHash>,
    session: SecretHash,
    used_after: Timestamp,
}

impl Serialize for Pairing {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.device.venue, &self.device.label).serialize(serializer)
    }
}

#[derive(Serialize, Deserialize)]
struct Answer {
    id: DeviceId,
    /// The hash of the secret: the same call of another session has another secret.
    token: Vec<u8>,
}

/// Pairs the device of `actor`'s session with a venue; the session is on it from then on. `earlier` is the secret that the
/// device sent, if it was paired before. The same call of the same session returns the same secret again.
///
/// # Errors
/// [`PairDeviceError`].
pub async fn pair_device(
    app: &App,
    actor: &Actor,
    (venue, label): (VenueId, DeviceLabel),
    earlier: Option<&str>,
    key: RequestKey,
) -> Result<PairedDevice, PairDeviceError> {
    let (permission, now) = (Permission::DevicePair, app.clock.now());
    actor.check_at(venue, permission, now)?;
    // The check lets an owner pass also for a number that no venue has.
    let venue = find_known_venue(app, venue).await?.ok_or(Refused::OtherVenue)?.id;
    let token = Token::desk_device(&app.secrets, &actor.token, &key.to_string());
    let pairing = Pairing {
        device: Device {
            id: DeviceId(app.random.number_of_digits(ID_DIGITS)),
            venue,
            label: label.to_string(),
            paired_by: actor.id(),
            paired_at: now,
            last_seen_at: now,
        },
        token: token.hash(),
        earlier: earlier.and_then(hash_of),
        session: actor.token,
        used_after: app.settings.desk.device_used_after(now),
    };
    let command = Command { operation: "pair_device", permission, venue: Some(venue), key };
    let answer =
        audited_write(app, actor, command, pairing, |tx, pairing| Box::pin(pair(tx, pairing))).await?;
    if answer.token != token.hash().0 {
        return Err(PairDeviceError::PairedBefore);
    }
    Ok(PairedDevice { id: answer.id, token })
}

async fn pair(tx: &mut dyn Session, pairing: &Pairing) -> Result<Audited<Answer>, PairDeviceError> {
    let Pairing { device, token, earlier, session, used_after } = pairing;
    if let Some(earlier) = earlier
        && Devices(tx).find_by_token(earlier, *used_after).await?.is_some()
    {
        return Err(PairDeviceError::Paired);
    }
    Devices(tx).add(device, token).await?;
    StaffSessions(tx).bind(session, Some(device.id), device.paired_at).await?;
    let facts = DeviceFacts { label: &device.label };
    let answer = Answer { id: device.id, token: token.0.to_vec() };
    Ok(Audited::new(answer, Entry::added("device.paired", "device", device.id, &facts)))
}

/// The paired devices of `actor`'s venues.
///
/// # Errors
/// [`UnpairDeviceError::Refused`], or the store's.
pub async fn list_devices(app: &App, actor: &Actor) -> Result<Vec<Device>, UnpairDeviceError> {
    let now = app.clock.now();
    actor.check(Permission::DevicePair, now)?;
    let used_after = app.settings.desk.device_used_after(now);
    let read = app.store.read((), |tx, ()| Box::pin(async move { Devices(tx).list().await }));
    let devices: Result<Vec<Device>, StoreError> = read.await;
    let is_shown = |device: &Device| actor.works_at(device.venue) && device.last_seen_at > used_after;
    Ok(devices?.into_iter().filter(is_shown).collect())
}

struct Unpairing {
    actor: Actor,
    device: DeviceId,
    now: Timestamp,
}

impl Serialize for Unpairing {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.device.serialize(serializer)
    }
}

/// Unpairs a device. All sessions on it end, except that of the caller, which is on no device then.
///
/// # Errors
/// [`UnpairDeviceError`].
pub async fn unpair_device(
    app: &App,
    actor: &Actor,
    device: DeviceId,
    key: RequestKey,
) -> Result<(), UnpairDeviceError> {
    let command =
        Command { operation: "unpair_device", permission: Permission::DevicePair, venue: None, key };
    let input = Unpairing { actor: actor.clone(), device, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(unpair(tx, input))).await
}

async fn unpair(tx: &mut dyn Session, input: &Unpairing) -> Result<Audited<()>, UnpairDeviceError> {
    let Unpairing { actor, device, now } = input;
    let found = Devices(tx).find(*device).await?.filter(|found| actor.works_at(found.venue));
    let found = found.ok_or(UnpairDeviceError::NoDevice)?;
    if actor.device.as_ref().is_some_and(|own| own.id == *device) {
        StaffSessions(tx).bind(&actor.token, None, *now).await?;
    }
    let entry = end_device(tx, &found, Some(actor.id()), *now).await?.ok_or(UnpairDeviceError::NoDevice)?;
    Ok(Audited::new((), entry))
}

/// Unpairs a device and ends the sessions on it. Returns what the audit says of it; `None` if it was unpaired before.
pub(super) async fn end_device(
    tx: &mut dyn Session,
    device: &Device,
    by: Option<StaffId>,
    now: Timestamp,
) -> Result<Option<Entry>, StoreError> {
    if !Devices(tx).unpair(device.id, by, now).await? {
        return Ok(None);
    }
    StaffSessions(tx).remove_of_device(device.id).await?;
    let facts = DeviceFacts { label: &device.label };
    Ok(Some(Entry::removed("device.unpaired", "device", device.id, &facts).at(device.venue)))
}

/// Puts a session that has just begun on the paired device that has this secret, and ends the earlier session there. Without
/// such a device nothing happens, nor if the session is on it already.
///
/// # Errors
/// [`StoreError`] only.
pub async fn bind_to_device(app: &App, session: &Token, device: &str) -> Result<(), StoreError> {
    let Some(device) = hash_of(device) else { return Ok(()) };
    let now = app.clock.now();
    let input = (session.hash(), device, app.settings.desk.device_used_after(now), now);
    app.store
        .write(input, |tx, (session, device, used_after, now)| {
            Box::pin(async move {
                let Some(device) = Devices(tx).find_by_token(device, *used_after).await? else {
                    return Ok(());
                };
                // A sign-in whose answer was lost is sent again: its session is the one on the device.
                let begun = StaffSessions(tx).find(session).await?.and_then(|begun| begun.paired_device);
                if begun.is_some_and(|there| there.id == device.id) {
                    return Ok(());
                }
                if Devices(tx).record_use(device.id, *now).await? {
                    StaffSessions(tx).remove_of_device(device.id).await?;
                    StaffSessions(tx).bind(session, Some(device.id), *now).await?;
                }
                Ok(())
            })
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_trimmed_and_neither_too_short_nor_too_long() {
        assert_eq!(" Front desk ".parse::<DeviceLabel>().unwrap().to_string(), "Front desk");
        for text in ["", " x ", "a\nb", &"x".repeat(41)] {
            assert_eq!(text.parse::<DeviceLabel>(), Err(BadDeviceLabel), "{text}");
        }
    }
}
