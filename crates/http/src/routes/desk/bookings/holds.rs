//! `POST /api/desk/venues/{venue}/holds` and `DELETE …/holds/{hold}`: a court that is kept for a clerk.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::desk::bookings::{
    hold_court::{HoldCourtError, hold_court},
    release_hold::{ReleaseHoldError, release_hold},
};
use utoipa::{IntoParams, ToSchema};

use super::{not_for_sale, slot, taken};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Query, Staff},
    routes::desk::board::{day_of, not_found, venue_id},
    state::ApiState,
    wire::problem::Problem,
};

/// The slot that is to be held.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HoldRequest {
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
}

/// A court that is kept for a clerk.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeskHold)]
pub struct DeskHoldAnswer {
    /// The hold's number.
    #[schema(example = "771204815392047")]
    pub id: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// How long the court is taken, minutes.
    #[schema(example = 60)]
    pub minutes: u16,
    /// Until when it is kept, ISO 8601 UTC.
    #[schema(example = "2026-11-22T12:56:00Z", format = DateTime)]
    pub until: String,
    /// What the hour costs, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
    /// Whether this call made the hold; false if the caller had it already, for example in another tab.
    #[schema(example = true)]
    pub is_new: bool,
}

/// The hold that is released.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReleaseRequest {
    /// The end of the hold as the caller got it, ISO 8601 UTC.
    #[param(example = "2026-11-22T12:56:00Z", format = DateTime)]
    pub until: String,
}

/// Keeps a court for the caller for some minutes; no other caller can book it meanwhile. The same slot again extends
/// the caller's own hold.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/holds", operation_id = "hold_court", tag = "bookings",
    security(("session" = [])), request_body = HoldRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("booking.make"))),
    responses((status = 201, description = "Kept.", body = DeskHoldAnswer)))]
pub(crate) async fn hold(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<HoldRequest>,
) -> Result<Response, Problem> {
    let venue = venue_id(&venue)?;
    let slot = slot(request.court, day_of(&request.day)?, request.minute)?;
    let held = match hold_court(&api.app, &actor, venue, slot, key).await {
        Ok(held) => held,
        Err(HoldCourtError::Taken) => return Err(taken(&api, venue, slot).await),
        Err(HoldCourtError::NotForSale(reason)) => return Err(not_for_sale(reason)),
        Err(HoldCourtError::Refused(refused)) => return Err(refused.into()),
        Err(HoldCourtError::Store(error)) => return Err(error.into()),
    };
    let location = format!("/api/desk/venues/{venue}/holds/{}", held.id);
    let answer = DeskHoldAnswer {
        id: held.id.to_string(),
        court: request.court,
        minute: request.minute,
        minutes: held.minutes,
        until: held.until.to_string(),
        price_paise: held.price_paise,
        is_new: held.is_new,
    };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(answer)).into_response())
}

/// Frees the court of the caller's own hold. A hold that has ended, or was extended after the caller got its end, is no
/// error.
#[utoipa::path(delete, path = "/api/desk/venues/{venue}/holds/{hold}", operation_id = "release_court", tag = "bookings",
    security(("session" = [])),
    params(ReleaseRequest, ("venue" = i64, Path, description = "The venue's number."),
        ("hold" = String, Path, description = "The hold's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("booking.make"))),
    responses((status = 204, description = "Free, or still needed by another tab, or not the caller's any more.")))]
pub(crate) async fn release(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((venue, hold)): Path<(String, String)>,
    Query(request): Query<ReleaseRequest>,
) -> Result<StatusCode, Problem> {
    let venue = venue_id(&venue)?;
    let hold = hold.parse().map_err(|_| not_found())?;
    let until = request.until.parse().map_err(|_| Problem::field("until", "instant"))?;
    match release_hold(&api.app, &actor, venue, (hold, until), key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(ReleaseHoldError::NoSuchVenue) => Err(not_found()),
        Err(ReleaseHoldError::Refused(refused)) => Err(refused.into()),
        Err(ReleaseHoldError::Store(error)) => Err(error.into()),
    }
}
