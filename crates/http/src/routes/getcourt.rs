//! `GET /api/getcourt`: the courts of a venue at one hour.

use axum::{
    Extension,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::header;
use serde::{Deserialize, Serialize};
use sideout_app::booking::list_courts::{HourOfCourts, find_hour_of_courts};
use sideout_domain::{SportId, VenueId};
use utoipa::{IntoParams, ToSchema};

use super::gettimeslots::{no_such_venue, pickleball};
use crate::{
    extract::Params,
    state::ApiState,
    wire::{
        CourtType, Outcome, Rupees,
        answer::JSON,
        api_error::ApiError,
        day::{day, start_time},
        messages::{Message, MessageFields},
    },
};

/// The venue, the day, the hour and the sport.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GetCourtRequest {
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[param(example = "2026-11-22")]
    pub date: String,
    /// `7:00 PM`, as `gettimeslots` wrote it.
    #[param(example = "7:00 PM")]
    pub time: String,
    /// The venue's number.
    #[param(example = 1)]
    pub venue: i64,
    /// The sport's number; 1 is pickleball.
    #[serde(default = "pickleball")]
    #[param(example = 1)]
    pub sport: i64,
}

/// All courts of the venue for the sport, in the order of their numbers.
#[derive(Serialize, ToSchema)]
pub struct GetCourtAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// All courts, free or not.
    pub courts: Vec<Court>,
}

/// A court at the requested hour.
#[derive(Serialize, ToSchema)]
pub struct Court {
    /// The court's number in the system.
    #[schema(example = 3)]
    pub court_id: i64,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court_name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// Whether it can be held now. Past hours, hours at which the venue is closed, and closed courts are `no`.
    pub available: Available,
    /// The court's price at this hour, rupees; 0 when it is not for sale at this hour.
    #[schema(example = 800)]
    pub price: Rupees,
    /// The number painted on the court, from 1.
    #[schema(example = 3)]
    pub number: u32,
}

/// `yes` or `no` (spec §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Available {
    /// The court can be held.
    Yes,
    /// The court cannot be held.
    No,
}

/// Lists the courts of a venue for a sport at one hour. No court is held: `add_times` decides.
#[utoipa::path(get, path = "/api/getcourt", operation_id = "getcourt", tag = "browse",
    security(("api_key" = [])), params(GetCourtRequest),
    responses((status = 200, description = "The courts, or refused for an unknown venue", body = Outcome<GetCourtAnswer>)))]
pub async fn getcourt(
    State(api): State<ApiState>,
    Params(request): Params<GetCourtRequest>,
) -> Result<Response, ApiError> {
    let (day, start) = (day(&request.date)?, start_time(&request.time)?);
    let place = (VenueId(request.venue), SportId(request.sport));
    let hour = find_hour_of_courts(&api.app, place, day, start).await?;
    let (body, compressed) = api.written_hours.of(hour.ok_or_else(no_such_venue)?, answer)?;
    Ok(([(header::CONTENT_TYPE, JSON)], Extension(compressed), body).into_response())
}

fn answer(hour: &HourOfCourts) -> GetCourtAnswer {
    let courts = hour.offers().map(|offer| Court {
        court_id: offer.court.id.0,
        court_type: offer.court.court_type.into(),
        available: if offer.available { Available::Yes } else { Available::No },
        price: offer.price.unwrap_or_default().into(),
        number: offer.court.number.into(),
        court_name: offer.court.name,
    });
    GetCourtAnswer { error: 0, message: Message::Courts.into(), courts: courts.collect() }
}
