//! Compares the closed days with their digests, so that a report, or an entry of the audit, that was changed afterwards is noticed.

use jiff::civil::Date;
use sideout_domain::VenueId;
use sideout_store::{Session, Store, StoreError, VenueDays, staff::Audit, venue_days::ClosedDay};

use super::digest::{digest_of, digest_without_names};

/// Days that are compared in one read.
const BATCH: u32 = 20;

/// A closed day whose report or audit entries differ from those that its digest was computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the report of {day} at venue {venue}, or an audit entry of that time, was changed after the day was closed"
)]
pub struct DayFault {
    /// The venue.
    pub venue: VenueId,
    /// The day.
    pub day: Date,
}

/// Computes the digests of all closed days again and returns the first day that differs, and how many were compared.
///
/// # Errors
/// [`StoreError`] only.
pub async fn check_days(store: &Store) -> Result<(Option<DayFault>, u64), StoreError> {
    let mut compared = 0;
    let read = store.read((), |tx, ()| Box::pin(async move { VenueDays(tx).list_venues().await }));
    let venues: Vec<VenueId> = read.await?;
    for venue in venues {
        let mut after = Date::MIN;
        loop {
            let input = (venue, after);
            let batch = store.read(input, |tx, (venue, after)| Box::pin(compare(tx, *venue, *after)));
            let batch: Vec<(Date, bool)> = batch.await?;
            for (day, is_same) in &batch {
                compared += 1;
                if !is_same {
                    return Ok((Some(DayFault { venue, day: *day }), compared));
                }
            }
            match batch.last() {
                Some((last, _)) => after = *last,
                None => break,
            }
        }
    }
    Ok((None, compared))
}

/// The next days, each with whether its report and audit entries still have the stored digest.
async fn compare(tx: &mut dyn Session, venue: VenueId, after: Date) -> Result<Vec<(Date, bool)>, StoreError> {
    let mut compared = Vec::new();
    for day in VenueDays(tx).list(venue, after, BATCH).await? {
        compared.push((day.day, is_same(tx, &day).await?));
    }
    Ok(compared)
}

async fn is_same(tx: &mut dyn Session, day: &ClosedDay) -> Result<bool, StoreError> {
    // An entry that was written while the day was closed, and was not visible yet, is in the audit's own digest only.
    let mut entries = Audit(tx).list_of_window(day.venue, (day.money_from, day.money_until)).await?;
    entries.retain(|entry| day.entries.binary_search(&entry.id).is_ok());
    let found: Vec<i64> = entries.iter().map(|entry| entry.id).collect();
    let is_same = match &day.digest_now {
        None => digest_of(day, &entries) == day.digest,
        Some(now) => digest_without_names(day, &day.digest, &entries) == *now,
    };
    Ok(found == day.entries && is_same)
}
