//! The venues as players see them, kept in memory for a moment: they change a few times a year and are asked for
//! on every call.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sideout_domain::{VenueId, venue::Venue};
use sideout_store::{StoreError, Venues};

use crate::App;

/// How long a change of venues, courts, hours or prices may take to be seen.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(2);

/// The active venues in the operator's order.
pub type VenueList = Arc<Vec<Arc<Venue>>>;

/// The venues last read.
#[derive(Default)]
pub struct Catalogue {
    last: Mutex<Option<(Timestamp, VenueList)>>,
}

impl Catalogue {
    /// Forgets what was read, so that the next call sees an import at once.
    pub fn forget(&self) {
        *self.last.lock() = None;
    }
}

/// All active venues in the operator's order, at most two seconds old.
///
/// # Errors
/// [`StoreError`] when they had to be read and could not.
pub async fn list_venues(app: &App) -> Result<VenueList, StoreError> {
    let now = app.clock.now();
    if let Some((read_at, venues)) = &*app.catalogue.last.lock() {
        let age = now.duration_since(*read_at);
        if SignedDuration::ZERO <= age && age < MAX_AGE {
            return Ok(venues.clone());
        }
    }
    let venues = app.store.read((), |tx, ()| Box::pin(async move { Venues(tx).list().await })).await?;
    let venues = Arc::new(venues.into_iter().map(Arc::new).collect::<Vec<_>>());
    *app.catalogue.last.lock() = Some((now, venues.clone()));
    Ok(venues)
}

/// The active venue with this id.
///
/// # Errors
/// [`StoreError`] as [`list_venues`].
pub async fn find_venue(app: &App, id: VenueId) -> Result<Option<Arc<Venue>>, StoreError> {
    Ok(list_venues(app).await?.iter().find(|venue| venue.id == id).cloned())
}
