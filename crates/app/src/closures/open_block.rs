//! Opens time again that a closure had blocked.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    BlockId,
    claim::{CourtTime, Slot},
    venue::Venue,
};
use sideout_store::{ChangeEvent, Closures, Session, StoreError};

/// Announces the time of a block that was removed, and blocks again what of it is not opened: what lies before `from` or from `until` on,
/// and the hours that are over by `now`, because their court was closed. A block of at most the present slot length is opened whole, and
/// so is one of a retired court, on which nothing can be blocked.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn open_block(
    tx: &mut dyn Session,
    venue: &Venue,
    (time, closure): (CourtTime, BlockId),
    (from, until): (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<(), StoreError> {
    for day in time.days(&venue.zone) {
        tx.announce(ChangeEvent::Day(venue.id, day));
    }
    let slot_length = SignedDuration::from_mins(venue.slot_minutes.into());
    if time.ends_at.duration_since(time.slot.starts_at) <= slot_length {
        return Ok(());
    }
    for rest in parts_beside(time, (from.max(end_of_past(venue, now)), until)) {
        Closures(tx).block(rest, closure).await?;
    }
    Ok(())
}

/// The start of the slot whose game is under way at `now`, or else `now`.
fn end_of_past(venue: &Venue, now: Timestamp) -> Timestamp {
    let play = SignedDuration::from_mins(venue.play_minutes.into());
    let today = venue.today(now);
    // The game may have begun before midnight.
    let days = [today.yesterday().unwrap_or(today), today];
    let mut starts =
        days.into_iter().flat_map(|day| venue.starts_on(day).map(move |start| start.on(day, &venue.zone)));
    starts.find(|start| *start <= now && now.duration_since(*start) < play).unwrap_or(now)
}

/// The parts of a block before and after the time that is opened.
fn parts_beside(block: CourtTime, (from, until): (Timestamp, Timestamp)) -> impl Iterator<Item = CourtTime> {
    let before = CourtTime { ends_at: from, ..block };
    let after = CourtTime { slot: Slot { starts_at: until, ..block.slot }, ..block };
    [before, after].into_iter().filter(|part| part.slot.starts_at < part.ends_at)
}
