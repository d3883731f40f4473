//! `GET /api/desk/venues/{venue}/series`: which weeks of a weekly series are free.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::desk::bookings::{
    DeskSlot,
    book::{MOST_SLOTS, MOST_SLOTS_OF_SERIES},
    preview_series::{PreviewSeriesError, SeriesSlot, SeriesSlotState, SeriesWeek, preview_series},
};
use sideout_domain::{money::Money, venue::Court};
use utoipa::{IntoParams, ToSchema};

use super::{not_for_sale, slot};
use crate::{
    extract::{Path, Query, Staff},
    routes::desk::board::{day_of, venue_id},
    state::ApiState,
    wire::problem::{Problem, ProblemBody},
};

/// The weekly series that is previewed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SeriesParams {
    /// The day of the first week, in the venue's time zone.
    #[param(example = "2026-11-22", format = Date)]
    day: String,
    /// The slots of that day, 1 to 12: court and start (minutes of the venue's day), as `23-1140,24-1140`.
    #[param(example = "23-1140")]
    slots: String,
    /// How many weeks in all, from 2 to `series_weeks` of `GET /api/desk/me` (409 `too_many_weeks`); at most 104 slots in all.
    #[param(example = 8)]
    weeks: u32,
}

/// The later weeks of a series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesAnswer {
    /// The weeks after the first, in order.
    pub weeks: Vec<SeriesWeekAnswer>,
}

/// A week of a series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesWeekAnswer {
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-29", format = Date)]
    pub day: String,
    /// The slots, as in the first week.
    pub slots: Vec<SeriesSlotAnswer>,
}

/// A slot of a later week.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesSlotAnswer {
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// Whether it can be booked.
    pub state: SeriesState,
    /// The price of the slot, paise; null if it is not free.
    #[schema(required, example = 100_000)]
    pub price_paise: Option<i64>,
    /// If the slot is taken, up to three other courts that are free then, the most similar first.
    pub others: Vec<OtherCourt>,
}

/// Whether a slot of a series can be booked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeriesState {
    /// The slot is free.
    Free,
    /// Another claim has it, or the venue has closed the court.
    Taken,
    /// The venue is closed then, or the hour has no price.
    NotForSale,
}

/// Another court that is free.
#[derive(Debug, Serialize, ToSchema)]
pub struct OtherCourt {
    /// The court.
    #[schema(example = 24)]
    pub court: i64,
    /// The court's name.
    #[schema(example = "Court 4")]
    pub name: String,
    /// The price of the slot on this court, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
}

/// Tells which later weeks of a weekly series are free and what they cost. No court is held: whether a slot is free
/// is decided when it is booked.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/series", operation_id = "preview_series", tag = "bookings",
    security(("session" = [])),
    params(("venue" = i64, Path, description = "The venue's number."), SeriesParams),
    extensions(("x-permission" = json!("booking.make"))),
    responses((status = 200, description = "The later weeks.", body = SeriesAnswer),
        (status = 409, description = "A slot of the first week is not for sale, or the weeks are too many.", body = ProblemBody,
            content_type = "application/problem+json"),
        (status = 422, description = "The slots or the number of weeks are not valid.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    Query(series): Query<SeriesParams>,
) -> Result<Json<SeriesAnswer>, Problem> {
    let venue = venue_id(&venue)?;
    let first = read_slots(&series)?;
    let in_all = usize::try_from(series.weeks).unwrap_or(usize::MAX).saturating_mul(first.len());
    if series.weeks < 2 || in_all > MOST_SLOTS_OF_SERIES {
        return Err(Problem::field("weeks", "count"));
    }
    match preview_series(&api.app, &actor, venue, first, series.weeks).await {
        Ok(weeks) => Ok(Json(SeriesAnswer { weeks: weeks.into_iter().map(week).collect() })),
        Err(PreviewSeriesError::NotForSale(reason)) => Err(not_for_sale(reason)),
        Err(PreviewSeriesError::Refused(refused)) => Err(refused.into()),
        Err(PreviewSeriesError::Store(error)) => Err(error.into()),
    }
}

fn read_slots(series: &SeriesParams) -> Result<Vec<DeskSlot>, Problem> {
    let day = day_of(&series.day)?;
    let mut slots = Vec::new();
    for text in series.slots.split(',') {
        let numbers = text.split_once('-').map(|(court, minute)| (court.parse(), minute.parse()));
        let Some((Ok(court), Ok(minute))) = numbers else {
            return Err(Problem::field("slots", "pattern"));
        };
        slots.push(slot(court, day, minute)?);
        if slots.len() > MOST_SLOTS {
            return Err(Problem::field("slots", "count"));
        }
    }
    Ok(slots)
}

fn week(week: SeriesWeek) -> SeriesWeekAnswer {
    SeriesWeekAnswer { day: week.day.to_string(), slots: week.slots.into_iter().map(slot_answer).collect() }
}

fn slot_answer(SeriesSlot { slot, state, others }: SeriesSlot) -> SeriesSlotAnswer {
    let (state, price) = match state {
        SeriesSlotState::Free(price) => (SeriesState::Free, Some(price)),
        SeriesSlotState::Taken => (SeriesState::Taken, None),
        SeriesSlotState::NotForSale => (SeriesState::NotForSale, None),
    };
    let other = |(court, price): (Court, Money)| OtherCourt {
        court: court.id.0,
        name: court.name,
        price_paise: price.paise(),
    };
    SeriesSlotAnswer {
        court: slot.court.0,
        minute: slot.start.minute(),
        state,
        price_paise: price.map(|price| price.paise()),
        others: others.into_iter().map(other).collect(),
    }
}
