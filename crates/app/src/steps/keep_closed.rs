//! Keeps courts closed at hours that are added later.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{BlockId, CourtId, claim::Slot, venue::Venue};
use sideout_store::{Closures, Session, StoreError, closures::ClosureSummary};

/// Blocks the starts that the hours of `new` have and those of `old` do not, on the courts that a closure closes on that day: it blocked
/// the slots that there were when it was made. A start that overlaps one of `old` of its day that the closure could block is left as it
/// is: that one is blocked, or was opened again.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn keep_closed(
    tx: &mut dyn Session,
    (old, new): (&Venue, &Venue),
    now: Timestamp,
) -> Result<(), StoreError> {
    for closure in Closures(tx).list_closures(new.id, (now, Timestamp::MAX)).await? {
        let added = added_starts((old, new), &closure, now);
        if added.is_empty() {
            continue;
        }
        for (court, blocks) in list_blocks(tx, closure.id).await? {
            for start in added.iter().filter(|start| start.is_closed(&blocks)) {
                let time = Slot { court, starts_at: start.starts_at }.lasting(new.slot_minutes);
                Closures(tx).block(time, closure.id).await?;
            }
        }
    }
    Ok(())
}

/// The blocks of a closure on one court: when each begins, and when it ends.
type Blocks = BTreeMap<Timestamp, Timestamp>;

/// The starts of a venue on each day that has some, the earliest first.
type Starts = BTreeMap<Date, Vec<Timestamp>>;

/// A start that was added in the time of a closure.
struct AddedStart {
    starts_at: Timestamp,
    /// The time of its day by the old hours. A closure has nothing to block on a day without hours, so for such a day these are the times
    /// of the nearest days in the closure that had some.
    hours_before: Vec<(Timestamp, Timestamp)>,
}

impl AddedStart {
    /// Whether a court on which a closure still has `blocks` is closed at this start.
    fn is_closed(&self, blocks: &Blocks) -> bool {
        // Claims of a court never overlap, so of those that begin before the end, the last one also ends last.
        let is_blocked = |(from, until): &(Timestamp, Timestamp)| {
            blocks.range(..*until).next_back().is_some_and(|(_, ends_at)| ends_at > from)
        };
        self.hours_before.is_empty() || self.hours_before.iter().any(is_blocked)
    }
}

/// The starts of `new` whose games reach into the closure and are not over, and that overlap none of `old` of their day that the
/// closure could block.
fn added_starts((old, new): (&Venue, &Venue), closure: &ClosureSummary, now: Timestamp) -> Vec<AddedStart> {
    let before = starts_in(old, (closure.from.max(closure.closed_at), closure.until));
    let mut added = Vec::new();
    for (day, starts) in starts_in(new, (closure.from.max(now), closure.until)) {
        let same_day = before.get(&day);
        let nearest = || [before.range(..day).next_back(), before.range(day..).next()];
        let days: Vec<&Vec<Timestamp>> = match same_day {
            Some(old_starts) => vec![old_starts],
            None => nearest().into_iter().flatten().map(|(_, old_starts)| old_starts).collect(),
        };
        let hours_before: Vec<(Timestamp, Timestamp)> =
            days.into_iter().filter_map(|old_starts| hours_ahead(old, old_starts, now)).collect();
        for starts_at in starts {
            let overlaps = |other: &Timestamp| {
                starts_at < end_of_slot(old, *other) && *other < end_of_slot(new, starts_at)
            };
            if !same_day.into_iter().flatten().any(overlaps) {
                added.push(AddedStart { starts_at, hours_before: hours_before.clone() });
            }
        }
    }
    added
}

/// The starts of `venue` whose games end after `from` and that are before `until`.
fn starts_in(venue: &Venue, (from, until): (Timestamp, Timestamp)) -> Starts {
    let play = SignedDuration::from_mins(venue.play_minutes.into());
    // The game may have begun before midnight.
    let first = venue.today(from.checked_sub(play).unwrap_or(from));
    let last = venue.today(until);
    let mut found = Starts::new();
    for day in first.series(jiff::Span::new().days(1)).take_while(|day| *day <= last) {
        let starts = venue.starts_on(day).map(|start| start.on(day, &venue.zone));
        let is_in = |at: &Timestamp| *at < until && at.checked_add(play).unwrap_or(Timestamp::MAX) > from;
        let starts: Vec<Timestamp> = starts.filter(is_in).collect();
        if !starts.is_empty() {
            found.insert(day, starts);
        }
    }
    found
}

/// The time of the slots at `starts` that is not over, or the last slot if all is over: where a court was opened again, its blocks that
/// were over stayed.
fn hours_ahead(venue: &Venue, starts: &[Timestamp], now: Timestamp) -> Option<(Timestamp, Timestamp)> {
    let (first, last) = (*starts.first()?, *starts.last()?);
    let ends_at = end_of_slot(venue, last);
    Some((if ends_at > now { first.max(now) } else { last }, ends_at))
}

fn end_of_slot(venue: &Venue, starts_at: Timestamp) -> Timestamp {
    let length = SignedDuration::from_mins(venue.slot_minutes.into());
    starts_at.checked_add(length).unwrap_or(Timestamp::MAX)
}

/// What a closure blocks on each court.
async fn list_blocks(
    tx: &mut dyn Session,
    closure: BlockId,
) -> Result<BTreeMap<CourtId, Blocks>, StoreError> {
    let mut courts: BTreeMap<CourtId, Blocks> = BTreeMap::new();
    for time in Closures(tx).list_blocked(closure).await? {
        courts.entry(time.slot.court).or_default().insert(time.slot.starts_at, time.ends_at);
    }
    Ok(courts)
}
