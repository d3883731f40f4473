//! The venue at which the desk sells: nothing is sold at a retired one.

use std::sync::Arc;

use sideout_domain::{VenueId, venue::Venue};
use sideout_store::StoreError;

use super::desk_slot::NotForSale;
use crate::{App, platform::venues::list_venues, steps::audited::Actor};

/// Whether the desk sells at a venue: [`NotForSale::VenueRetired`] if it is retired. A call that writes checks this in its unit of work,
/// because a repeated call gets the first answer also if the venue was retired since.
pub(super) type OnSale = Result<(), NotForSale>;

/// The venue with this id, retired or not. Only a person who works there learns that it is retired.
///
/// # Errors
/// [`StoreError`]; the inner one is [`NotForSale::NoSuchVenue`] if there is none, or it is retired and `actor` does not work there.
pub(super) async fn find_desk_venue(
    app: &App,
    actor: &Actor,
    id: VenueId,
) -> Result<Result<(Arc<Venue>, OnSale), NotForSale>, StoreError> {
    let venues = list_venues(app).await?;
    if let Some(open) = venues.iter().find(|venue| venue.id == id) {
        return Ok(Ok((Arc::clone(open), Ok(()))));
    }
    let retired = venues.retired.iter().find(|venue| venue.id == id && actor.works_at(id));
    let found = retired.map(|venue| (Arc::clone(venue), Err(NotForSale::VenueRetired)));
    Ok(found.ok_or(NotForSale::NoSuchVenue))
}

/// The venue with this id, if the desk sells there.
///
/// # Errors
/// [`StoreError`]; the inner one is [`NotForSale::VenueRetired`], or [`NotForSale::NoSuchVenue`] as in [`find_desk_venue`].
pub(super) async fn find_open_venue(
    app: &App,
    actor: &Actor,
    id: VenueId,
) -> Result<Result<Arc<Venue>, NotForSale>, StoreError> {
    let found = find_desk_venue(app, actor, id).await?;
    Ok(found.and_then(|(venue, on_sale)| on_sale.map(|()| venue)))
}
