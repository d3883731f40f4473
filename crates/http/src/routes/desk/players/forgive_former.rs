//! `POST /api/desk/venues/{venue}/players/{player}/forgiveness` and `POST …/forgiveness/withdraw`: a game that a number missed before its
//! data were erased is no strike, or counts again.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use sideout_app::desk::players::{
    FormerGame,
    forgive_former_strike::{ForgiveFormerStrikeError, forgive_former_strike, withdraw_former_forgiveness},
};
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

/// Which missed game is forgiven, and why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgiveFormerRequest {
    /// The start of the game, as the player's page has it.
    #[schema(format = DateTime)]
    pub missed_at: String,
    /// Which of several games at that start, as the player's page has it.
    #[schema(example = 0)]
    pub place: i64,
    /// Why, 1 to 200 characters.
    #[schema(example = "Was in hospital")]
    pub reason: String,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// Which missed game counts again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawFormerForgivenessRequest {
    /// The start of the game, as the player's page has it.
    #[schema(format = DateTime)]
    pub missed_at: String,
    /// Which of several games at that start, as the player's page has it.
    #[schema(example = 0)]
    pub place: i64,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// Forgives a game that the player's number missed before its data were erased: it is no strike against the player any more.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/players/{player}/forgiveness", operation_id = "forgive_former_strike",
    tag = "players", security(("session" = [])), request_body = ForgiveFormerRequest,
    params(("venue" = i64, Path, description = "The venue at whose desk it is decided."),
        ("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.trust"))),
    responses((status = 204, description = "Forgiven.")))]
pub(crate) async fn forgive(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((venue, player)): Path<(String, String)>,
    DeskBody(request): DeskBody<ForgiveFormerRequest>,
) -> Result<StatusCode, Problem> {
    let venue = venue_id(&venue)?;
    let player = player.parse().map_err(|_| not_found())?;
    let game = game(&request.missed_at, request.place)?;
    let reason = required_text("reason", request.reason)?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    forgive_former_strike(&api.app, &actor, venue, (player, game), reason, key).await.map_err(problem)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a game that was missed before the data of the number were erased count again after it was forgiven.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/players/{player}/forgiveness/withdraw", operation_id = "withdraw_former_forgiveness",
    tag = "players", security(("session" = [])), request_body = WithdrawFormerForgivenessRequest,
    params(("venue" = i64, Path, description = "The venue at whose desk it is decided."),
        ("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.trust"))),
    responses((status = 204, description = "It counts again.")))]
pub(crate) async fn withdraw(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((venue, player)): Path<(String, String)>,
    DeskBody(request): DeskBody<WithdrawFormerForgivenessRequest>,
) -> Result<StatusCode, Problem> {
    let venue = venue_id(&venue)?;
    let player = player.parse().map_err(|_| not_found())?;
    let game = game(&request.missed_at, request.place)?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    withdraw_former_forgiveness(&api.app, &actor, venue, (player, game), key).await.map_err(problem)?;
    Ok(StatusCode::NO_CONTENT)
}

fn game(missed_at: &str, place: i64) -> Result<FormerGame, Problem> {
    let missed_at = missed_at.parse().map_err(|_| Problem::field("missed_at", "instant"))?;
    Ok(FormerGame { missed_at, place })
}

fn problem(error: ForgiveFormerStrikeError) -> Problem {
    decision_problem!(
        error,
        ForgiveFormerStrikeError {
            ForgiveFormerStrikeError::NoPlayer => not_found(),
            ForgiveFormerStrikeError::NoStrike => Problem::of(ProblemKind::NoStrike),
            ForgiveFormerStrikeError::NotForgiven => Problem::of(ProblemKind::NotForgiven),
        }
    )
}
