//! `GET /api/free_hours`: venues with a free court at one hour.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::{
    booking::free_hours::{FreeHoursError, VenueHour, list_free_hours},
    platform::{
        availability::{self, OpenSlot},
        venues::list_venues,
    },
};
use sideout_domain::{SportId, slot::StartTime};
use utoipa::{IntoParams, ToSchema};

use super::gettimeslots::{ClosedReason, pickleball};
use crate::{
    extract::Params,
    state::ApiState,
    wire::{
        Outcome, Rupees,
        answer::Answer,
        api_error::ApiError,
        count::count,
        day::{day, start_time},
        messages::{Count, Message, MessageFields},
    },
};

/// The hour that free courts are searched for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FreeHoursRequest {
    /// `YYYY-MM-DD`, the same calendar day at every venue.
    #[param(example = "2026-11-22")]
    pub date: String,
    /// `7:00 PM`, as `gettimeslots` writes it.
    #[param(example = "7:00 PM")]
    pub time: String,
    /// The sport's number; 1 is pickleball.
    #[serde(default = "pickleball")]
    #[param(example = 1)]
    pub sport: i64,
}

/// The free courts at the hour, venue by venue.
#[derive(Serialize, ToSchema)]
pub struct FreeHoursAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The requested day, `YYYY-MM-DD`.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// The requested hour, `h:MM AM|PM`.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// All venues of the sport, in the operator's order.
    pub venues: Vec<VenueAtHour>,
    /// The hours of the day for which booking is still open, in order: those with a free court at any venue, and those that are full.
    pub hours: Vec<HourOfDay>,
}

/// One venue at the hour.
#[derive(Serialize, ToSchema)]
pub struct VenueAtHour {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue_id: i64,
    /// How many courts are free.
    #[schema(example = 5)]
    pub free: u32,
    /// How many of them are indoor.
    #[schema(example = 2)]
    pub indoor: u32,
    /// How many of them are outdoor.
    #[schema(example = 3)]
    pub outdoor: u32,
    /// The lowest price of a free court, rupees; null when no court is free.
    #[schema(example = 800)]
    pub price: Option<Rupees>,
    /// Why no court is free; null when there is one.
    pub reason: Option<ClosedReason>,
    /// The nearest hour with a free court, on this day or a later one; null when this hour has one, or when no hour
    /// has one.
    pub next: Option<NextHour>,
}

/// An hour with a free court.
#[derive(Serialize, ToSchema)]
pub struct NextHour {
    /// `YYYY-MM-DD`.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`.
    #[schema(example = "8:00 PM")]
    pub time: String,
    /// How many courts are free then.
    #[schema(example = 3)]
    pub free: u32,
    /// The lowest price of a free court, rupees.
    #[schema(example = 800)]
    pub price: Rupees,
}

/// An hour of the day, over all venues.
#[derive(Serialize, ToSchema)]
pub struct HourOfDay {
    /// `h:MM AM|PM`.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// How many courts are free then; 0 when every court is taken.
    #[schema(example = 12)]
    pub free: u32,
}

/// Returns the venues with a free court at one hour, and for the others the nearest hour with one. No court is held:
/// `add_times` decides.
#[utoipa::path(get, path = "/api/free_hours", operation_id = "free_hours", tag = "browse",
    security(("api_key" = [])), params(FreeHoursRequest),
    responses((status = 200, description = "The venues, or refused (`not_bookable`) for a day that is over or too far ahead at every venue", body = Outcome<FreeHoursAnswer>)))]
pub async fn free_hours(
    State(api): State<ApiState>,
    Params(request): Params<FreeHoursRequest>,
) -> Result<Answer<FreeHoursAnswer>, ApiError> {
    let (day, start) = (day(&request.date)?, start_time(&request.time)?);
    let free = match list_free_hours(&api.app, SportId(request.sport), day, start).await {
        Ok(free) => free,
        Err(FreeHoursError::OutOfReach) => {
            // Players can book one month ahead, unless a venue has a limit of its own.
            let venues = list_venues(&api.app).await?;
            let own = venues.iter().any(|venue| venue.hours.window.horizon_days.is_some());
            let message = if own { Message::DayNotBookable } else { Message::DayOutOfReach };
            return Err(ApiError::refused(message));
        }
        Err(FreeHoursError::Store(error)) => return Err(error.into()),
    };
    Ok(Answer(FreeHoursAnswer {
        error: 0,
        message: venues_free(count(free.venues.iter().filter(|venue| venue.at.is_ok()).count())).into(),
        date: day.to_string(),
        time: start.to_string(),
        venues: free.venues.iter().map(venue_at_hour).collect(),
        hours: free.hours.into_iter().map(hour_of_day).collect(),
    }))
}

fn venues_free(venues: u32) -> Message {
    match venues {
        0 => Message::NoVenueFree,
        1 => Message::OneVenueFree,
        venues => Message::VenuesFree { venues: Count(venues) },
    }
}

fn venue_at_hour(hour: &VenueHour) -> VenueAtHour {
    let open = hour.at.ok();
    VenueAtHour {
        venue_id: hour.venue.id.0,
        free: count(open.map_or(0, |slot| slot.free)),
        indoor: count(open.map_or(0, |slot| slot.indoor)),
        outdoor: count(open.map_or(0, |slot| slot.free - slot.indoor)),
        price: open.map(|slot| slot.price.into()),
        reason: hour.at.err().map(Into::into),
        next: hour.next.map(|(day, slot)| next_hour(day, slot)),
    }
}

fn next_hour(day: jiff::civil::Date, slot: OpenSlot) -> NextHour {
    NextHour {
        date: day.to_string(),
        time: slot.start.to_string(),
        free: count(slot.free),
        price: slot.price.into(),
    }
}

fn hour_of_day((start, free): (StartTime, usize)) -> HourOfDay {
    HourOfDay { time: start.to_string(), free: count(free) }
}

impl From<availability::ClosedReason> for ClosedReason {
    fn from(reason: availability::ClosedReason) -> Self {
        match reason {
            availability::ClosedReason::Past => ClosedReason::Past,
            availability::ClosedReason::TooLate => ClosedReason::Late,
            availability::ClosedReason::Full => ClosedReason::Full,
            availability::ClosedReason::NotForSale => ClosedReason::Closed,
        }
    }
}
