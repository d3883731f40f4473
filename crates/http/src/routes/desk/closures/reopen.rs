//! `POST /api/desk/closures/{closure}/reopen`: opens courts again.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::closures::at_desk::reopen::reopen as reopen_courts;
use utoipa::ToSchema;

use super::{closure_id, details::problem};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    state::ApiState,
    wire::problem::Problem,
};

/// The request to open courts again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReopenRequest {
    /// Whether the games of players who have not answered take place after all, at their court and hour, if that is still ahead.
    #[schema(example = true)]
    pub call_back: bool,
}

/// What opening courts again did.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReopenedAnswer {
    /// The number of slots that the closure no longer blocks, those of games that take place after all included.
    #[schema(example = 12)]
    pub slots: usize,
    /// The number of games that take place after all.
    #[schema(example = 2)]
    pub called_back: usize,
    /// The number of offers that are still open.
    #[schema(example = 1)]
    pub unanswered: usize,
}

/// Opens the courts of a closure from now on. What players chose stays.
#[utoipa::path(post, path = "/api/desk/closures/{closure}/reopen", operation_id = "reopen_courts", tag = "closures",
    security(("session" = [])), request_body = ReopenRequest,
    params(("closure" = String, Path, description = "The closure's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("closure.make"))),
    responses((status = 200, description = "Opened.", body = ReopenedAnswer)))]
pub(crate) async fn reopen(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(closure): Path<String>,
    DeskBody(request): DeskBody<ReopenRequest>,
) -> Result<Json<ReopenedAnswer>, Problem> {
    let id = closure_id(&closure)?;
    let opened = reopen_courts(&api.app, &actor, id, request.call_back, key).await.map_err(problem)?;
    Ok(Json(ReopenedAnswer {
        slots: opened.slots,
        called_back: opened.restored_games,
        unanswered: opened.unanswered,
    }))
}
