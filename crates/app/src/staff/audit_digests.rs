//! Digests of the audit by UTC day, each including the one before, so that a changed, removed or inserted entry is noticed.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use sha2::{Digest as _, Sha256};
use sideout_store::{
    Session, Store, StoreError,
    staff::{Audit, AuditEntry, DayDigest},
};

use crate::App;

/// How long after a day's end its digest is made: a unit of work that took the time before midnight has ended long before.
const SETTLED_AFTER: SignedDuration = SignedDuration::from_mins(10);

/// Entries that are read at a time.
const BATCH: u32 = 500;

/// Makes the digest of each past day with entries that comes after the newest digest. Returns how many were made. An earlier day without
/// a digest gets none: its entries came later.
///
/// # Errors
/// [`StoreError`] only.
pub async fn digest_past_days(app: &App) -> Result<u32, StoreError> {
    let mut made = 0;
    loop {
        let last = last_settled_day(app.clock.now());
        let one = app.store.write(last, |tx, last| Box::pin(digest_next_day(tx, *last)));
        if !one.await? {
            return Ok(made);
        }
        made += 1;
    }
}

pub(super) fn last_settled_day(now: Timestamp) -> Date {
    let settled = now.checked_sub(SETTLED_AFTER).unwrap_or(Timestamp::MIN);
    let day = settled.to_zoned(TimeZone::UTC).date();
    day.yesterday().unwrap_or(day)
}

async fn digest_next_day(tx: &mut dyn Session, last: Date) -> Result<bool, StoreError> {
    let newest = Audit(tx).find_newest_digest().await?;
    let after = newest.as_ref().map_or(Date::MIN, |newest| newest.day);
    let next = Audit(tx).find_first_day_after(after).await?.filter(|day| *day <= last);
    let Some(day) = next else { return Ok(false) };
    let digest = digest_of(tx, day, newest.as_ref()).await?;
    Audit(tx).add_digest(&digest).await
}

pub(super) async fn digest_of(
    tx: &mut dyn Session,
    day: Date,
    before: Option<&DayDigest>,
) -> Result<DayDigest, StoreError> {
    let mut hash = Sha256::new();
    hash.update(before.map_or([0; 32], |before| before.digest));
    let (mut entries, mut last) = (0, 0);
    loop {
        let batch = Audit(tx).list_of_day(day, last, BATCH).await?;
        for entry in &batch {
            hash.update(line(entry));
            entries += 1;
            last = entry.id;
        }
        if batch.len() < BATCH as usize {
            return Ok(DayDigest { day, entries, digest: hash.finalize().into() });
        }
    }
}

/// An entry as a JSON array on one line; the order of the fields must never change.
pub(crate) fn line(entry: &AuditEntry) -> String {
    let fields = serde_json::json!([
        entry.id,
        entry.at.as_millisecond(),
        entry.staff.map(|id| id.0),
        entry.approver.map(|id| id.0),
        entry.session_id,
        entry.venue.map(|id| id.0),
        entry.verb,
        entry.subject_kind,
        entry.subject_id,
        entry.before,
        entry.after,
        entry.reason,
        entry.request_key,
    ]);
    format!("{fields}\n")
}

/// A day whose entries differ from those from which its digest was computed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the audit of {day} was changed after the day: {recorded} entries had been recorded, and there are {found}"
)]
pub struct AuditFault {
    /// The UTC day.
    pub day: Date,
    /// The number of entries from which the digest was computed.
    pub recorded: i64,
    /// How many entries there are.
    pub found: i64,
}

/// Computes the digests of all days again and returns the first day that differs. Later days are not compared, because
/// their digests include it.
///
/// # Errors
/// [`StoreError`] only.
pub async fn check_audit(store: &Store) -> Result<Option<AuditFault>, StoreError> {
    let mut before: Option<DayDigest> = None;
    loop {
        let compared =
            store.read(before.clone(), |tx, before| Box::pin(compare_next(tx, before.as_ref()))).await?;
        match compared {
            Compared::Equal(digest) => before = Some(digest),
            Compared::Fault(fault) => return Ok(Some(fault)),
            Compared::End => return Ok(None),
        }
    }
}

enum Compared {
    Equal(DayDigest),
    Fault(AuditFault),
    End,
}

async fn compare_next(tx: &mut dyn Session, before: Option<&DayDigest>) -> Result<Compared, StoreError> {
    let after = before.map_or(Date::MIN, |before| before.day);
    let Some(stored) = Audit(tx).list_digests(after, 1).await?.into_iter().next() else {
        return Ok(Compared::End);
    };
    // A day with entries but without a digest would have been inserted before a day that has one.
    let first = Audit(tx).find_first_day_after(after).await?.unwrap_or(stored.day);
    let day = first.min(stored.day);
    let found = digest_of(tx, day, before).await?;
    if found == stored {
        return Ok(Compared::Equal(found));
    }
    let recorded = if day == stored.day { stored.entries } else { 0 };
    Ok(Compared::Fault(AuditFault { day, recorded, found: found.entries }))
}
