//! `GET /api/gettimeslots`: the free slots of a venue, from today to the last day that players can book.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::header;
use serde::{Deserialize, Serialize};
use sideout_app::{
    booking::availability::list_bookable_days,
    platform::{
        availability::{self, BookableDays, DayOffer, OpenSlot},
        venues::find_venue,
    },
};
use sideout_domain::{
    SportId, VenueId,
    slot::{Period, StartTime},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    extract::Params,
    state::ApiState,
    wire::{
        Outcome, Rupees,
        answer::JSON,
        api_error::ApiError,
        count::count,
        messages::{Message, MessageFields},
    },
};

/// The venue and the sport.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GetTimeslotsRequest {
    /// The venue's number.
    #[param(example = 1)]
    pub venue: i64,
    /// The sport's number; 1 is pickleball.
    #[serde(default = "pickleball")]
    #[param(example = 1)]
    pub sport: i64,
}

/// The sport when a call names none.
pub(crate) fn pickleball() -> i64 {
    1
}

/// Every date from today to the last day that players can book (the same day next month, unless the venue has another limit), in the
/// venue's time zone.
#[derive(Serialize, ToSchema)]
pub struct GetTimeslotsAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// One entry per date, in order.
    pub date: Vec<SlotDay>,
    /// The requested venue.
    pub venue: SlotVenue,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// The venue a list of slots belongs to.
#[derive(Serialize, ToSchema)]
pub struct SlotVenue {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue_id: i64,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue_name: String,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub venue_location: String,
    /// IANA name of the zone all dates and times are in.
    #[schema(example = "Asia/Kolkata")]
    pub timezone: String,
    /// Minutes of play within a slot; the rest is handover.
    #[schema(example = 55)]
    pub play_minutes: u32,
}

/// One date and its free slots.
#[derive(Serialize, ToSchema)]
pub struct SlotDay {
    /// The date.
    pub date: SlotDate,
    /// The slots that can still be booked and have a free court of the sport, in order.
    pub slots: Vec<Slot>,
    /// The other slots of the opening hours, and why they cannot be chosen, in order.
    pub closed: Vec<ClosedSlot>,
}

/// A date, its weekday and its day of the month.
#[derive(Serialize, ToSchema)]
pub struct SlotDate {
    /// `YYYY-MM-DD`.
    #[schema(example = "2026-11-21", format = Date)]
    pub date: String,
    /// `Mon` … `Sun`.
    #[schema(example = "Sat")]
    pub weekday: String,
    /// Day of the month, no leading zero.
    #[schema(example = "21")]
    pub day: String,
}

/// A slot with at least one free court.
#[derive(Serialize, ToSchema)]
pub struct Slot {
    /// `h:MM AM|PM`, no leading zero.
    #[schema(example = "6:00 AM")]
    pub time: String,
    /// The part of the day (spec §9).
    #[serde(rename = "type")]
    pub period: SlotPeriod,
    /// The lowest price of a free court, rupees.
    #[schema(example = 800)]
    pub price: Rupees,
    /// The highest price of a free court, rupees; only where free courts differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 900)]
    pub highest_price: Option<Rupees>,
    /// How many courts are free.
    #[schema(example = 5)]
    pub free: u32,
}

/// The part of the day in which a slot starts: before noon, from noon to before 6 PM, or from 6 PM on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum SlotPeriod {
    /// Starts before noon.
    Morning,
    /// Starts from noon to before 6 PM.
    Afternoon,
    /// Starts from 6 PM on.
    Evening,
}

/// A slot that cannot be chosen.
#[derive(Serialize, ToSchema)]
pub struct ClosedSlot {
    /// `h:MM AM|PM`, no leading zero.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// The reason why it cannot be booked.
    pub reason: ClosedReason,
}

/// Why a slot cannot be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClosedReason {
    /// Every court is taken.
    Full,
    /// The slot has begun.
    Past,
    /// The slot begins so soon that it can no longer be booked.
    Late,
    /// No court is for sale at that hour, or, in `free_hours`, players cannot book that day at this venue.
    Closed,
}

/// Lists the free slots of a venue from today to the last day that players can book. No court is held: `add_times` decides.
#[utoipa::path(get, path = "/api/gettimeslots", operation_id = "gettimeslots", tag = "browse",
    security(("api_key" = [])), params(GetTimeslotsRequest,
        ("user" = Option<String>, Query, description = "Who asks. Clients send it (spec §7); it changes nothing.", example = "104233170526"),
        ("device_id" = Option<String>, Query, description = "On which device. Clients send it (spec §7); it changes nothing.", example = "a1B2c3D4e5")),
    responses((status = 200, description = "The dates, or refused for an unknown venue", body = Outcome<GetTimeslotsAnswer>)))]
pub async fn gettimeslots(
    State(api): State<ApiState>,
    Params(request): Params<GetTimeslotsRequest>,
) -> Result<Response, ApiError> {
    let venue = find_venue(&api.app, VenueId(request.venue)).await?;
    let sport = SportId(request.sport);
    let venue = venue.filter(|venue| venue.has(sport));
    let venue = venue.ok_or_else(no_such_venue)?;
    let bookable = list_bookable_days(&api.app, &venue, sport).await?;
    let (body, compressed) = api.written_days.find_response(&bookable, api.app.clock.now(), answer)?;
    Ok(([(header::CONTENT_TYPE, JSON)], Extension(compressed), body).into_response())
}

/// The response for these bookable days, with this `server_time`.
pub(crate) fn answer(bookable: &BookableDays, server_time: String) -> GetTimeslotsAnswer {
    let venue = &bookable.venue;
    GetTimeslotsAnswer {
        error: 0,
        message: Message::Slots.into(),
        date: bookable.days.iter().map(slot_day).collect(),
        venue: SlotVenue {
            venue_id: venue.id.0,
            venue_name: venue.name.clone(),
            venue_location: venue.location.clone(),
            timezone: venue.zone.iana_name().unwrap_or("UTC").to_owned(),
            play_minutes: venue.play_minutes.into(),
        },
        server_time,
    }
}

/// The response for a venue that does not exist, is retired, or has no court of the sport.
pub(crate) fn no_such_venue() -> ApiError {
    ApiError::refused(Message::NoSuchVenue)
}

fn slot_day(offer: &DayOffer) -> SlotDay {
    SlotDay {
        date: SlotDate {
            date: offer.day.to_string(),
            weekday: offer.day.strftime("%a").to_string(),
            day: offer.day.day().to_string(),
        },
        slots: offer.open.iter().map(slot).collect(),
        closed: offer.closed.iter().map(closed_slot).collect(),
    }
}

/// A slot with a free court.
pub(crate) fn slot(open: &OpenSlot) -> Slot {
    Slot {
        time: open.start.to_string(),
        period: open.start.period().into(),
        price: open.price.into(),
        highest_price: (open.highest_price > open.price).then(|| open.highest_price.into()),
        free: count(open.free),
    }
}

fn closed_slot((start, reason): &(StartTime, availability::ClosedReason)) -> ClosedSlot {
    ClosedSlot { time: start.to_string(), reason: (*reason).into() }
}

impl From<Period> for SlotPeriod {
    fn from(period: Period) -> Self {
        match period {
            Period::Morning => SlotPeriod::Morning,
            Period::Afternoon => SlotPeriod::Afternoon,
            Period::Evening => SlotPeriod::Evening,
        }
    }
}
