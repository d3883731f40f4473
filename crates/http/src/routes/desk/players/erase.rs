//! `GET` and `POST /api/desk/players/{player}/erasure`: what erasing a player would do, and the erasure.

use axum::{
    Json,
    extract::{Path, State},
};
use serde::{Deserialize, Serialize};
use sideout_app::desk::players::erase_player::{
    ErasePlayerError, ErasurePreview, Tie, erase_player, preview_erasure,
};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Staff},
    routes::desk::{board::not_found, short_text::short_text},
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// What erasing a player would do now.
#[derive(Serialize, ToSchema)]
#[schema(as = ErasurePreview)]
pub struct ErasureAnswer {
    /// The name that bookings and books would show.
    #[schema(example = "Former player 104233170526")]
    pub as_name: String,
    /// What has to be done first; empty: the player can be erased.
    pub ties: Vec<TieAnswer>,
    /// How many numbers would be gone.
    #[schema(example = 1)]
    pub numbers: usize,
    /// Whether a picture would be gone.
    pub has_picture: bool,
    /// How many devices would be signed out.
    #[schema(example = 2)]
    pub sessions: i64,
    /// How many notes would be gone.
    #[schema(example = 3)]
    pub notes: i64,
    /// How many messages with their words would be gone.
    #[schema(example = 24)]
    pub messages: i64,
    /// How many bookings stay, without a name.
    #[schema(example = 12)]
    pub games: i64,
    /// How many bills stay, with their receipts.
    #[schema(example = 9)]
    pub bills: i64,
}

/// What keeps a player from being erased.
#[derive(Serialize, ToSchema)]
#[schema(as = ErasureTie)]
pub struct TieAnswer {
    /// What it is.
    pub kind: TieKind,
    /// How many.
    #[schema(example = 2)]
    pub count: i64,
    /// How much is due, paise; 0 but for a debt.
    #[schema(example = 85_000)]
    pub amount_paise: i64,
}

/// What keeps a player from being erased: bookings that have not ended, a held court, a payment that may still come, a refund that is not done,
/// an offer of a closure without an answer, or a debt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ErasureTieKind)]
pub enum TieKind {
    /// Bookings that have not ended.
    GamesAhead,
    /// A held court.
    Holds,
    /// A payment that may still come.
    OpenBills,
    /// A refund that is not done.
    OpenRefunds,
    /// An offer of a closure without an answer.
    OpenOffers,
    /// Games that are not paid.
    Debt,
}

impl From<Tie> for TieAnswer {
    fn from(tie: Tie) -> Self {
        let (kind, count, amount_paise) = match tie {
            Tie::GamesAhead(count) => (TieKind::GamesAhead, count, 0),
            Tie::Holds(count) => (TieKind::Holds, count, 0),
            Tie::OpenBills(count) => (TieKind::OpenBills, count, 0),
            Tie::OpenRefunds(count) => (TieKind::OpenRefunds, count, 0),
            Tie::OpenOffers(count) => (TieKind::OpenOffers, count, 0),
            Tie::Debt { games, paise } => (TieKind::Debt, games, paise),
        };
        TieAnswer { kind, count, amount_paise }
    }
}

/// Why a player is erased.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EraseRequest {
    /// Why, 1 to 200 characters.
    #[schema(example = "Asked for it by mail on 21 November")]
    pub reason: String,
}

/// A player who was erased.
#[derive(Serialize, ToSchema)]
pub struct ErasedAnswer {
    /// The account, of which this number is left.
    #[schema(example = "104233170526")]
    pub player: String,
}

/// Tells what erasing a player would do now, and what has to be done first. Changes nothing.
#[utoipa::path(get, path = "/api/desk/players/{player}/erasure", operation_id = "preview_erasure", tag = "players",
    security(("session" = [])), params(("player" = String, Path, description = "The account.")),
    extensions(("x-permission" = json!("player.erase"))),
    responses((status = 200, description = "What it would do.", body = ErasureAnswer)))]
pub(crate) async fn erasure(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(player): Path<String>,
) -> Result<Json<ErasureAnswer>, Problem> {
    let player = player.parse().map_err(|_| not_found())?;
    let preview = preview_erasure(&api.app, &actor, player).await.map_err(problem)?;
    let ErasurePreview { as_name, ties, has, numbers, has_picture, .. } = preview;
    Ok(Json(ErasureAnswer {
        as_name,
        ties: ties.into_iter().map(TieAnswer::from).collect(),
        numbers,
        has_picture,
        sessions: has.sessions,
        notes: has.notes,
        messages: has.messages,
        games: has.games,
        bills: has.bills,
    }))
}

/// Erases a player: name, numbers, address, birthdate, picture, sessions, notes and messages are gone. Bookings, bills, receipts and the ledger
/// stay. It cannot be undone.
#[utoipa::path(post, path = "/api/desk/players/{player}/erasure", operation_id = "erase_player", tag = "players",
    security(("session" = [])), request_body = EraseRequest,
    params(("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.erase"))),
    responses((status = 200, description = "Erased.", body = ErasedAnswer)))]
pub(crate) async fn erase(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(player): Path<String>,
    DeskBody(request): DeskBody<EraseRequest>,
) -> Result<Json<ErasedAnswer>, Problem> {
    let player = player.parse().map_err(|_| not_found())?;
    let reason = short_text("reason", Some(request.reason))?;
    let reason = reason.ok_or_else(|| Problem::field("reason", "required"))?;
    let player = erase_player(&api.app, &actor, player, reason, key).await.map_err(problem)?;
    Ok(Json(ErasedAnswer { player: player.to_string() }))
}

fn problem(error: ErasePlayerError) -> Problem {
    match error {
        ErasePlayerError::NoPlayer => not_found(),
        ErasePlayerError::Erased => Problem::of(ProblemKind::PlayerErased),
        ErasePlayerError::Tied(_) => Problem::of(ProblemKind::PlayerTied),
        ErasePlayerError::Refused(refused) => refused.into(),
        ErasePlayerError::Store(error) => error.into(),
    }
}
