//! Whether the day of an hour that is booked is still open.

use jiff::Timestamp;
use sideout_domain::{VenueId, claim::CourtTime};
use sideout_store::{Session, StoreError, VenueDays};

use super::desk_slot::DeskSlot;

/// Whether the hour can still be booked, as far as its day is concerned: a day that is closed has its report. Only an hour that has
/// begun can be of a closed day, so other bookings wait for nobody.
///
/// INVARIANT: an hour is not booked after the report of its day was written (suite `closing_days`).
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn is_day_open(
    tx: &mut dyn Session,
    venue: VenueId,
    (slot, time): (&DeskSlot, &CourtTime),
    now: Timestamp,
) -> Result<bool, StoreError> {
    if time.slot.starts_at > now {
        return Ok(true);
    }
    // Who closes the day at this moment is waited for.
    VenueDays(tx).take_turn(venue).await?;
    Ok(VenueDays(tx).find(venue, slot.day).await?.is_none())
}
