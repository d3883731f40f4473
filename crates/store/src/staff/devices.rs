//! The tables `desk_device` and `staff_pin_failure`: paired devices, and the wrong PINs on them.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{DeviceId, StaffId, VenueId, person::name_order};

use crate::{
    Row, Session, StoreError,
    accounts::{CLOCKS_APART_MS, SecretHash},
    params, sql,
};

/// The number of wrong PINs in a row of one person on one device before a pause.
const FREE_PINS: u32 = 5;

/// The pause after them, in milliseconds: 15 minutes.
const PAUSE_MS: i64 = 15 * 60 * 1_000;

/// The number of wrong PINs of all persons together, since the last right one of each, after which a device is
/// unpaired.
pub const MOST_WRONG_PINS: u32 = 20;

/// A device of a front desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// Its number; gives no access.
    pub id: DeviceId,
    /// Its venue.
    pub venue: VenueId,
    /// Its name.
    pub label: String,
    /// The member of staff who paired it.
    pub paired_by: StaffId,
    /// When it was paired.
    pub paired_at: Timestamp,
    /// When it was paired or last used ([`Devices::record_use`]).
    pub last_seen_at: Timestamp,
}

/// Whether a PIN is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PinAttempt {
    /// It is compared. If it is wrong, it is the n-th wrong one on the device.
    Counted(u32),
    /// The person has to wait this long on this device.
    Paused(SignedDuration),
    /// It is not compared: the device is unpaired, or has [`MOST_WRONG_PINS`] counted already.
    Refused,
}

/// The repository of paired devices.
pub struct Devices<'s>(pub &'s mut dyn Session);

impl Devices<'_> {
    /// Adds a device that has the secret with this hash.
    pub async fn add(&mut self, device: &Device, token: &SecretHash) -> Result<(), StoreError> {
        let params =
            params![device.id.0, device.venue.0, &device.label, token, device.paired_by.0, device.paired_at];
        self.0.run(sql!("desk_device/add"), params).await.map(drop)
    }

    /// A paired device.
    pub async fn find(&mut self, id: DeviceId) -> Result<Option<Device>, StoreError> {
        let row = self.0.first(sql!("desk_device/find"), params![id.0]).await?;
        row.as_ref().map(device).transpose()
    }

    /// The paired device with this secret, if it was used after `used_after`.
    pub async fn find_by_token(
        &mut self,
        token: &SecretHash,
        used_after: Timestamp,
    ) -> Result<Option<Device>, StoreError> {
        let row = self.0.first(sql!("desk_device/find_by_token"), params![token, used_after]).await?;
        row.as_ref().map(device).transpose()
    }

    /// All paired devices, by venue and label.
    pub async fn list(&mut self) -> Result<Vec<Device>, StoreError> {
        let rows = self.0.all(sql!("desk_device/list"), &[]).await?;
        let devices: Result<Vec<_>, StoreError> = rows.iter().map(device).collect();
        let mut devices = devices?;
        // Not by the database, because its locale would decide.
        devices.sort_by_cached_key(|device| (device.venue, name_order(&device.label)));
        Ok(devices)
    }

    /// Records that a device is in use; false if it was unpaired meanwhile. It stays paired until this unit of work ends.
    pub async fn record_use(&mut self, id: DeviceId, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("desk_device/record_use"), params![id.0, now]).await? == 1)
    }

    /// Unpairs a device; false if it was unpaired before.
    pub async fn unpair(
        &mut self,
        id: DeviceId,
        by: Option<StaffId>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![id.0, now, by.map(|staff| staff.0)];
        if self.0.run(sql!("desk_device/unpair"), params).await? == 0 {
            return Ok(false);
        }
        self.0.run(sql!("staff_pin_failure/remove_of_device"), params![id.0]).await?;
        Ok(true)
    }

    /// Counts a PIN of `staff` before it is compared. [`PinAttempt::Paused`] must be rolled back.
    ///
    /// INVARIANT: of any number of simultaneous PINs on a device, at most [`MOST_WRONG_PINS`] are compared (suite `pins`).
    pub async fn count_pin(
        &mut self,
        id: DeviceId,
        staff: StaffId,
        now: Timestamp,
    ) -> Result<PinAttempt, StoreError> {
        let counted = self.0.first(sql!("desk_device/count_pin"), params![id.0, MOST_WRONG_PINS]).await?;
        let Some(counted) = counted else { return Ok(PinAttempt::Refused) };
        let latest = now.as_millisecond() + PAUSE_MS + CLOCKS_APART_MS;
        let params = params![id.0, staff.0, now, FREE_PINS, PAUSE_MS, latest];
        if self.0.first(sql!("staff_pin_failure/claim"), params).await?.is_some() {
            return counted.converted("wrong_pins").map(PinAttempt::Counted);
        }
        let row = self.0.one(sql!("staff_pin_failure/find"), params![id.0, staff.0]).await?;
        Ok(PinAttempt::Paused(row.instant("next_try_at")?.duration_since(now)))
    }

    /// Ends the count of a person whose PIN was right.
    pub async fn clear_pins(&mut self, id: DeviceId, staff: StaffId) -> Result<(), StoreError> {
        let cleared = self.0.first(sql!("staff_pin_failure/clear"), params![id.0, staff.0]).await?;
        let Some(cleared) = cleared else { return Ok(()) };
        let failures = cleared.integer("failures")?;
        self.0.run(sql!("desk_device/clear_pins"), params![id.0, failures]).await.map(drop)
    }
}

fn device(row: &Row) -> Result<Device, StoreError> {
    Ok(Device {
        id: DeviceId(row.integer("device_id")?),
        venue: VenueId(row.integer("venue_id")?),
        label: row.text("label")?.to_owned(),
        paired_by: StaffId(row.integer("paired_by")?),
        paired_at: row.instant("paired_at")?,
        last_seen_at: row.instant("last_seen_at")?,
    })
}
