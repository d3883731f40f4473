//! The venue of a new booking: nothing is sold at a retired one.

use std::sync::Arc;

use sideout_domain::{VenueId, venue::Venue};
use sideout_store::StoreError;

use super::desk_slot::NotForSale;
use crate::{App, platform::venues::list_venues, steps::audited::Actor};

/// The venue with this id, if the desk sells there. Only a person who works there learns that it is retired.
///
/// # Errors
/// [`StoreError`]; the inner one is [`NotForSale::VenueRetired`], or [`NotForSale::NoSuchCourt`] for a venue that `actor` does not know.
pub(super) async fn find_open_venue(
    app: &App,
    actor: &Actor,
    id: VenueId,
) -> Result<Result<Arc<Venue>, NotForSale>, StoreError> {
    let venues = list_venues(app).await?;
    if let Some(open) = venues.iter().find(|venue| venue.id == id) {
        return Ok(Ok(Arc::clone(open)));
    }
    let is_own = actor.works_at(id) && venues.retired.iter().any(|venue| venue.id == id);
    Ok(Err(if is_own { NotForSale::VenueRetired } else { NotForSale::NoSuchCourt }))
}
