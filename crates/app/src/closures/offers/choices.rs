//! What a player whose court was closed can choose instead: the same hour elsewhere, another hour of the same day, and the same hour of
//! the days after it.

use jiff::{ToSpan as _, civil::Date};
use sideout_domain::{
    VenueId,
    closure_offer::{CarriedPrice, OFFERED_DAYS},
    money::Money,
    order::Order,
    slot::StartTime,
    venue::{Court, CourtType, Venue},
};
use sideout_store::StoreError;

use crate::{
    App,
    booking::list_courts::{CourtOffer, list_courts},
    platform::venues::{find_venue, list_venues},
    steps::answer_offer::prices_of_places,
};

/// A free court at an hour, for the player of a closed one.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The venue.
    pub venue: VenueId,
    /// Its name.
    pub venue_name: String,
    /// The court.
    pub court: Court,
    /// The day.
    pub day: Date,
    /// The start.
    pub start: StartTime,
    /// How many courts of this type are free there and then.
    pub free: usize,
    /// What it means for the money.
    pub price: CarriedPrice,
}

/// What a player can choose.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// The hour that was closed, on other courts and at other venues: the most similar court of each type.
    pub same_hour: Vec<Choice>,
    /// Other hours of that day at the same venue, on a court of the same type if one is free.
    pub same_day: Vec<Choice>,
    /// The same hour on each of the days after it; `None` where no court is free.
    pub other_days: Vec<(Date, Option<Choice>)>,
}

/// A free court before its price for this player is known.
struct Place {
    venue: VenueId,
    venue_name: String,
    court: Court,
    day: Date,
    start: StartTime,
    free: usize,
    price: Money,
}

/// What the player of `lost`, a booking whose court was closed, can choose now.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_choices(app: &App, lost: &Order) -> Result<Choices, StoreError> {
    let Some(venue) = find_venue(app, lost.venue).await? else { return Ok(Choices::default()) };
    let mut same_hour = places_at(app, &venue, lost, lost.day, lost.start).await?;
    for other in list_venues(app).await?.iter().filter(|other| other.id != venue.id) {
        same_hour.extend(places_at(app, other, lost, lost.day, lost.start).await?);
    }
    let mut same_day = Vec::new();
    for start in venue.starts_on(lost.day).filter(|start| *start != lost.start) {
        same_day.extend(places_at(app, &venue, lost, lost.day, start).await?.into_iter().next());
    }
    let days: Vec<Date> = lost.day.series(1.day()).skip(1).take(usize::from(OFFERED_DAYS)).collect();
    let mut other_days = Vec::new();
    for day in days {
        let places = places_at(app, &venue, lost, day, lost.start).await?;
        other_days.push((day, places.into_iter().next()));
    }
    price_all(app, lost, same_hour, same_day, other_days).await
}

/// The hours of a day at a venue with a free court, for the player of `lost`. Empty for a day that is not offered and for a venue that
/// does not exist.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_hours_of_day(
    app: &App,
    lost: &Order,
    venue: VenueId,
    day: Date,
) -> Result<Vec<Choice>, StoreError> {
    let Some(venue) = find_venue(app, venue).await?.filter(|_| is_offered(lost, day)) else {
        return Ok(Vec::new());
    };
    let mut hours = Vec::new();
    for start in venue.starts_on(day) {
        hours.extend(places_at(app, &venue, lost, day, start).await?.into_iter().next());
    }
    Ok(price_all(app, lost, hours, Vec::new(), Vec::new()).await?.same_hour)
}

/// Whether the player of `lost` can choose `day`: that of the closed game, and the days after it that are offered.
pub fn is_offered(lost: &Order, day: Date) -> bool {
    let last = lost.day.checked_add(i32::from(OFFERED_DAYS).days()).unwrap_or(Date::MAX);
    (lost.day..=last).contains(&day)
}

/// The most similar free court of each type at an hour, that of the type of the closed court first.
async fn places_at(
    app: &App,
    venue: &Venue,
    lost: &Order,
    day: Date,
    start: StartTime,
) -> Result<Vec<Place>, StoreError> {
    let offers = list_courts(app, venue.id, day, start).await?.unwrap_or_default();
    let same_type = lost.court_type;
    let other_type = match same_type {
        CourtType::Outdoor => CourtType::Indoor,
        CourtType::Indoor => CourtType::Outdoor,
    };
    let place = |court_type| {
        let free: Vec<(&CourtOffer, Money)> = offers
            .iter()
            .filter(|offer| offer.available && offer.court.sport == lost.sport)
            .filter(|offer| offer.court.court_type == court_type)
            .filter_map(|offer| Some((offer, offer.price?)))
            .collect();
        let nearest = free.iter().min_by_key(|(offer, _)| offer.court.number.abs_diff(lost.court_number))?;
        let (offer, price) = *nearest;
        Some(Place {
            venue: venue.id,
            venue_name: venue.name.clone(),
            court: offer.court.clone(),
            day,
            start,
            free: free.len(),
            price,
        })
    };
    Ok([same_type, other_type].into_iter().filter_map(place).collect())
}

async fn price_all(
    app: &App,
    lost: &Order,
    same_hour: Vec<Place>,
    same_day: Vec<Place>,
    other_days: Vec<(Date, Option<Place>)>,
) -> Result<Choices, StoreError> {
    let of_days = other_days.iter().filter_map(|(_, place)| place.as_ref());
    let prices: Vec<Money> =
        same_hour.iter().chain(&same_day).chain(of_days).map(|place| place.price).collect();
    let input = (lost.clone(), prices);
    let read = app.store.read(input, |tx, (lost, prices)| Box::pin(prices_of_places(tx, lost, prices)));
    let carried: Vec<CarriedPrice> = read.await?;
    let mut carried = carried.into_iter();
    let mut priced = |place: Place| {
        let Place { venue, venue_name, court, day, start, free, .. } = place;
        let price = carried.next()?;
        Some(Choice { venue, venue_name, court, day, start, free, price })
    };
    Ok(Choices {
        same_hour: same_hour.into_iter().filter_map(&mut priced).collect(),
        same_day: same_day.into_iter().filter_map(&mut priced).collect(),
        other_days: other_days.into_iter().map(|(day, place)| (day, place.and_then(&mut priced))).collect(),
    })
}
