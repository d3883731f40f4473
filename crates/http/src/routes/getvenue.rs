//! `GET /api/getvenue`: the operator's venues.

use axum::extract::State;
use jiff::civil::Date;
use serde::Serialize;
use sideout_app::platform::venues::{VenueList, list_venues};
use sideout_domain::{
    SportId,
    hours::{self, spans_apart, starts_of},
    money::Money,
    price::standard_price,
    slot::StartTime,
    venue::{self, CourtType},
};
use utoipa::ToSchema;

use super::gettimeslots::pickleball;
use crate::{
    state::{Api, ApiState},
    wire::{
        Rupees,
        answer::Answer,
        api_error::ApiError,
        count::count,
        messages::{Message, MessageFields},
    },
};

/// All venues where pickleball can be booked, in the operator's order.
#[derive(Serialize, ToSchema)]
pub struct GetVenueAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The venues; empty when no venue is open for booking.
    pub venue: Vec<Venue>,
}

/// A venue (spec §3).
#[derive(Serialize, ToSchema)]
pub struct Venue {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue_id: i64,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue_name: String,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub venue_location: String,
    /// Path or https link of its picture.
    #[schema(example = "/images/9f86d081884c7d659a2feaa0c55ad015.jpg")]
    pub venue_image: String,
    /// The postal address.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub venue_long_location: String,
    /// Number of indoor courts.
    #[schema(example = 4)]
    pub indoor_counts: u32,
    /// Number of outdoor courts.
    #[schema(example = 4)]
    pub outdoor_counts: u32,
    /// `lockers`, `parking`, `washroom`, `fb` … in the operator's order.
    #[schema(example = json!(["lockers", "parking", "washroom", "fb"]))]
    pub facilities: Vec<String>,
    /// Paths or https links of pictures.
    #[schema(example = json!(["/images/9f86d081884c7d659a2feaa0c55ad015.jpg"]))]
    pub gallery_links: Vec<String>,
    /// https link to a map, null if the venue has none.
    #[schema(example = "https://www.google.com/maps/search/?api=1&query=Akota+Vadodara")]
    pub location_link: Option<String>,
    /// The price of a slot by the rule for all courts, days and hours, rupees; other rules can give a court, a day or hours another price. Null if no
    /// such rule is valid today, or it has no price.
    #[schema(example = 800)]
    pub standard_price: Option<Rupees>,
    /// The lowest price of a slot within the days that can be booked, rupees; null if no hour of these days has a price.
    #[schema(example = 500)]
    pub lowest_price: Option<Rupees>,
    /// The highest price of a slot within the days that can be booked, rupees; null if no hour of these days has a price.
    #[schema(example = 900)]
    pub highest_price: Option<Rupees>,
    /// The length of a slot, in minutes.
    #[schema(example = 60)]
    pub slot_minutes: u32,
    /// Minutes of play within a slot; the rest is handover.
    #[schema(example = 55)]
    pub play_minutes: u32,
    /// The present week, Monday first, from the first to the last start of each day; null is a day off.
    pub hours: Vec<Option<OpeningHours>>,
    /// The same week with the breaks of its days, Monday first; an empty list is a day off.
    pub open_spans: Vec<Vec<OpeningHours>>,
    /// The days within the booking window, today included, that differ from the week of their date; the earliest first.
    pub special_days: Vec<SpecialDay>,
    /// How many days ahead players can book; null: to the same day next month.
    #[schema(required, example = json!(null))]
    pub horizon_days: Option<u16>,
    /// How many minutes before the start online booking closes.
    #[schema(example = 0)]
    pub lead_minutes: u16,
}

/// A day with hours of its own.
#[derive(Serialize, ToSchema)]
pub struct SpecialDay {
    /// `YYYY-MM-DD`.
    #[schema(example = "2026-11-24", format = Date)]
    pub date: String,
    /// The reason, in the operator's words.
    #[schema(example = "Diwali")]
    pub label: String,
    /// The hours of the day; an empty list: closed.
    pub open_spans: Vec<OpeningHours>,
}

/// The hours at which play can start.
#[derive(Serialize, ToSchema)]
pub struct OpeningHours {
    /// The first start, `h:MM AM|PM`.
    #[schema(example = "6:00 AM")]
    pub first_start: String,
    /// The last start, `h:MM AM|PM`.
    #[schema(example = "10:00 PM")]
    pub last_start: String,
}

/// Lists the venues.
#[utoipa::path(get, path = "/api/getvenue", operation_id = "getvenue", tag = "browse",
    security(("api_key" = [])),
    responses((status = 200, description = "The venues", body = GetVenueAnswer)))]
pub async fn getvenue(State(api): State<ApiState>) -> Result<Answer<GetVenueAnswer>, ApiError> {
    Ok(Answer(GetVenueAnswer {
        error: 0,
        message: Message::Venues.into(),
        venue: shown(&api, list_venues(&api.app).await?.as_ref()),
    }))
}

/// The venues as players see them: those with a court for pickleball, which is the sport of the list, because the call names none.
pub(crate) fn shown(api: &Api, venues: &VenueList) -> Vec<Venue> {
    let now = api.app.clock.now();
    let sport = SportId(pickleball());
    venues
        .iter()
        .filter(|venue| venue.has(sport))
        .map(|venue| shown_venue(venue, sport, venue.today(now), api.price_ranges.of(venue, sport, now)))
        .collect()
}

/// A venue with its courts and prices for `sport`.
fn shown_venue(venue: &venue::Venue, sport: SportId, today: Date, prices: Option<(Money, Money)>) -> Venue {
    let week = venue.hours.week_on(today).map(|week| week.days.clone()).unwrap_or_default();
    let last = venue.hours.window.last_day(today);
    let special_days =
        venue.hours.special_days.iter().filter(|special| (today..=last).contains(&special.day));
    Venue {
        venue_id: venue.id.0,
        venue_name: venue.name.clone(),
        venue_location: venue.location.clone(),
        venue_image: venue.image.clone(),
        venue_long_location: venue.long_location.clone(),
        indoor_counts: count(venue.count(sport, CourtType::Indoor)),
        outdoor_counts: count(venue.count(sport, CourtType::Outdoor)),
        facilities: venue.facilities.clone(),
        gallery_links: venue.gallery.clone(),
        location_link: venue.map_url.clone(),
        standard_price: standard_price(&venue.prices, today).map(Into::into),
        lowest_price: prices.map(|(lowest, _)| lowest.into()),
        highest_price: prices.map(|(_, highest)| highest.into()),
        slot_minutes: venue.slot_minutes.into(),
        play_minutes: venue.play_minutes.into(),
        hours: week.iter().map(|spans| first_and_last(spans, venue.slot_minutes)).collect(),
        open_spans: week.iter().map(|spans| open_spans(spans, venue.slot_minutes)).collect(),
        special_days: special_days.map(|special| special_day(special, venue.slot_minutes)).collect(),
        horizon_days: venue.hours.window.horizon_days,
        lead_minutes: venue.hours.window.lead_minutes,
    }
}

/// The first and the last start of these spans. A span may end after its last start, and may overlap with the one before it where the
/// length of slots has changed since.
fn first_and_last(spans: &[venue::OpeningHours], slot_minutes: u16) -> Option<OpeningHours> {
    let mut starts = starts_of(spans, slot_minutes);
    let first = starts.next()?;
    Some(opening_hours(first, starts.last().unwrap_or(first)))
}

fn open_spans(spans: &[venue::OpeningHours], slot_minutes: u16) -> Vec<OpeningHours> {
    spans_apart(spans, slot_minutes).filter_map(|span| first_and_last(&[span], slot_minutes)).collect()
}

fn special_day(special: &hours::SpecialDay, slot_minutes: u16) -> SpecialDay {
    SpecialDay {
        date: special.day.to_string(),
        label: special.label.clone(),
        open_spans: open_spans(&special.spans, slot_minutes),
    }
}

fn opening_hours(first: StartTime, last: StartTime) -> OpeningHours {
    OpeningHours { first_start: first.to_string(), last_start: last.to_string() }
}
