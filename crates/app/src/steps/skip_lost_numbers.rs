//! Numbers of a desk's documents that may be printed on documents lost before a recovery (`sideout recover`).
//!
//! The restored database does not know which series were given to venues that it does not know, so a recovery cannot skip their numbers.
//! A series that is given to a venue later may be one of these: its first numbers are skipped when it is given.

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::receipt::{DeskSeries, FinancialYear, Series};
use sideout_store::{
    Receipts, Session, StoreError,
    payments::{BegunRecovery, Recoveries},
    receipts::ReceiptGap,
};

/// Numbers skipped for each day, begun or whole, between the backup and the recovery: in each series of a desk, and in the series of the
/// online credit notes for games that went to cheaper hours.
const PER_DAY: u32 = 1_000;
const DAY_SECONDS: u64 = 24 * 60 * 60;

/// As many documents as a desk issues at most between the backup and the recovery.
pub(crate) fn most_documents_of_desk(since: Timestamp, recovered_at: Timestamp) -> u32 {
    PER_DAY.saturating_mul(days_begun(since, recovered_at))
}

/// As many times as players choose a cheaper hour in place of a closed court at most, between the backup and the recovery.
pub(crate) fn most_moves_to_cheaper_hours(since: Timestamp, recovered_at: Timestamp) -> u32 {
    PER_DAY.saturating_mul(days_begun(since, recovered_at))
}

/// The days from `since` to `now`, at least one; a day that has begun counts as a whole one.
fn days_begun(since: Timestamp, now: Timestamp) -> u32 {
    let seconds = now.duration_since(since).as_secs().max(1).unsigned_abs();
    u32::try_from(seconds.div_ceil(DAY_SECONDS)).unwrap_or(u32::MAX)
}

/// The financial years from the backup to the recovery, in the time zone of the operator's city.
pub(crate) fn financial_years(
    since: Timestamp,
    recovered_at: Timestamp,
    zone: &TimeZone,
) -> Vec<FinancialYear> {
    let year = |at: Timestamp| FinancialYear::of(at.to_zoned(zone.clone()).date()).first();
    (year(since)..=year(recovered_at)).map(FinancialYear::beginning_in).collect()
}

/// Skips the numbers of series that a venue is given now and that may have been another venue's in data lost before a recovery.
///
/// INVARIANT: if a desk issued at most 1,000 documents of a series a day after a backup, none of their numbers is issued again after its
/// recovery, also in a series that the backup does not know (suite `recovery`).
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn skip_numbers_of_new_series(
    tx: &mut dyn Session,
    new: &DeskSeries,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<(), StoreError> {
    for series in [&new.receipts, &new.credit_notes] {
        for recovery in Recoveries(tx).list_without_gap(series).await? {
            skip(tx, series, recovery, (zone, now)).await?;
        }
    }
    Ok(())
}

/// Skips the numbers of `series` that may be lost since the backup at `since`, if the recovery from it has skipped none yet. Returns the
/// gaps.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn skip_numbers_without_gap(
    tx: &mut dyn Session,
    series: &Series,
    since: Timestamp,
    (zone, now): (&TimeZone, Timestamp),
) -> Result<Vec<ReceiptGap>, StoreError> {
    let mut gaps = Vec::new();
    for recovery in Recoveries(tx).list_without_gap(series).await? {
        if recovery.since == since {
            gaps.extend(skip(tx, series, recovery, (zone, now)).await?);
        }
    }
    Ok(gaps)
}

async fn skip(
    tx: &mut dyn Session,
    series: &Series,
    recovery: BegunRecovery,
    (zone, now): (&TimeZone, Timestamp),
) -> Result<Vec<ReceiptGap>, StoreError> {
    let lost = most_documents_of_desk(recovery.since, recovery.begun_at);
    let mut gaps = Vec::new();
    for year in financial_years(recovery.since, recovery.begun_at, zone) {
        gaps.extend(Receipts(tx).skip_numbers((series, year), (0, lost), (recovery.since, now)).await?);
    }
    Ok(gaps)
}
