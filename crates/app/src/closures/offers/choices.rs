//! What a player whose court was closed can choose instead.

use jiff::civil::Date;
use sideout_domain::{
    VenueId,
    closure_offer::{CarriedPrice, later_offered_days, offered_days},
    money::Money,
    order::Order,
    slot::StartTime,
    venue::{Court, CourtType, Venue},
};
use sideout_store::StoreError;

use crate::{
    App,
    booking::{
        last_day_of_choices,
        list_courts::{CourtOffer, list_sellable_courts},
    },
    platform::venues::{find_known_venue, find_venue, list_venues},
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
    /// The hour that was closed, on other courts of the venue first, then at other venues: the most similar court of each type.
    pub same_hour: Vec<Choice>,
    /// Other hours of that day at the same venue, the earliest first, on a court of the same type if one is free.
    pub same_day: Vec<Choice>,
    /// The same hour on each later day of [`offered_days`] that can be booked already; `None` where no court is free.
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
    // A retired venue has no court to choose any more; other venues may have the hour.
    let Some(venue) = find_known_venue(app, lost.venue).await? else { return Ok(Choices::default()) };
    let mut same_hour = places_at(app, &venue, lost, lost.day, lost.start).await?;
    for other in list_venues(app).await?.iter().filter(|other| other.id != venue.id) {
        same_hour.extend(places_at(app, other, lost, lost.day, lost.start).await?);
    }
    let mut same_day = Vec::new();
    for start in venue.starts_on(lost.day).filter(|start| *start != lost.start) {
        same_day.extend(places_at(app, &venue, lost, lost.day, start).await?.into_iter().next());
    }
    let mut other_days = Vec::new();
    let last_day = last_day_of_choices(&venue, lost.day, app.clock.now());
    for day in later_offered_days(lost.day).take_while(|day| *day <= last_day) {
        other_days.push((day, places_at(app, &venue, lost, day, lost.start).await?.into_iter().next()));
    }
    let (hours, starts) = (same_hour.len(), same_day.len());
    let mut places = same_hour;
    places.append(&mut same_day);
    let mut days = Vec::new();
    for (day, place) in other_days {
        days.push((day, place.is_some()));
        places.extend(place);
    }
    let mut choices = price(app, lost, places).await?.into_iter();
    Ok(Choices {
        same_hour: choices.by_ref().take(hours).collect(),
        same_day: choices.by_ref().take(starts).collect(),
        other_days: days
            .into_iter()
            .map(|(day, is_free)| (day, is_free.then(|| choices.next()).flatten()))
            .collect(),
    })
}

/// The hours of a day at a venue with a free court, for the player of `lost`. Empty for a day that is not offered and for a venue that
/// does not exist or is retired.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_hours_of_day(
    app: &App,
    lost: &Order,
    venue: VenueId,
    day: Date,
) -> Result<Vec<Choice>, StoreError> {
    let Some(venue) = find_venue(app, venue).await?.filter(|_| offered_days(lost.day).contains(&day)) else {
        return Ok(Vec::new());
    };
    let mut hours = Vec::new();
    for start in venue.starts_on(day) {
        hours.extend(places_at(app, &venue, lost, day, start).await?.into_iter().next());
    }
    price(app, lost, hours).await
}

/// The most similar free court of each type at an hour, that of the type of the closed court first.
async fn places_at(
    app: &App,
    venue: &Venue,
    lost: &Order,
    day: Date,
    start: StartTime,
) -> Result<Vec<Place>, StoreError> {
    let offers = list_sellable_courts(app, venue.id, lost.day, (day, start)).await?.unwrap_or_default();
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

/// The places with what each means for the money of the player of `lost`.
async fn price(app: &App, lost: &Order, places: Vec<Place>) -> Result<Vec<Choice>, StoreError> {
    let prices: Vec<Money> = places.iter().map(|place| place.price).collect();
    let input = (lost.clone(), prices);
    let read = app.store.read(input, |tx, (lost, prices)| Box::pin(prices_of_places(tx, lost, prices)));
    let carried: Vec<CarriedPrice> = read.await?;
    let priced = places.into_iter().zip(carried).map(|(place, price)| {
        let Place { venue, venue_name, court, day, start, free, .. } = place;
        Choice { venue, venue_name, court, day, start, free, price }
    });
    Ok(priced.collect())
}
