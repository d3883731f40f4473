//! Keeps courts closed at hours that are added later.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{CourtId, claim::Slot, venue::Venue};
use sideout_store::{Closures, Session, StoreError, closures::ClosureSummary};

/// Blocks the starts that the hours of `new` have and those of `old` do not, on the courts that a closure closes at that time: it blocked
/// the slots that there were when it was made. A start that overlaps one of `old` is left as it is: that one is blocked, or was opened
/// again. Returns how many starts were blocked.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn keep_closed(
    tx: &mut dyn Session,
    (old, new): (&Venue, &Venue),
    now: Timestamp,
) -> Result<usize, StoreError> {
    let mut blocked = 0;
    for closure in Closures(tx).list_closures(new.id, (now, Timestamp::MAX)).await? {
        let added = added_starts((old, new), &closure, now);
        if added.is_empty() {
            continue;
        }
        for (court, days) in closed_days(tx, new, &closure, now).await? {
            for start in added.iter().filter(|start| start.is_closed(&days)) {
                let time = Slot { court, starts_at: start.starts_at }.lasting(new.slot_minutes);
                blocked += usize::from(Closures(tx).block(time, closure.id).await?);
            }
        }
    }
    Ok(blocked)
}

/// A start that was added in the time of a closure.
struct AddedStart {
    day: Date,
    starts_at: Timestamp,
    /// Whether the venue was not open on that day before.
    is_new_day: bool,
}

impl AddedStart {
    /// Whether a court that is still closed on `days` is closed at this start. A closure has nothing to block on a day without hours, so a
    /// day that had none is closed if it lies between closed ones.
    fn is_closed(&self, days: &BTreeSet<Date>) -> bool {
        let is_between = days.range(..self.day).next().is_some() && days.range(self.day..).next().is_some();
        days.contains(&self.day) || (self.is_new_day && is_between)
    }
}

/// The starts of `new` that overlap none of `old`, whose games reach into the closure and are not over.
fn added_starts((old, new): (&Venue, &Venue), closure: &ClosureSummary, now: Timestamp) -> Vec<AddedStart> {
    let play = SignedDuration::from_mins(new.play_minutes.into());
    let begins = closure.from.max(now);
    // The game may have begun before midnight.
    let first = new.today(begins.checked_sub(play).unwrap_or(begins));
    let last = new.today(closure.until);
    let mut added = Vec::new();
    for day in first.series(jiff::Span::new().days(1)).take_while(|day| *day <= last) {
        let before: Vec<Timestamp> = old.starts_on(day).map(|start| start.on(day, &old.zone)).collect();
        for starts_at in new.starts_on(day).map(|start| start.on(day, &new.zone)) {
            let overlaps = |other: &Timestamp| {
                starts_at < end_of_slot(old, *other) && *other < end_of_slot(new, starts_at)
            };
            let ends_at = starts_at.checked_add(play).unwrap_or(Timestamp::MAX);
            if starts_at < closure.until && ends_at > begins && !before.iter().any(overlaps) {
                added.push(AddedStart { day, starts_at, is_new_day: before.is_empty() });
            }
        }
    }
    added
}

fn end_of_slot(venue: &Venue, starts_at: Timestamp) -> Timestamp {
    let length = SignedDuration::from_mins(venue.slot_minutes.into());
    starts_at.checked_add(length).unwrap_or(Timestamp::MAX)
}

/// The days on which the closure still blocks each court.
async fn closed_days(
    tx: &mut dyn Session,
    venue: &Venue,
    closure: &ClosureSummary,
    now: Timestamp,
) -> Result<BTreeMap<CourtId, BTreeSet<Date>>, StoreError> {
    let mut days: BTreeMap<CourtId, BTreeSet<Date>> = BTreeMap::new();
    for time in Closures(tx).list_blocked(closure.id, now).await? {
        days.entry(time.slot.court).or_default().insert(venue.today(time.slot.starts_at));
    }
    Ok(days)
}
