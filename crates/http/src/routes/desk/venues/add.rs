//! `POST /api/desk/set-up/venues`: adds a venue.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::desk::venues::add_venue::{AddVenue, AddVenueError, add_venue};
use utoipa::ToSchema;

use super::fields::{VenueFieldsBody, bad_field, images_down};
use crate::{
    extract::{DeskBody, IdempotencyKey, Staff},
    state::ApiState,
    wire::problem::Problem,
};

/// A venue to be added.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddVenueRequest {
    /// Its own fields.
    pub fields: VenueFieldsBody,
    /// The first start of each day, minutes of the day, 0 to 1439.
    #[schema(example = 360)]
    pub first_minute: i64,
    /// The last start of each day, minutes of the day, 0 to 1439; not before the first one.
    #[schema(example = 1_320)]
    pub last_minute: i64,
    /// What each slot of a court costs, whatever its length, 0 to 100,000,000 paise.
    #[schema(example = 80_000)]
    pub price_paise: i64,
    /// How many outdoor courts it has, which get the first numbers; 1 to 99 courts in all.
    #[schema(example = 4)]
    pub outdoor: i64,
    /// How many indoor courts it has.
    #[schema(example = 2)]
    pub indoor: i64,
}

/// A venue that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedVenueAnswer {
    /// Its id.
    #[schema(example = 4)]
    pub id: i64,
}

/// Adds a venue: all days have the same hours and all hours the same price, until others are published.
#[utoipa::path(post, path = "/api/desk/set-up/venues", operation_id = "add_venue", tag = "venues", security(("session" = [])),
    request_body = AddVenueRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 201, description = "Added.", body = AddedVenueAnswer)))]
pub(crate) async fn add(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<AddVenueRequest>,
) -> Result<Response, Problem> {
    let AddVenueRequest { fields, first_minute, last_minute, price_paise, outdoor, indoor } = request;
    let new = AddVenue { fields: fields.read(), first_minute, last_minute, price_paise, outdoor, indoor };
    let added = add_venue(&api.app, &actor, new, key).await.map_err(|error| match error {
        AddVenueError::Bad(bad) => bad_field(bad),
        AddVenueError::Images(error) => images_down(&error),
        AddVenueError::Refused(refused) => refused.into(),
        AddVenueError::Store(error) => error.into(),
    })?;
    let location = format!("/api/desk/set-up/venues/{}", added.id);
    let answer = Json(AddedVenueAnswer { id: added.id.0 });
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], answer).into_response())
}
