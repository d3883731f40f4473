//! `PUT /api/desk/bookings/{order}/outcome`: corrects whether a game of a closed day was played.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use sideout_app::desk::day::correct_outcome::{CorrectOutcome, correct_outcome};
use utoipa::ToSchema;

use super::{Viewer, attendance::attendance_problem, booking::BookingAnswer, order_number};
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff},
    routes::desk::short_text::required_text,
    state::ApiState,
    wire::problem::Problem,
};

/// The correction and its reason.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeRequest {
    /// The outcome that is true.
    pub outcome: CorrectedOutcome,
    /// The reason, 1 to 200 characters.
    #[schema(example = "They played on Court 5")]
    pub reason: String,
}

/// What is true of a game of a closed day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CorrectedOutcome {
    /// The players came.
    Played,
    /// They did not come.
    Missed,
}

/// Corrects whether the players of a game came, after its day was closed. The report of the day stays as it is; the audit has the
/// correction and its reason.
#[utoipa::path(put, path = "/api/desk/bookings/{order}/outcome", operation_id = "correct_outcome", tag = "board",
    security(("session" = [])), request_body = OutcomeRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("booking.correct"))),
    responses((status = 200, description = "The booking as it is now.", body = BookingAnswer)))]
pub(crate) async fn correct(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<OutcomeRequest>,
) -> Result<Response, Problem> {
    let number = order_number(&order)?;
    let reason = required_text("reason", request.reason)?;
    let correction =
        CorrectOutcome { number, came: request.outcome == CorrectedOutcome::Played, reason, version };
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let corrected = correct_outcome(&api.app, &actor, correction, key).await;
    match corrected {
        Ok(details) => Ok(BookingAnswer::of(details, &viewer).await.into_response()),
        Err(error) => Err(attendance_problem(error, &viewer).await),
    }
}
