//! `PUT /api/desk/set-up/venue-order`: the order of the venues.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::desk::venues::order_venues::{OrderVenuesError, order_venues};
use sideout_domain::VenueId;
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Staff},
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// The venues that can be booked, in their order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VenueOrder {
    /// Each of them once; the first one is the first in lists.
    #[schema(example = json!([2, 1, 3]))]
    pub venues: Vec<i64>,
}

/// Puts the venues into another order. Refused as changed meanwhile if the list does not name exactly those that can be booked.
#[utoipa::path(put, path = "/api/desk/set-up/venue-order", operation_id = "order_venues", tag = "venues", security(("session" = [])),
    request_body = VenueOrder,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 200, description = "Ordered.", body = VenueOrder),
        (status = 412, description = "The list names other venues than those that can be booked now.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn order(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<VenueOrder>,
) -> Result<Json<VenueOrder>, Problem> {
    let venues = request.venues.into_iter().map(VenueId).collect();
    let ordered = order_venues(&api.app, &actor, venues, key).await.map_err(|error| match error {
        OrderVenuesError::Changed => Problem::of(ProblemKind::ChangedMeanwhile),
        OrderVenuesError::Refused(refused) => refused.into(),
        OrderVenuesError::Store(error) => error.into(),
    })?;
    Ok(Json(VenueOrder { venues: ordered.venues.iter().map(|venue| venue.0).collect() }))
}
