//! `POST /api/desk/venues/{venue}/players/{player}/unlock`: staff lift the limits that a player has reached.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::desk::players::unlock_player::{UnlockPlayerError, unlock_player};
use utoipa::ToSchema;

use super::page::LockName;
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    platform::client_address::ClientAddress,
    routes::desk::{
        approvals::{ApprovalRequest, approved, decision_problem},
        board::{not_found, venue_id},
        short_text::required_text,
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// Why the limits of a player are lifted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnlockRequest {
    /// Why, 1 to 200 characters.
    #[schema(example = "Gets no code, was called back")]
    pub reason: String,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// What was lifted.
#[derive(Serialize, ToSchema)]
pub struct UnlockedAnswer {
    /// The limits that were lifted.
    pub lifted: Vec<LockName>,
}

/// Lifts the limits that a player has reached: text messages with codes, holds, coupons, cancellations. Wrong passwords and
/// wrong codes stay counted. A player is unlocked at most three times, then once in eight hours.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/players/{player}/unlock", operation_id = "unlock_player", tag = "players",
    security(("session" = [])), request_body = UnlockRequest,
    params(("venue" = i64, Path, description = "The venue at whose desk it is decided."),
        ("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.trust"))),
    responses((status = 200, description = "Lifted.", body = UnlockedAnswer)))]
pub(crate) async fn unlock(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((venue, player)): Path<(String, String)>,
    DeskBody(request): DeskBody<UnlockRequest>,
) -> Result<Json<UnlockedAnswer>, Problem> {
    let venue = venue_id(&venue)?;
    let player = player.parse().map_err(|_| not_found())?;
    let reason = required_text("reason", request.reason)?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    let unlocked = unlock_player(&api.app, &actor, venue, player, reason, key).await.map_err(problem)?;
    Ok(Json(UnlockedAnswer { lifted: unlocked.lifted.into_iter().map(LockName::from).collect() }))
}

fn problem(error: UnlockPlayerError) -> Problem {
    decision_problem!(
        error,
        UnlockPlayerError {
            UnlockPlayerError::NoPlayer => not_found(),
            UnlockPlayerError::NotLocked => Problem::of(ProblemKind::NotLocked),
            UnlockPlayerError::TooOften(_) => Problem::of(ProblemKind::UnlockedOften),
        }
    )
}
