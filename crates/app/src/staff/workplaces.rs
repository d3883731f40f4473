//! Where a member of staff works, and how colleagues are named.

use std::collections::HashMap;

use sideout_domain::{StaffId, VenueId};
use sideout_store::{StoreError, VenueDays, staff::Members};

use crate::{App, platform::venues::list_venues, steps::audited::Actor};

/// The venues where `actor` works ([`Actor::works_at`]); retired ones included, because games may still be played there.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_workplaces(app: &App, actor: &Actor) -> Result<Vec<VenueId>, StoreError> {
    let venues = list_venues(app).await?;
    Ok(venues.with_retired().map(|venue| venue.id).filter(|venue| actor.works_at(*venue)).collect())
}

/// All venues, retired ones included.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_all_venues(app: &App) -> Result<Vec<VenueId>, StoreError> {
    app.store.read((), |tx, ()| Box::pin(async move { VenueDays(tx).list_venues().await })).await
}

/// The names of all members of staff, also of those who are switched off.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_staff_names(app: &App) -> Result<HashMap<StaffId, String>, StoreError> {
    let read = app.store.read((), |tx, ()| Box::pin(async move { Members(tx).list().await }));
    let members: Vec<sideout_store::staff::Member> = read.await?;
    Ok(members.into_iter().map(|member| (member.id, member.full_name)).collect())
}
