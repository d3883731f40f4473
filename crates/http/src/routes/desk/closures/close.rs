//! `POST /api/desk/venues/{venue}/closures`: closes courts.

use axum::{Json, extract::State, response::IntoResponse};
use http::{StatusCode, header};
use serde::Serialize;
use sideout_app::closures::at_desk::close::close_at_desk;
use utoipa::ToSchema;

use super::request::{ClosureRequest, problem};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::desk::board::venue_id,
    state::ApiState,
    wire::problem::Problem,
};

/// A closure that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosureMadeAnswer {
    /// The closure's number.
    #[schema(example = "512345678901234")]
    pub id: String,
    /// The number of slots that the closure blocked.
    #[schema(example = 23)]
    pub slots: usize,
    /// The number of slots that were blocked already.
    #[schema(example = 1)]
    pub already: usize,
    /// The number of holds that the closure ended.
    #[schema(example = 0)]
    pub holds: usize,
    /// The number of bookings that the closure ended.
    #[schema(example = 10)]
    pub bookings: usize,
}

/// Closes courts: ends the bookings and holds there, all of it or nothing, and tells the players. With bookings there it also needs
/// `closure.displace`; a clerk ends only those of today, for another cause than `other`, if `desk.clerks_close` allows it.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/closures", operation_id = "close_courts", tag = "closures",
    security(("session" = [])), request_body = ClosureRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("closure.make"))),
    responses((status = 201, description = "Closed.", body = ClosureMadeAnswer)))]
pub(crate) async fn close(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<ClosureRequest>,
) -> Result<impl IntoResponse, Problem> {
    let request = request.read(venue_id(&venue)?)?;
    let made = close_at_desk(&api.app, &actor, request, key).await.map_err(problem)?;
    let location = format!("/api/desk/closures/{}", made.id);
    let answer = ClosureMadeAnswer {
        id: made.id.to_string(),
        slots: made.slots,
        already: made.already,
        holds: made.holds,
        bookings: made.bookings,
    };
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(answer)))
}
