//! `GET /api/alternatives`: alternatives to a court that is taken.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::booking::{alternatives::find_alternatives, place_hold::Pick};
use sideout_domain::{CourtId, SportId, VenueId};
use utoipa::{IntoParams, ToSchema};

use super::gettimeslots::pickleball;
use crate::{
    extract::Params,
    state::ApiState,
    wire::{
        alternatives::Alternatives,
        answer::Answer,
        api_error::ApiError,
        day::{day, start_time},
        messages::{Message, MessageFields},
    },
};

/// The court and the start that were wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AlternativesRequest {
    /// The venue's number.
    #[param(example = 1)]
    pub venue: i64,
    /// The court's number in the system.
    #[param(example = 3)]
    pub court: i64,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[param(example = "2026-11-22")]
    pub date: String,
    /// `7:00 PM`, as `gettimeslots` wrote it.
    #[param(example = "7:00 PM")]
    pub time: String,
    /// The sport's number; 1 is pickleball.
    #[serde(default = "pickleball")]
    #[param(example = 1)]
    pub sport: i64,
}

/// The nearest courts and hours.
#[derive(Serialize, ToSchema)]
pub struct AlternativesAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// What `add_times` would answer with `slot_taken`; empty lists if there is no alternative or no such court.
    pub alternatives: Alternatives,
}

/// Lists the nearest alternatives to a court that is taken. They are not held: `add_times` decides.
#[utoipa::path(get, path = "/api/alternatives", operation_id = "alternatives", tag = "browse",
    security(("api_key" = [])), params(AlternativesRequest),
    responses((status = 200, description = "The nearest courts and hours", body = AlternativesAnswer)))]
pub async fn alternatives(
    State(api): State<ApiState>,
    Params(request): Params<AlternativesRequest>,
) -> Result<Answer<AlternativesAnswer>, ApiError> {
    let pick = Pick {
        sport: SportId(request.sport),
        venue: VenueId(request.venue),
        court: CourtId(request.court),
        day: day(&request.date)?,
        start: start_time(&request.time)?,
    };
    let found = find_alternatives(&api.app, pick).await?;
    let message = Message::Alternatives.into();
    Ok(Answer(AlternativesAnswer { error: 0, message, alternatives: found.into() }))
}
