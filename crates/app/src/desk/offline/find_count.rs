//! Finds the count of a drawer that has cash which was taken without a network.

use jiff::Timestamp;
use sideout_domain::{ShiftId, offline::MOST_COUNTS};
use sideout_store::{Session, Shifts, board::BookingDetails, shifts::DrawerCount};

use super::{CountsSince, FactError, record_fact::FactInput};

/// The counts of the venue's drawer at `taken_at` or later. A caller who adds cash to the drawer has entered the open shift before, so
/// that no count can come in between.
///
/// INVARIANT: cash whose place the clerk has not said is not added to the drawer if a count may have it, also if the drawer is counted
/// meanwhile (suite `offline_decisions`).
pub(super) async fn list_counts_since(
    tx: &mut dyn Session,
    input: &FactInput,
    taken_at: Timestamp,
) -> Result<CountsSince, FactError> {
    // One more than is offered, which says whether there are more.
    let limit = u32::try_from(MOST_COUNTS + 1).unwrap_or(u32::MAX);
    let mut counts = Shifts(tx).list_counts_since(input.venue.id, taken_at, limit).await?;
    let has_more = counts.len() > MOST_COUNTS;
    counts.truncate(MOST_COUNTS);
    Ok(CountsSince { counts, has_more })
}

/// The count that has cash which was taken at `taken_at`: the one that began the shift `chosen`, and the first one if the clerk chose
/// none.
///
/// # Errors
/// [`FactError::NotCountedSince`] if there is no count; [`FactError::CountUnknown`], with the booking as it is now in `current`, if
/// `chosen` is not one of the counts that are offered.
pub(super) async fn find_count_with_cash(
    tx: &mut dyn Session,
    input: &FactInput,
    taken_at: Timestamp,
    chosen: Option<ShiftId>,
    current: &BookingDetails,
) -> Result<DrawerCount, FactError> {
    let since = list_counts_since(tx, input, taken_at).await?;
    let first = *since.counts.first().ok_or(FactError::NotCountedSince)?;
    let Some(chosen) = chosen else { return Ok(first) };
    let found = since.counts.iter().find(|count| count.begun == chosen).copied();
    found.ok_or_else(|| FactError::CountUnknown(since, Box::new(current.clone())))
}
