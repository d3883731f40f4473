//! The venues, active and retired.

use std::{ops::Deref, sync::Arc};

use sideout_domain::{VenueId, order::Order, venue::Venue};
use sideout_store::{StoreError, Venues};

use crate::App;

/// The active venues in the operator's order, and the retired ones apart from them.
#[derive(Debug, Clone)]
pub struct VenueList {
    active: Vec<Arc<Venue>>,
    /// The retired venues. They have no prices, because nothing is sold there.
    pub retired: Vec<Arc<Venue>>,
}

impl VenueList {
    /// All venues, the active ones first.
    pub fn with_retired(&self) -> impl Iterator<Item = &Arc<Venue>> {
        self.active.iter().chain(&self.retired)
    }
}

/// The active venues: a caller that does not name the retired ones gets none of them.
impl Deref for VenueList {
    type Target = [Arc<Venue>];

    fn deref(&self) -> &[Arc<Venue>] {
        &self.active
    }
}

/// The venues, at most two seconds old.
///
/// # Errors
/// [`StoreError`] if they are not cached and cannot be read.
pub async fn list_venues(app: &App) -> Result<Arc<VenueList>, StoreError> {
    let now = app.clock.now();
    match app.venues.at(now) {
        Ok(venues) => Ok(venues),
        Err(generation) => {
            let read =
                app.store.read((), |tx, ()| Box::pin(async move { Venues(tx).list_with_retired().await }));
            let (active, retired): (Vec<Venue>, Vec<Venue>) = read.await?;
            let without_prices = |venue: Venue| Arc::new(Venue { prices: Vec::new(), ..venue });
            let list = VenueList {
                active: active.into_iter().map(Arc::new).collect(),
                retired: retired.into_iter().map(without_prices).collect(),
            };
            Ok(app.venues.keep(list, generation, now))
        }
    }
}

/// The active venue with this id.
///
/// # Errors
/// [`StoreError`] as [`list_venues`].
pub async fn find_venue(app: &App, id: VenueId) -> Result<Option<Arc<Venue>>, StoreError> {
    Ok(list_venues(app).await?.iter().find(|venue| venue.id == id).cloned())
}

/// The venue with this id, active or retired: staff still handle the games that a retired one keeps.
///
/// # Errors
/// [`StoreError`] as [`list_venues`].
pub async fn find_known_venue(app: &App, id: VenueId) -> Result<Option<Arc<Venue>>, StoreError> {
    Ok(list_venues(app).await?.with_retired().find(|venue| venue.id == id).cloned())
}

/// The retired venues where staff have something left to do ([`Venues::list_unfinished`]).
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_unfinished_venues(app: &App) -> Result<Vec<Arc<Venue>>, StoreError> {
    let venues = list_venues(app).await?;
    if venues.retired.is_empty() {
        return Ok(Vec::new());
    }
    let read = app.store.read((), |tx, ()| Box::pin(async move { Venues(tx).list_unfinished().await }));
    let unfinished: Vec<VenueId> = read.await?;
    Ok(venues.retired.iter().filter(|venue| unfinished.contains(&venue.id)).cloned().collect())
}

/// Whether the venue and the court of `order` can still be booked: neither was retired.
pub fn still_offers(venues: &VenueList, order: &Order) -> bool {
    venues.iter().any(|venue| venue.id == order.venue && venue.court(order.slot.court).is_some())
}
