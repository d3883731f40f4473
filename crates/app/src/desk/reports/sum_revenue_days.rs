//! Job: sums the money of past days of the active venues, so that a report need not read each entry of the ledger.

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::venue::Venue;
use sideout_store::{Reports, RevenueDays, Session, StoreError, VenueDays, revenue_days::sum_movements};

use crate::{App, platform::venues::list_venues};

/// How long after a day's end it is summed: a unit of work that took the time before midnight has ended long before.
const SETTLED_AFTER: SignedDuration = SignedDuration::from_mins(10);

/// Sums the days that have ended and have no sums, back to the first day of the ledger; returns how many.
///
/// INVARIANT: the sums of a day equal its ledger (suite `reports`).
///
/// # Errors
/// [`StoreError`]; days that were summed before the error stay, and the next run does the rest.
pub async fn sum_revenue_days(app: &App) -> Result<u32, StoreError> {
    let mut summed = 0;
    for venue in list_venues(app).await?.iter() {
        loop {
            let now = app.clock.now();
            let settled = now.checked_sub(SETTLED_AFTER).unwrap_or(now);
            let Some(last) = venue.today(settled).yesterday().ok() else { break };
            let input = (venue.clone(), last, now);
            let one = app.store.write(input, |tx, (venue, last, now)| {
                Box::pin(async move { sum_next_day(tx, venue, *last, *now).await })
            });
            if !one.await? {
                break;
            }
            summed += 1;
        }
    }
    Ok(summed)
}

async fn sum_next_day(
    tx: &mut dyn Session,
    venue: &Venue,
    last: Date,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // A change of the venue's time zone takes the same turn; `venue` is from the cache, and may have the one of before.
    VenueDays(tx).take_turn(venue.id).await?;
    let next = match RevenueDays(tx).find_range(venue.id).await? {
        None => Some(last),
        Some((_, newest)) if newest < last => newest.tomorrow().ok(),
        Some((oldest, _)) => {
            let first = RevenueDays(tx).find_first_entry_time().await?.map(|first| venue.today(first));
            oldest.yesterday().ok().filter(|day| first.is_some_and(|first| first <= *day))
        }
    };
    let Some(day) = next else { return Ok(false) };
    let movements = Reports(tx).list_money(venue.id, venue.span_of(day)).await?;
    RevenueDays(tx).add((venue.id, &venue.zone, day), &sum_movements(day, &movements), now).await
}
