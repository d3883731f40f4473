//! Lists what staff did.

use sideout_domain::{
    StaffId, VenueId,
    staff::{Permission, Role},
};
use sideout_store::{
    StoreError,
    staff::{Audit, AuditEntry},
};

use crate::{
    App,
    steps::audited::{Actor, Refused},
};

/// The most entries of one page.
pub const MAX_PAGE: u32 = 200;

/// Which entries to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditFilter {
    /// All of the business. Owners only.
    Everything,
    /// Those of one venue. Owners and managers.
    Venue(VenueId),
    /// Those of one person. A person may always see their own.
    Staff(StaffId),
}

/// A page of entries, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    /// The entries.
    pub entries: Vec<AuditEntry>,
    /// List before this entry to go on; `None` at the end.
    pub next: Option<i64>,
}

/// Why entries are not listed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListAuditError {
    /// The caller is not allowed to see these.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Up to `limit` entries before the entry `before`.
///
/// # Errors
/// [`ListAuditError`].
pub async fn list_audit(
    app: &App,
    actor: &Actor,
    filter: AuditFilter,
    before: Option<i64>,
    limit: u32,
) -> Result<AuditPage, ListAuditError> {
    actor.check(Permission::AuditRead, app.clock.now())?;
    let refused = Refused::NotAllowed(Permission::AuditRead);
    match (filter, actor.member.role) {
        (_, Role::Owner) if !actor.is_by_pin() => {}
        (AuditFilter::Venue(venue), Role::Owner | Role::Manager) if actor.works_at(venue) => {}
        (AuditFilter::Venue(_), Role::Owner | Role::Manager) => return Err(Refused::OtherVenue.into()),
        (AuditFilter::Staff(staff), _) if staff == actor.id() => {}
        _ => return Err(refused.into()),
    }
    let limit = limit.clamp(1, MAX_PAGE);
    let input = (filter, before.unwrap_or(i64::MAX), limit);
    let read = app.store.read(input, |tx, (filter, before, limit)| {
        Box::pin(async move {
            match filter {
                AuditFilter::Everything => Audit(tx).list(*before, *limit).await,
                AuditFilter::Venue(venue) => Audit(tx).list_of_venue(*venue, *before, *limit).await,
                AuditFilter::Staff(staff) => Audit(tx).list_of_staff(*staff, *before, *limit).await,
            }
        })
    });
    let entries: Vec<AuditEntry> = read.await?;
    let is_full = entries.len() == limit as usize;
    let next = if is_full { entries.last().map(|entry| entry.id) } else { None };
    Ok(AuditPage { entries, next })
}
