//! `POST /api/desk/venues/{venue}/bookings/undo`: undoes what the caller has just booked.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use sideout_app::desk::bookings::{
    book::MOST_SLOTS_OF_SERIES,
    undo_bookings::{SeenBooking, UndoError, undo_bookings},
};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::desk::board::{not_found, order_number, venue_id},
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The bookings to be undone.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoRequest {
    /// The bookings, 1 to 104.
    pub orders: Vec<SeenOrder>,
}

/// A booking as the caller saw it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SeenOrder {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The booking's version.
    #[schema(example = 0)]
    pub version: i64,
}

/// Cancels bookings that the caller has just made, all of them or none. The player is not told of them.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/bookings/undo", operation_id = "undo_bookings", tag = "bookings",
    security(("session" = [])), request_body = UndoRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("booking.make"))),
    responses((status = 204, description = "Undone.")))]
pub(crate) async fn undo(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<UndoRequest>,
) -> Result<StatusCode, Problem> {
    let venue = venue_id(&venue)?;
    if !(1..=MOST_SLOTS_OF_SERIES).contains(&request.orders.len()) {
        return Err(Problem::field("orders", "count"));
    }
    let seen =
        |seen: &SeenOrder| Ok(SeenBooking { number: order_number(&seen.order)?, version: seen.version });
    let bookings = request.orders.iter().map(seen).collect::<Result<_, Problem>>()?;
    match undo_bookings(&api.app, &actor, venue, bookings, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(UndoError::NoSuchBooking) => Err(not_found()),
        Err(UndoError::Over) => Err(Problem::of(ProblemKind::UndoOver)),
        Err(UndoError::Refused(refused)) => Err(refused.into()),
        Err(UndoError::Store(error)) => Err(error.into()),
    }
}
