//! Finds the count of a drawer that has cash which was taken without a network, and whether the drawer is still the one that its clerk
//! was shown.

use jiff::Timestamp;
use sideout_domain::{
    ShiftId,
    offline::{ClockWrong, MOST_COUNTS},
};
use sideout_store::{Session, Shifts, board::BookingDetails, shifts::DrawerCount};

use super::{CountsSince, FactError, record_fact::FactInput};
use crate::desk::money::take_payment::TakePaymentError;

/// The counts of the venue's drawer at `taken_at` or later. A caller who adds cash to the drawer must lock the open shift first, so that
/// no count can come in between.
///
/// INVARIANT: cash whose place the clerk has not said is not added to the drawer if a count may have it, also if the drawer is counted
/// meanwhile (suites `counts_since_cash` and `counts_meanwhile`).
pub(super) async fn list_counts_since(
    tx: &mut dyn Session,
    input: &FactInput,
    taken_at: Timestamp,
) -> Result<CountsSince, FactError> {
    // Read before the counts: a count between the two is then in the list, and not behind the drawer that the clerk is shown.
    let drawer = find_drawer(tx, input).await?;
    // One more than is offered, which says whether there are more.
    let limit = u32::try_from(MOST_COUNTS + 1).unwrap_or(u32::MAX);
    let mut counts = Shifts(tx).list_counts_since(input.venue.id, taken_at, limit).await?;
    let has_more = counts.len() > MOST_COUNTS;
    counts.truncate(MOST_COUNTS);
    Ok(CountsSince { counts, has_more, drawer })
}

/// The open shift of the venue.
async fn find_drawer(tx: &mut dyn Session, input: &FactInput) -> Result<Option<ShiftId>, FactError> {
    Ok(Shifts(tx).find_open(input.venue.id).await?.map(|shift| shift.id))
}

/// The open shift, locked as by [`lock_shift`]. The clerk who uses the drawer first becomes its keeper.
///
/// # Errors
/// [`TakePaymentError::ShiftNeeded`] if no shift is open.
pub(super) async fn enter_shift(tx: &mut dyn Session, input: &FactInput) -> Result<ShiftId, FactError> {
    let entered = Shifts(tx).enter(input.venue.id, input.staff).await?;
    let (shift, _) = entered.ok_or(TakePaymentError::ShiftNeeded)?;
    Ok(shift)
}

/// The open shift, locked: the drawer is not counted until this unit of work ends. Its keeper stays.
///
/// # Errors
/// [`TakePaymentError::ShiftNeeded`] if no shift is open.
pub(super) async fn lock_shift(tx: &mut dyn Session, input: &FactInput) -> Result<ShiftId, FactError> {
    let open = Shifts(tx).lock_open(input.venue.id).await?;
    Ok(open.ok_or(TakePaymentError::ShiftNeeded)?)
}

/// The time at which cash was taken.
///
/// # Errors
/// [`FactError::ClockWrong`] if the clock of the device was wrong, so that the time is not known;
/// [`TakePaymentError::ShiftNeeded`] if no shift is open either.
pub(super) async fn known_time(
    tx: &mut dyn Session,
    input: &FactInput,
    time: Result<Timestamp, ClockWrong>,
) -> Result<Timestamp, FactError> {
    match time {
        Ok(at) => Ok(at),
        Err(ClockWrong) => {
            let drawer = find_drawer(tx, input).await?.ok_or(TakePaymentError::ShiftNeeded)?;
            Err(FactError::ClockWrong(drawer))
        }
    }
}

/// Refuses to put cash into the drawer `open` if the clerk was shown another one, because a count in between may have the cash.
/// `taken_at` is the time at which the cash was taken, if it is known. The caller has locked the shift `open` before.
///
/// INVARIANT: cash that a clerk puts into the present drawer is added to the drawer that the clerk was shown, or to none (suite
/// `counts_meanwhile`).
///
/// # Errors
/// [`FactError::CountedAgain`], which carries `current`, the booking as it is now.
pub(super) async fn refuse_other_drawer(
    tx: &mut dyn Session,
    input: &FactInput,
    (shown, open): (ShiftId, ShiftId),
    taken_at: Option<Timestamp>,
    current: &BookingDetails,
) -> Result<(), FactError> {
    if shown == open {
        return Ok(());
    }
    let since = match taken_at {
        Some(at) => list_counts_since(tx, input, at).await?,
        None => CountsSince { drawer: Some(open), ..CountsSince::default() },
    };
    Err(FactError::CountedAgain(since, Box::new(current.clone())))
}

/// The count that has cash which was taken at `taken_at`: the one that began the shift `chosen`, and the first one if the clerk chose
/// none.
///
/// # Errors
/// [`FactError::NotCountedSince`] if there is no count; [`FactError::CountUnknown`] with the booking as it is now (`current`)
/// if `chosen` is not one of the counts that are offered.
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
