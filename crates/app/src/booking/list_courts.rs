//! The courts of a venue at one hour, and which of them are free.

use jiff::civil::Date;
use sideout_domain::{VenueId, claim::Slot, money::Money, price::price_of, slot::StartTime, venue::Court};
use sideout_store::StoreError;

use super::availability::find_taken;
use crate::{App, platform::venues::find_venue};

/// One court at the requested hour.
#[derive(Debug, Clone)]
pub struct CourtOffer {
    /// The court.
    pub court: Court,
    /// Whether it can be chosen: it is free, has a price, and the slot has not started.
    pub available: bool,
    /// Its price at that hour; `None` if it is not for sale.
    pub price: Option<Money>,
}

/// All courts of `venue` at `start` on `day`, by number; `None` when there is no such venue.
///
/// Outside the opening hours, in the past and beyond the booking window no court is available.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_courts(
    app: &App,
    venue: VenueId,
    day: Date,
    start: StartTime,
) -> Result<Option<Vec<CourtOffer>>, StoreError> {
    let Some(venue) = find_venue(app, venue).await? else { return Ok(None) };
    let starts_at = start.on(day, &venue.zone);
    // A slot that cannot be booked is not read from the database: an anonymous caller could request any day.
    let taken = match super::is_bookable(&venue, day, start, app.clock.now()) {
        true => Some(find_taken(app, &venue, day).await?),
        false => None,
    };
    let offers = venue.courts.iter().map(|court| {
        let price = price_of(&venue.prices, court, day, start);
        let time = Slot { court: court.id, starts_at }.lasting(venue.slot_minutes);
        let free = taken.as_ref().is_some_and(|taken| !taken.overlaps(time));
        CourtOffer { court: court.clone(), available: free && price.is_some(), price }
    });
    Ok(Some(offers.collect()))
}
