//! `GET` and `POST /api/desk/players/{player}/erasure`: what erasing a player would do, and asking for it. It can be undone for seven days:
//! `POST …/erasure/undo`; `GET /api/desk/erasures` lists the players whose data are not erased yet.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::players::{
        erase_player::{
            ErasePlayerError, ErasurePreview, RequestedErasure, Tie, erase_player, preview_erasure,
        },
        undo_erasure::{LockedAccount, UndoErasureError, list_erasures, undo_erasure},
    },
    staff::list_staff_names,
};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::desk::{board::not_found, short_text::required_text},
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// What erasing a player would do now.
#[derive(Serialize, ToSchema)]
#[schema(as = ErasurePreview)]
pub struct ErasureAnswer {
    /// The name that bookings and reports would show.
    #[schema(example = "Former player 104233170526")]
    pub as_name: String,
    /// When the data would be erased if the erasure were asked for now, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub erase_at: String,
    /// What has to be done first; empty: the player can be erased.
    pub ties: Vec<TieAnswer>,
    /// How many phone numbers would be erased.
    #[schema(example = 1)]
    pub numbers: usize,
    /// Whether a picture would be erased.
    pub has_picture: bool,
    /// How many devices would be signed out.
    #[schema(example = 2)]
    pub sessions: i64,
    /// How many notes would be erased.
    #[schema(example = 3)]
    pub notes: i64,
    /// How many messages would be erased.
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
    /// How much is due, paise; 0 unless it is a debt.
    #[schema(example = 85_000)]
    pub amount_paise: i64,
}

/// What keeps a player from being erased: bookings that have not ended, a held court, a payment that may still come, a refund
/// that is not done, an offer of a closure without an answer, or a debt.
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
    /// Games that have begun and are not paid in full.
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

/// Why a player is erased, or why that is undone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EraseRequest {
    /// Why, 1 to 200 characters.
    #[schema(example = "Asked for it by mail on 21 November")]
    pub reason: String,
}

/// A player whose erasure was asked for.
#[derive(Serialize, ToSchema)]
#[schema(as = AskedErasure)]
pub struct AskedAnswer {
    /// The account that is locked.
    #[schema(example = "104233170526")]
    pub player: String,
    /// The time after which the data are erased, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub erase_at: String,
}

/// Players whose erasure was asked for and whose data are not erased yet; it can be undone until `erase_at`.
#[derive(Serialize, ToSchema)]
#[schema(as = Erasures)]
pub struct ErasuresAnswer {
    /// The players, the next one first; at most 200.
    pub players: Vec<LockedAnswer>,
}

/// A player who is locked until the data are erased.
#[derive(Serialize, ToSchema)]
#[schema(as = LockedPlayer)]
pub struct LockedAnswer {
    /// The account.
    #[schema(example = "104233170526")]
    pub id: String,
    /// The name.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The last four digits of the number; null for a guest who gave none.
    #[schema(required, example = "1736")]
    pub phone_tail: Option<String>,
    /// The time after which the data are erased, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub erase_at: String,
    /// Who asked for it; null if the person is not known any more.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
}

/// Tells what erasing a player would do now, and what has to be done first. Changes nothing.
#[utoipa::path(get, path = "/api/desk/players/{player}/erasure", operation_id = "preview_erasure", tag = "players",
    security(("session" = [])), params(("player" = String, Path, description = "The account.")),
    extensions(("x-permission" = json!("player.erase"))),
    responses((status = 200, description = "What it would do.", body = ErasureAnswer),
        (status = 409, description = "The data of the player were erased, or will be.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn erasure(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(player): Path<String>,
) -> Result<Json<ErasureAnswer>, Problem> {
    let player = player.parse().map_err(|_| not_found())?;
    let preview = preview_erasure(&api.app, &actor, player).await.map_err(problem)?;
    let ErasurePreview { as_name, erase_at, ties, has, numbers, has_picture, .. } = preview;
    Ok(Json(ErasureAnswer {
        as_name,
        erase_at: erase_at.to_string(),
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

/// Asks for the erasure of a player. At once the account is locked and hidden: it cannot be signed in to, booked for or
/// found, and the player is told. For seven days it can be undone. Then, as soon as nothing keeps the player from being erased (see
/// `ties`), name, numbers, email address, birthdate, gender, password, picture, notes and messages are erased; bookings, bills,
/// receipts and the ledger stay.
#[utoipa::path(post, path = "/api/desk/players/{player}/erasure", operation_id = "erase_player", tag = "players",
    security(("session" = [])), request_body = EraseRequest,
    params(("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.erase"))),
    responses((status = 200, description = "Locked and hidden.", body = AskedAnswer)))]
pub(crate) async fn erase(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(player): Path<String>,
    DeskBody(request): DeskBody<EraseRequest>,
) -> Result<Json<AskedAnswer>, Problem> {
    let player = player.parse().map_err(|_| not_found())?;
    let reason = required_text("reason", request.reason)?;
    let RequestedErasure { player, erase_at } =
        erase_player(&api.app, &actor, player, reason, key).await.map_err(problem)?;
    Ok(Json(AskedAnswer { player: player.to_string(), erase_at: erase_at.to_string() }))
}

/// Undoes the erasure of a player until `erase_at`: the account can be used and found again, and the player is
/// told. Devices stay signed out.
#[utoipa::path(post, path = "/api/desk/players/{player}/erasure/undo", operation_id = "undo_erasure", tag = "players",
    security(("session" = [])), request_body = EraseRequest,
    params(("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.erase"))),
    responses((status = 204, description = "Undone."),
        (status = 409, description = "Nothing waits to be erased: no erasure was asked for, it was undone already, or `erase_at` has passed.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn undo(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(player): Path<String>,
    DeskBody(request): DeskBody<EraseRequest>,
) -> Result<StatusCode, Problem> {
    let player = player.parse().map_err(|_| not_found())?;
    let reason = required_text("reason", request.reason)?;
    undo_erasure(&api.app, &actor, player, reason, key).await.map_err(undo_problem)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the players whose erasure was asked for and whose data are not erased yet. It can be undone until `erase_at`.
#[utoipa::path(get, path = "/api/desk/erasures", operation_id = "erasures", tag = "players", security(("session" = [])),
    extensions(("x-permission" = json!("player.erase"))),
    responses((status = 200, description = "The players.", body = ErasuresAnswer)))]
pub(crate) async fn erasures(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<ErasuresAnswer>, Problem> {
    let locked = list_erasures(&api.app, &actor).await.map_err(undo_problem)?;
    let names = list_staff_names(&api.app).await?;
    let answer = |LockedAccount { id, name, phone, lock }| LockedAnswer {
        id: id.to_string(),
        name,
        phone_tail: phone.as_ref().map(|phone| phone.last_four().to_owned()),
        erase_at: lock.erase_at.to_string(),
        by: lock.requested_by.and_then(|staff| names.get(&staff).cloned()),
    };
    Ok(Json(ErasuresAnswer { players: locked.into_iter().map(answer).collect() }))
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

fn undo_problem(error: UndoErasureError) -> Problem {
    match error {
        UndoErasureError::NoPlayer => not_found(),
        UndoErasureError::Over => Problem::of(ProblemKind::ErasureOver),
        UndoErasureError::Refused(refused) => refused.into(),
        UndoErasureError::Store(error) => error.into(),
    }
}
