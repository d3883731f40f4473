//! Whether a day of the audit is as it was written, by its digest.

use jiff::civil::Date;
use sideout_domain::staff::Permission;
use sideout_store::{
    Session, StoreError,
    staff::{Audit, AuditSearch, DayDigest},
};

use super::{
    audit_digests::{digest_of, last_settled_day},
    list_audit::{ListAuditError, visible_to},
};
use crate::{App, steps::audited::Actor};

/// A day of the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditDay {
    /// The UTC day, by which digests are made.
    pub day: Date,
    /// The number of its entries that the caller may see. The digest and the state cover all entries.
    pub entries: i64,
    /// Its digest as it was made after the day.
    pub digest: Option<DayDigest>,
    /// Whether its entries match the digest.
    pub state: AuditDayState,
}

/// What is found about a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditDayState {
    /// It has entries and no digest yet.
    Open,
    /// It has no entries and no digest.
    Empty,
    /// Its entries are those from which the digest was computed.
    Intact,
    /// Its entries, or the digest before it, differ from those from which its digest was computed, or it has entries and no digest, and
    /// a later day has one. Changed entries of an earlier day do not show here.
    Changed,
}

/// Computes the digest of a UTC day again and compares it.
///
/// # Errors
/// [`ListAuditError`].
pub async fn check_audit_day(app: &App, actor: &Actor, day: Date) -> Result<AuditDay, ListAuditError> {
    let now = app.clock.now();
    actor.check(Permission::AuditRead, now)?;
    let (staff, venues) = visible_to(app, actor, None, None).await?;
    let seen = AuditSearch { staff, venues, ..AuditSearch::default() };
    let input = (day, last_settled_day(now), seen);
    let read = app.store.read(input, |tx, (day, last, seen)| Box::pin(compare(tx, (*day, *last), seen)));
    Ok(read.await?)
}

async fn compare(
    tx: &mut dyn Session,
    (day, last): (Date, Date),
    seen: &AuditSearch,
) -> Result<AuditDay, StoreError> {
    let before = Audit(tx).find_digest_before(day).await?;
    let digest = Audit(tx).find_digest(day).await?;
    let found = digest_of(tx, day, before.as_ref()).await?;
    let newest = Audit(tx).find_newest_digest().await?;
    let state = match &digest {
        Some(digest) if *digest == found => AuditDayState::Intact,
        Some(_) => AuditDayState::Changed,
        None if found.entries == 0 => AuditDayState::Empty,
        // A later day has a digest, so these entries came afterwards.
        None if newest.is_some_and(|newest| newest.day > day) && day <= last => AuditDayState::Changed,
        None => AuditDayState::Open,
    };
    let entries = Audit(tx).count_of_day(day, seen).await?;
    Ok(AuditDay { day, entries, digest, state })
}
