//! The opening hours of a venue as the desk shows them.

use std::sync::Arc;

use jiff::civil::Date;
use sideout_domain::{VenueId, hours::Hours, staff::Permission, venue::Venue};
use sideout_store::{Brands, HoursVersions, Manager, Session, StoreError, hours_versions::HoursVersion};

use crate::{
    App,
    platform::venues::find_venue,
    steps::audited::{Actor, Refused},
};

/// The most versions that are listed.
const MOST_VERSIONS: i64 = 50;

/// The hours of a venue.
#[derive(Debug, Clone)]
pub struct DeskHours {
    /// The venue.
    pub venue: Arc<Venue>,
    /// Today's date at the venue.
    pub today: Date,
    /// Who manages them.
    pub manager: Manager,
    /// The number of the newest version; 0 if there is none.
    pub version: i64,
    /// The hours by the newest version.
    pub hours: Hours,
    /// The versions, the newest first, at most 50.
    pub versions: Vec<HoursVersion>,
}

/// Why hours are not shown.
#[derive(Debug, thiserror::Error)]
pub enum ReadHoursError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The hours of a venue, with its versions.
///
/// # Errors
/// [`ReadHoursError`].
pub async fn read_hours(app: &App, actor: &Actor, venue: VenueId) -> Result<DeskHours, ReadHoursError> {
    let now = app.clock.now();
    actor.check_at(venue, Permission::BoardRead, now)?;
    let venue = find_venue(app, venue).await?.ok_or(Refused::OtherVenue)?;
    let today = venue.today(now);
    Ok(app.store.read((venue, today), |tx, (venue, today)| Box::pin(read(tx, venue, *today))).await?)
}

async fn read(tx: &mut dyn Session, venue: &Arc<Venue>, today: Date) -> Result<DeskHours, StoreError> {
    let manager = Brands(tx).find_manager().await?;
    let versions = HoursVersions(tx).list(venue.id, MOST_VERSIONS).await?;
    Ok(DeskHours {
        venue: venue.clone(),
        today,
        manager,
        version: versions.first().map_or(0, |version| version.version),
        hours: versions.first().map(|version| version.hours.clone()).unwrap_or_default(),
        versions,
    })
}
