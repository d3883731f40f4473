//! `PUT /api/desk/venues/{venue}/players/{player}/block` and `POST …/unblock`: a player cannot book online until a day.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use sideout_app::desk::players::block_player::{BlockPlayer, BlockPlayerError, block_player, unblock_player};
use utoipa::ToSchema;

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

/// Why a player is blocked, and until when.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockRequest {
    /// Why, 1 to 200 characters.
    #[schema(example = "Threw a racket")]
    pub reason: String,
    /// The last day of the block in the venue's time zone: today or later. A block has at most 366 days, today included.
    #[schema(example = "2026-12-05", format = Date)]
    pub last_day: String,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// A player who was blocked.
#[derive(Serialize, ToSchema)]
pub struct BlockedAnswer {
    /// How many bookings at all venues have not begun.
    #[schema(example = 2)]
    pub games_ahead: i64,
}

/// A request to end a block.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnblockRequest {
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// Blocks a player at all venues, or changes reason and end of the block. They can neither hold nor book online; bookings stay as they are.
#[utoipa::path(put, path = "/api/desk/venues/{venue}/players/{player}/block", operation_id = "block_player", tag = "players",
    security(("session" = [])), request_body = BlockRequest,
    params(("venue" = i64, Path, description = "The venue at whose desk it is decided."),
        ("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.block"))),
    responses((status = 200, description = "Blocked.", body = BlockedAnswer)))]
pub(crate) async fn block(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((venue, player)): Path<(String, String)>,
    DeskBody(request): DeskBody<BlockRequest>,
) -> Result<Json<BlockedAnswer>, Problem> {
    let venue = venue_id(&venue)?;
    let player = player.parse().map_err(|_| not_found())?;
    let reason = required_text("reason", request.reason)?;
    let last_day = request.last_day.parse().map_err(|_| Problem::field("last_day", "day"))?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    let block = BlockPlayer { player, reason, last_day };
    let blocked = block_player(&api.app, &actor, venue, block, key).await.map_err(problem)?;
    Ok(Json(BlockedAnswer { games_ahead: blocked.games_ahead }))
}

/// Ends the block of a player before its time.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/players/{player}/unblock", operation_id = "unblock_player",
    tag = "players", security(("session" = [])), request_body = UnblockRequest,
    params(("venue" = i64, Path, description = "The venue at whose desk it is decided."),
        ("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.block"))),
    responses((status = 204, description = "Not blocked any more.")))]
pub(crate) async fn unblock(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((venue, player)): Path<(String, String)>,
    DeskBody(request): DeskBody<UnblockRequest>,
) -> Result<StatusCode, Problem> {
    let venue = venue_id(&venue)?;
    let player = player.parse().map_err(|_| not_found())?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    unblock_player(&api.app, &actor, venue, player, key).await.map_err(problem)?;
    Ok(StatusCode::NO_CONTENT)
}

fn problem(error: BlockPlayerError) -> Problem {
    decision_problem!(
        error,
        BlockPlayerError {
            BlockPlayerError::NoPlayer => not_found(),
            BlockPlayerError::NoNumber => Problem::of(ProblemKind::NoNumber),
            BlockPlayerError::LastDay => Problem::field("last_day", "range"),
            BlockPlayerError::NotBlocked => Problem::of(ProblemKind::NotBlocked),
            BlockPlayerError::Locked => Problem::of(ProblemKind::PlayerErased),
        }
    )
}
