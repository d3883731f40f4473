//! Whether the day of an hour that is booked is still open.

use jiff::Timestamp;
use sideout_domain::{VenueId, claim::CourtTime};
use sideout_store::{Session, StoreError, VenueDays};

use super::desk_slot::DeskSlot;

/// Whether the day of the hour is still open. A closed day has its report, so no booking may be added to it. A day is closed only after
/// its last start, so an hour that has not begun is on an open day, and no lock is taken for it.
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
    // Waits for a unit of work that is closing the day.
    VenueDays(tx).take_turn(venue).await?;
    Ok(VenueDays(tx).find(venue, slot.day).await?.is_none())
}
