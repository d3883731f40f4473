//! Gets a court for a booking of the desk.

use jiff::Timestamp;
use sideout_domain::{StaffId, claim::CourtTime, order::OrderNumber, venue::Venue};
use sideout_store::{Claims, DeskHolds, Session, StoreError};

use crate::steps::free_slot::free_desk_hold;

/// Claims a court of `venue` for the order `number`: from the clerk's own hold of this start, or because it is free. `false` if another
/// claim has it: then the unit of work must be rolled back.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn claim_slot(
    tx: &mut dyn Session,
    venue: &Venue,
    time: CourtTime,
    number: OrderNumber,
    staff: StaffId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let held = DeskHolds(tx).find_at(time.slot).await?;
    if let Some(own) = held.filter(|hold| hold.staff == Some(staff)) {
        if own.time == time {
            if Claims(tx).hand_over(time.slot, own.id, number).await? {
                return Ok(true);
            }
        } else {
            // A booking that is moved is as long as it was booked for, and a hold as long as the venue's slots were when it was made.
            free_desk_hold(tx, venue, (&own.time, own.id), None).await?;
        }
    }
    Claims(tx).claim_paid(time, number, now).await
}
