//! Hours of a day whose report was written.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::venue::Venue;
use sideout_store::{Session, StoreError, VenueDays};

/// The first closed day of the venue on which `new` has an hour that `old` does not have and that is not over at `now`; `None` if
/// there is no such day. The caller has taken the turn of the venue, or only shows what a change would do.
///
/// INVARIANT: no hour is added to a day whose report was written (suite `closing_days`).
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find_closed_day_with_new_hours(
    tx: &mut dyn Session,
    (old, new): (&Venue, &Venue),
    now: Timestamp,
) -> Result<Option<Date>, StoreError> {
    let Some(closed) = VenueDays(tx).find_newest(new.id).await? else { return Ok(None) };
    let mut days = new.today(now).series(jiff::Span::new().days(1)).take_while(|day| *day <= closed.day);
    Ok(days.find(|day| {
        let old = hours_of(old, *day);
        hours_of(new, *day).iter().any(|hour| hour.1 > now && !old.contains(hour))
    }))
}

/// When the hours of `day` begin and end.
fn hours_of(venue: &Venue, day: Date) -> BTreeSet<(Timestamp, Timestamp)> {
    let length = SignedDuration::from_mins(venue.slot_minutes.into());
    let hour = |start: Timestamp| (start, start.checked_add(length).unwrap_or(Timestamp::MAX));
    venue.starts_on(day).map(|start| hour(start.on(day, &venue.zone))).collect()
}
