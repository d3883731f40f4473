//! The tables `audit_entry` and `audit_digest`.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{StaffId, VenueId};

use crate::{Row, Session, StoreError, accounts::SecretHash, params, sql};

/// What a person did, about to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAuditEntry {
    /// When it happened.
    pub at: Timestamp,
    /// The member of staff who did it; `None`: the server itself, a job or its command line.
    pub staff: Option<StaffId>,
    /// The member of staff who approved it.
    pub approver: Option<StaffId>,
    /// The session in which it was done.
    pub session_id: Option<i64>,
    /// The venue, if it concerns one.
    pub venue: Option<VenueId>,
    /// The stable name of what was done: `staff.added`.
    pub verb: &'static str,
    /// The kind of what it was done to: `staff`.
    pub subject_kind: &'static str,
    /// The id of what it was done to.
    pub subject_id: String,
    /// The changed fields before, JSON; `None` if the entry has none.
    pub before: Option<String>,
    /// The changed fields after, JSON; `None` if the entry has none.
    pub after: Option<String>,
    /// The reason that was given.
    pub reason: Option<String>,
    /// The idempotency key of the call.
    pub request_key: Option<String>,
}

/// A written entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number, which rises with each entry that is written. The times of the entries follow it only roughly.
    pub id: i64,
    /// When it happened.
    pub at: Timestamp,
    /// The UTC day of `at`.
    pub day: Date,
    /// The member of staff who did it; `None`: the server itself, a job or its command line.
    pub staff: Option<StaffId>,
    /// The member of staff who approved it.
    pub approver: Option<StaffId>,
    /// The session in which it was done.
    pub session_id: Option<i64>,
    /// The venue.
    pub venue: Option<VenueId>,
    /// What was done.
    pub verb: String,
    /// The kind of what it was done to.
    pub subject_kind: String,
    /// The id of what it was done to.
    pub subject_id: String,
    /// The changed fields before, JSON.
    pub before: Option<String>,
    /// The changed fields after, JSON.
    pub after: Option<String>,
    /// The reason.
    pub reason: Option<String>,
    /// The idempotency key of the call.
    pub request_key: Option<String>,
}

/// The digest of a day's entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayDigest {
    /// The UTC day.
    pub day: Date,
    /// How many entries it has.
    pub entries: i64,
    /// SHA-256 over the digest before it and the entries in the order of their numbers.
    pub digest: [u8; 32],
}

/// The repository of the audit.
pub struct Audit<'s>(pub &'s mut dyn Session);

impl Audit<'_> {
    /// Adds an entry.
    pub async fn add(&mut self, new: &NewAuditEntry) -> Result<(), StoreError> {
        let params = params![
            new.at,
            day_of(new.at),
            new.staff.map(|id| id.0),
            new.approver.map(|id| id.0),
            new.session_id,
            new.venue.map(|id| id.0),
            new.verb,
            new.subject_kind,
            &new.subject_id,
            new.before.clone(),
            new.after.clone(),
            new.reason.clone(),
            new.request_key.clone(),
        ];
        self.0.run(sql!("audit_entry/add"), params).await.map(drop)
    }

    /// Up to `limit` entries of a UTC day after the entry `after`, in the order of their numbers.
    pub async fn list_of_day(
        &mut self,
        day: Date,
        after: i64,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        entries(&self.0.all(sql!("audit_entry/list_of_day"), params![day, after, limit]).await?)
    }

    /// The entries of a venue from `from` to before `until`, in the order of their numbers.
    pub async fn list_of_window(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let params = params![venue.0, day_of(from), day_of(until), from, until];
        entries(&self.0.all(sql!("audit_entry/list_of_window"), params).await?)
    }

    /// Whether `staff` has an entry of this verb about a subject (its kind and id) on the UTC day of `at`.
    pub async fn has_look(
        &mut self,
        (kind, id): (&str, &str),
        staff: StaffId,
        verb: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![kind, id, staff.0, verb, day_of(at)];
        Ok(self.0.one(sql!("audit_entry/has_look"), params).await?.integer("looks")? > 0)
    }

    /// The first day after `day` that has entries.
    pub async fn find_first_day_after(&mut self, day: Date) -> Result<Option<Date>, StoreError> {
        self.0.one(sql!("audit_entry/first_day_after"), params![day]).await?.day_or_null("day")
    }

    /// The digest of a day.
    pub async fn find_digest(&mut self, day: Date) -> Result<Option<DayDigest>, StoreError> {
        let row = self.0.first(sql!("audit_digest/find"), params![day]).await?;
        row.map(|row| day_digest(&row)).transpose()
    }

    /// The last digest before a day.
    pub async fn find_digest_before(&mut self, day: Date) -> Result<Option<DayDigest>, StoreError> {
        let row = self.0.first(sql!("audit_digest/find_before"), params![day]).await?;
        row.map(|row| day_digest(&row)).transpose()
    }

    /// Stores a day's digest; false if it has one.
    pub async fn add_digest(&mut self, digest: &DayDigest) -> Result<bool, StoreError> {
        let params = params![digest.day, digest.entries, &digest.digest];
        Ok(self.0.run(sql!("audit_digest/add"), params).await? == 1)
    }

    /// The digest of the last day that has one.
    pub async fn find_newest_digest(&mut self) -> Result<Option<DayDigest>, StoreError> {
        let row = self.0.first(sql!("audit_digest/find_newest"), &[]).await?;
        row.map(|row| day_digest(&row)).transpose()
    }

    /// Up to `limit` digests after `day`, in the order of days.
    pub async fn list_digests(&mut self, day: Date, limit: u32) -> Result<Vec<DayDigest>, StoreError> {
        let rows = self.0.all(sql!("audit_digest/list"), params![day, limit]).await?;
        rows.iter().map(day_digest).collect()
    }
}

/// The UTC day of an instant.
pub(super) fn day_of(at: Timestamp) -> Date {
    at.to_zoned(jiff::tz::TimeZone::UTC).date()
}

fn day_digest(row: &Row) -> Result<DayDigest, StoreError> {
    let digest = SecretHash::in_column(row, "digest")?;
    Ok(DayDigest {
        day: row.day("day")?,
        entries: row.integer("entries")?,
        digest: digest.ok_or_else(|| StoreError::Corrupt("a day without a digest".to_owned()))?.0,
    })
}

pub(super) fn entries(rows: &[Row]) -> Result<Vec<AuditEntry>, StoreError> {
    let owned = |row: &Row, column| row.text_or_null(column).map(|text| text.map(str::to_owned));
    rows.iter()
        .map(|row| {
            Ok(AuditEntry {
                id: row.integer("audit_id")?,
                at: row.instant("at")?,
                day: row.day("day")?,
                staff: row.integer_or_null("staff_id")?.map(StaffId),
                approver: row.integer_or_null("approver_id")?.map(StaffId),
                session_id: row.integer_or_null("session_id")?,
                venue: row.integer_or_null("venue_id")?.map(VenueId),
                verb: row.text("verb")?.to_owned(),
                subject_kind: row.text("subject_kind")?.to_owned(),
                subject_id: row.text("subject_id")?.to_owned(),
                before: owned(row, "before")?,
                after: owned(row, "after")?,
                reason: owned(row, "reason")?,
                request_key: owned(row, "request_key")?,
            })
        })
        .collect()
}
