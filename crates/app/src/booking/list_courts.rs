//! The courts of a venue at one hour, and which of them are free.

use std::sync::Arc;

use jiff::{SignedDuration, civil::Date};
use sideout_domain::{
    SportId, VenueId,
    hours::BookingWindow,
    money::Money,
    slot::StartTime,
    venue::{Court, Venue},
};
use sideout_store::StoreError;

use super::{
    availability::{courts_at, find_taken},
    is_sold_until, is_sold_within, is_until, last_day_of_choices,
};
use crate::{
    App,
    platform::{availability::Taken, venues::find_venue},
};

/// One court at the requested hour.
#[derive(Debug, Clone)]
pub struct CourtOffer {
    /// The court.
    pub court: Court,
    /// Whether it can be chosen: it is free and has a price, and the hour is for sale (see [`HourOfCourts::taken`]).
    pub available: bool,
    /// Its price at that hour; `None` if it is not for sale.
    pub price: Option<Money>,
}

/// What decides which courts of a venue are offered at an hour.
#[derive(Debug, Clone)]
pub struct HourOfCourts {
    /// The venue with its courts and prices.
    pub venue: Arc<Venue>,
    /// The sport of the courts; `None`: courts of all sports.
    pub sport: Option<SportId>,
    /// The venue's day.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// What is taken on that day; `None` if the hour is not for sale.
    pub taken: Option<Arc<Taken>>,
}

impl HourOfCourts {
    /// All courts of the venue for the sport, by number. None is available if the hour is not for sale.
    pub fn offers(&self) -> impl Iterator<Item = CourtOffer> {
        let HourOfCourts { venue, sport, day, start, taken } = self;
        let courts = courts_at(venue, *day, *start, taken.as_deref());
        courts.filter(|(court, ..)| court.is_for(*sport)).map(|(court, price, is_free)| CourtOffer {
            court: court.clone(),
            available: is_free && price.is_some(),
            price,
        })
    }

    /// Whether the offers are those of `earlier`, an hour of the same sport with the same start on the same day. `false` also
    /// if the venue or the claims were read again since, even if nothing changed.
    pub fn equals(&self, earlier: &HourOfCourts) -> bool {
        let is_same_day = match (&self.taken, &earlier.taken) {
            (Some(taken), Some(earlier)) => Arc::ptr_eq(taken, earlier),
            (None, None) => true,
            _ => false,
        };
        is_same_day && Arc::ptr_eq(&self.venue, &earlier.venue)
    }
}

/// What decides which courts of `venue` are offered for `sport` at `start` on `day`; `None` if the venue does not exist, is
/// retired or has no court for the sport.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_hour_of_courts(
    app: &App,
    (venue, sport): (VenueId, SportId),
    day: Date,
    start: StartTime,
) -> Result<Option<HourOfCourts>, StoreError> {
    let venue = find_venue(app, venue).await?.filter(|venue| venue.has(sport));
    let Some(venue) = venue else { return Ok(None) };
    let window = venue.hours.window;
    let hour = find_hour_within(app, venue, window, day, start).await?;
    Ok(Some(HourOfCourts { sport: Some(sport), ..hour }))
}

/// What decides which courts of `venue` for all sports are offered at `start` on `day` to those who can book within
/// `window`.
async fn find_hour_within(
    app: &App,
    venue: Arc<Venue>,
    window: BookingWindow,
    day: Date,
    start: StartTime,
) -> Result<HourOfCourts, StoreError> {
    // A slot that cannot be booked is not read from the database: an anonymous caller could request any day.
    let taken = match is_sold_within(&venue, window, day, start, app.clock.now()) {
        true => Some(find_taken(app, &venue, day).await?),
        false => None,
    };
    Ok(HourOfCourts { venue, sport: None, day, start, taken })
}

/// All courts of `venue` at `start` on `day`, by number; `None` if the venue does not exist or is retired.
///
/// Outside the opening hours, in the past and outside the booking window no court is available.
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
    let window = venue.hours.window;
    let hour = find_hour_within(app, venue, window, day, start).await?;
    Ok(Some(hour.offers().collect()))
}

/// As [`list_courts`], for a player whose court was closed on the day `lost`: up to [`last_day_of_choices`].
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_sellable_courts(
    app: &App,
    venue: VenueId,
    lost: Date,
    (day, start): (Date, StartTime),
) -> Result<Option<Vec<CourtOffer>>, StoreError> {
    let Some(venue) = find_venue(app, venue).await? else { return Ok(None) };
    let now = app.clock.now();
    let taken = match is_sold_until(&venue, last_day_of_choices(&venue, lost, now), day, start, now) {
        true => Some(find_taken(app, &venue, day).await?),
        false => None,
    };
    let hour = HourOfCourts { venue, sport: None, day, start, taken };
    Ok(Some(hour.offers().collect()))
}

/// All courts of `venue` at `start` on `day`, by number, as a clerk sells them: from today up to `last_day`, and also at an hour that has
/// begun until its play is over, because a walk-in plays the rest of it.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn list_courts_at_desk(
    app: &App,
    venue: &Arc<Venue>,
    (day, start): (Date, StartTime),
    last_day: Date,
) -> Result<Vec<CourtOffer>, StoreError> {
    let now = app.clock.now();
    let play = SignedDuration::from_mins(venue.play_minutes.into());
    let is_sold = is_until(venue, day, last_day, now)
        && venue.is_start(day, start)
        && start.on(day, &venue.zone) + play > now;
    let taken = match is_sold {
        true => Some(find_taken(app, venue, day).await?),
        false => None,
    };
    let hour = HourOfCourts { venue: Arc::clone(venue), sport: None, day, start, taken };
    Ok(hour.offers().collect())
}
