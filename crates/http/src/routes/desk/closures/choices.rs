//! `GET /api/desk/offers/{order}/choices` and `…/hours`: what the player of a closed court can choose, for the clerk
//! who has them on the phone.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::closures::at_desk::answer_for_player::{list_choices_for_player, list_hours_for_player};
use sideout_domain::VenueId;
use utoipa::{IntoParams, ToSchema};

use super::answers::problem;
use crate::{
    extract::{Path, Query, Staff},
    routes::desk::board::{day_of, order_number},
    state::ApiState,
    wire::{
        closure_choices::{Choice, Choices},
        problem::Problem,
    },
};

/// The venue and the day.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfferHoursRequest {
    /// The venue's number.
    #[param(example = 1)]
    pub venue: i64,
    /// `YYYY-MM-DD`, from the day of the closed game to 14 days after it; another day has no hours.
    #[param(example = "2026-11-23")]
    pub day: String,
}

/// The hours of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferHoursAnswer {
    /// The hours with a free court, earliest first.
    pub hours: Vec<Choice>,
}

/// Lists what the player can choose now. No court is held: whether it is free is decided when the player's answer is
/// recorded.
#[utoipa::path(get, path = "/api/desk/offers/{order}/choices", operation_id = "offer_choices", tag = "closures",
    security(("session" = [])), params(("order" = String, Path, description = "The booking that lost its court.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "Courts and hours.", body = Choices)))]
pub(crate) async fn choices(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(order): Path<String>,
) -> Result<Json<Choices>, Problem> {
    let found = list_choices_for_player(&api.app, &actor, order_number(&order)?).await;
    Ok(Json(found.map_err(problem)?.into()))
}

/// Lists the hours of a day at a venue that the player can choose now.
#[utoipa::path(get, path = "/api/desk/offers/{order}/hours", operation_id = "offer_hours", tag = "closures",
    security(("session" = [])),
    params(("order" = String, Path, description = "The booking that lost its court."), OfferHoursRequest),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The hours.", body = OfferHoursAnswer)))]
pub(crate) async fn hours(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(order): Path<String>,
    Query(request): Query<OfferHoursRequest>,
) -> Result<Json<OfferHoursAnswer>, Problem> {
    let (order, day) = (order_number(&order)?, day_of(&request.day)?);
    let found = list_hours_for_player(&api.app, &actor, order, VenueId(request.venue), day).await;
    let hours = found.map_err(problem)?.into_iter().map(Choice::from).collect();
    Ok(Json(OfferHoursAnswer { hours }))
}
