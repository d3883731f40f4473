//! The venues as players see them.

use std::sync::Arc;

use sideout_domain::{VenueId, order::Order, venue::Venue};
use sideout_store::{StoreError, Venues};

use crate::App;

/// The active venues in the operator's order.
pub type VenueList = Vec<Arc<Venue>>;

/// All active venues in the operator's order, at most two seconds old.
///
/// # Errors
/// [`StoreError`] if they are not cached and cannot be read.
pub async fn list_venues(app: &App) -> Result<Arc<VenueList>, StoreError> {
    let now = app.clock.now();
    match app.venues.at(now) {
        Ok(venues) => Ok(venues),
        Err(generation) => {
            let venues =
                app.store.read((), |tx, ()| Box::pin(async move { Venues(tx).list().await })).await?;
            Ok(app.venues.keep(venues.into_iter().map(Arc::new).collect(), generation, now))
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

/// Whether the venue and the court of `order` can still be booked: neither was retired.
pub fn still_offers(venues: &VenueList, order: &Order) -> bool {
    venues.iter().any(|venue| venue.id == order.venue && venue.court(order.slot.court).is_some())
}
