//! Takes the names of debtors out of the reports of days that were closed before migration V45. Later reports have numbers of bookings.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use sideout_domain::VenueId;
use sideout_store::{Session, StoreError, VenueDays, staff::Audit, venue_days::ClosedDay};

use crate::{
    App,
    desk::day::{
        day_figures::read_facts,
        digest::{digest_of, digest_without_names},
    },
    steps::audited::{Doer, Entry, record},
};

/// What the audit shows of a report whose names were removed.
#[derive(Serialize)]
struct Facts<'a> {
    debtors_named: bool,
    digest: &'a str,
}

/// Removes the names of debtors from the stored reports of closed days, and returns how many reports had names. The digest of the closing
/// stays.
///
/// # Errors
/// The first [`StoreError`]; the next run does the rest.
pub async fn forget_debtors(app: &App) -> Result<u32, StoreError> {
    let now = app.clock.now();
    let read = app.store.read((), |tx, ()| Box::pin(async move { VenueDays(tx).list_with_names().await }));
    let days: Result<Vec<(VenueId, Date)>, StoreError> = read.await;
    let mut forgotten = 0;
    let mut failure = None;
    for (venue, day) in days? {
        let done: Result<bool, StoreError> =
            app.store.write((venue, day, now), |tx, input| Box::pin(forget(tx, *input))).await;
        match done {
            Ok(true) => forgotten += 1,
            // Another node has removed them already.
            Ok(false) => {}
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    if forgotten > 0 {
        tracing::info!(days = forgotten, "names of debtors were taken out of reports of closed days");
    }
    failure.map_or(Ok(forgotten), Err)
}

async fn forget(
    tx: &mut dyn Session,
    (venue, day, now): (VenueId, Date, Timestamp),
) -> Result<bool, StoreError> {
    let Some(closed) = VenueDays(tx).find(venue, day).await? else { return Ok(false) };
    let facts = serde_json::to_string(&read_facts(&closed)?)
        .map_err(|error| StoreError::Corrupt(format!("the report of a day: {error}")))?;
    let mut entries = Audit(tx).list_of_window(venue, (closed.money_from, closed.money_until)).await?;
    entries.retain(|entry| closed.entries.binary_search(&entry.id).is_ok());
    // Computed from the row as it is, not the stored digest: if the row was changed after the day was closed, the comparison fails
    // before and after this.
    let before = digest_of(&closed, &entries);
    let without = ClosedDay { facts, ..closed };
    let digest = digest_without_names(&without, &before, &entries);
    if !VenueDays(tx).forget_names(&without, &digest).await? {
        return Ok(false);
    }
    let from = Facts { debtors_named: true, digest: &without.digest };
    let to = Facts { debtors_named: false, digest: &digest };
    record(tx, &Doer::SERVER, Entry::changed("day.names_removed", "day", day, &from, &to).at(venue), now)
        .await?;
    Ok(true)
}
