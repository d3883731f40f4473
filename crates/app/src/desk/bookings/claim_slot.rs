//! Gets a court for a booking of the desk.

use jiff::Timestamp;
use sideout_domain::{StaffId, claim::CourtTime, order::OrderNumber};
use sideout_store::{Claims, DeskHolds, Session, StoreError, claims::ClaimOwner};

/// Claims a court for the order `number`: from the clerk's own hold, or because it is free. `false` if another claim has it.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn claim_slot(
    tx: &mut dyn Session,
    time: CourtTime,
    number: OrderNumber,
    staff: StaffId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let held = DeskHolds(tx).find_at(time.slot).await?;
    if let Some(own) = held.filter(|hold| hold.staff == Some(staff) && hold.time == time)
        && Claims(tx).hand_over(time.slot, ClaimOwner::DeskHold(own.id), number, None).await?
    {
        return Ok(true);
    }
    Claims(tx).claim_paid(time, number, now).await
}
