//! The venues of a member of staff for their set-up, retired ones included.

use jiff::Timestamp;
use sideout_domain::{
    CourtId,
    price::{HourPrice, PriceWeek},
    staff::Permission,
    venue::Venue,
};
use sideout_store::{
    Session, Shifts, StoreError,
    import::{Imports, StoredVenue},
};

use crate::{
    App,
    platform::brand::read_brand,
    steps::audited::{Actor, Refused},
};

/// A venue in set-up.
#[derive(Debug, Clone)]
pub struct SetUpVenue {
    /// The venue with its courts.
    pub stored: StoredVenue,
    /// Whether a member of staff keeps the drawer of its open shift.
    pub has_kept_shift: bool,
    /// Its active courts without a lasting price in the whole week.
    pub unpriced: Vec<CourtId>,
}

/// The venues, and the time zone that a new one begins with.
#[derive(Debug, Clone)]
pub struct SetUpVenues {
    /// In the operator's order, those that are retired last.
    pub venues: Vec<SetUpVenue>,
    /// The brand's time zone.
    pub time_zone: String,
}

/// Why venues are not listed.
#[derive(Debug, thiserror::Error)]
pub enum ListVenuesError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The venues at which `actor` works.
///
/// # Errors
/// [`ListVenuesError`].
pub async fn list_set_up_venues(app: &App, actor: &Actor) -> Result<SetUpVenues, ListVenuesError> {
    let now = app.clock.now();
    actor.check(Permission::BoardRead, now)?;
    Ok(app.store.read((actor.clone(), now), |tx, input| Box::pin(list(tx, input))).await?)
}

async fn list(tx: &mut dyn Session, (actor, now): &(Actor, Timestamp)) -> Result<SetUpVenues, StoreError> {
    let brand = read_brand(tx).await?;
    let mut stored = Imports(tx).list_venues().await?;
    stored.retain(|stored| actor.works_at(stored.venue.id));
    stored.sort_by_key(|stored| !stored.active);
    let mut venues = Vec::new();
    for stored in stored {
        let shift = Shifts(tx).find_open(stored.venue.id).await?;
        let has_kept_shift = shift.is_some_and(|shift| shift.is_kept());
        venues.push(SetUpVenue { has_kept_shift, unpriced: unpriced(&stored.venue, *now), stored });
    }
    Ok(SetUpVenues { venues, time_zone: brand.timezone })
}

fn unpriced(venue: &Venue, now: Timestamp) -> Vec<CourtId> {
    let today = venue.today(now);
    let is_unpriced = |court: CourtId| {
        let week = PriceWeek::of(venue, &venue.prices, court, today);
        !week.days.iter().flatten().any(|hour| matches!(hour, HourPrice::Price(_)))
    };
    venue.courts.iter().map(|court| court.id).filter(|court| is_unpriced(*court)).collect()
}
