//! Tries a PIN on a paired device: counts it before it is compared, and unpairs the device after too many wrong ones.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{DeviceId, StaffId, person::PasswordHash, staff::Pin};
use sideout_store::{
    Session, StoreError,
    accounts::SecretHash,
    staff::{Device, Devices, MOST_WRONG_PINS, Members, PinAttempt, Pins},
};

use super::devices::end_device;
use crate::{
    App, Limit, Throttled,
    platform::passwords::HashError,
    steps::audited::{Doer, record},
};

/// Why a PIN is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum PinError {
    /// The person does not work here, is switched off, has no PIN, or it is another one, or too many wrong ones were tried on the device;
    /// the error does not reveal which.
    #[error("wrong PIN")]
    WrongPin,
    /// The device is not paired (any more).
    #[error("the device is not paired")]
    NotPaired,
    /// The person entered too many wrong PINs on this device.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Hashing is busy or failed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A PIN that was right when it was compared. It counts if it is still the person's when it is used.
pub(super) struct RightPin {
    pub(super) device: Device,
    pub(super) staff: StaffId,
    pub(super) hash: PasswordHash,
}

/// The paired device on which a PIN is tried.
#[derive(Debug, Clone, Copy)]
pub(super) enum AtDevice {
    /// The device that has sent this secret.
    Token(SecretHash),
    /// The device of the caller's session.
    Id(DeviceId),
}

struct Attempt {
    device: AtDevice,
    staff: StaffId,
    used_after: Timestamp,
    now: Timestamp,
}

/// What is known before a PIN is compared.
struct Admitted {
    device: Device,
    /// `None` if no PIN of this person opens this device.
    hash: Option<PasswordHash>,
    count: u32,
}

/// Compares `pin` with that of `staff` on a paired device.
///
/// A hash takes tens of milliseconds, so it is compared between two units of work: the attempt is counted before, and
/// [`RightPin::use_in`] ends the count.
pub(super) async fn try_pin(
    app: &App,
    device: AtDevice,
    staff: StaffId,
    pin: &str,
    network: IpAddr,
) -> Result<RightPin, PinError> {
    let now = app.clock.now();
    let place = app.passwords.take_place(network)?;
    let used_after = app.settings.desk.device_used_after(now);
    let attempt = Attempt { device, staff, used_after, now };
    // A device that is unpaired here stays unpaired: the unit commits, and only then is the caller refused.
    let admitted = app.store.write(attempt, |tx, attempt| Box::pin(admit(tx, attempt))).await?;
    let Admitted { device, hash, count } = admitted.ok_or(PinError::WrongPin)?;
    let password = Pin::attempt(pin).and_then(|pin| app.secrets.pin_password(staff, &pin));
    let is_right = match &password {
        Some(password) => place.check(password, hash.as_ref()).await?.is_right,
        None => false,
    };
    match hash.filter(|_| is_right) {
        Some(hash) => Ok(RightPin { device, staff, hash }),
        None => {
            if count >= MOST_WRONG_PINS {
                app.store
                    .write((device, now), |tx, (device, now)| Box::pin(unpair(tx, device, *now)))
                    .await?;
            }
            Err(PinError::WrongPin)
        }
    }
}

async fn admit(tx: &mut dyn Session, attempt: &Attempt) -> Result<Option<Admitted>, PinError> {
    let Attempt { device, staff, used_after, now } = attempt;
    let found = match device {
        AtDevice::Token(token) => Devices(tx).find_by_token(token, *used_after).await?,
        AtDevice::Id(id) => Devices(tx).find(*id).await?,
    };
    let device = found.ok_or(PinError::NotPaired)?;
    match Devices(tx).count_pin(device.id, *staff, *now).await? {
        PinAttempt::Counted(count) => {
            let works_here =
                Pins(tx).list_people(device.venue).await?.iter().any(|person| person.id == *staff);
            let hash = if works_here { Pins(tx).find(*staff).await? } else { None };
            Ok(Some(Admitted { device, hash, count }))
        }
        // The error rolls the count back.
        PinAttempt::Paused(pause) => Err(Throttled::by(Limit::StaffPins, pause).into()),
        PinAttempt::Refused => {
            unpair(tx, &device, *now).await?;
            Ok(None)
        }
    }
}

async fn unpair(tx: &mut dyn Session, device: &Device, now: Timestamp) -> Result<(), StoreError> {
    if let Some(entry) = end_device(tx, device, None, now).await? {
        record(tx, &Doer::SERVER, entry.with_reason("too many wrong PINs"), now).await?;
    }
    Ok(())
}

impl RightPin {
    /// Ends the count of wrong PINs; false if the device was unpaired, the person switched off, or the PIN changed since it
    /// was compared.
    pub(super) async fn use_in(&self, tx: &mut dyn Session, now: Timestamp) -> Result<bool, StoreError> {
        let is_active = Members(tx).find(self.staff).await?.is_some_and(|member| member.active);
        if !is_active
            || Pins(tx).find(self.staff).await?.as_ref() != Some(&self.hash)
            || !Devices(tx).record_use(self.device.id, now).await?
        {
            return Ok(false);
        }
        Devices(tx).clear_pins(self.device.id, self.staff).await?;
        Ok(true)
    }
}
