//! `POST /api/desk/offers/{order}/move`, `…/refund` and `…/calls`: staff answer for a player, and note that they called.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::closures::{
    at_desk::answer_for_player::{
        AnswerForPlayerError, AnsweredForPlayer, move_for_player, note_call, refund_for_player,
    },
    offers::answer::{AnswerError, ChosenPlace},
};
use sideout_domain::{CourtId, VenueId, money::Money, slot::StartTime};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::{
        desk::board::{day_of, not_found, order_number},
        offers::OfferGame,
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The court and hour that the player chose, as they were shown.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveForPlayerRequest {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The court.
    #[schema(example = 31)]
    pub court: i64,
    /// The day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of the venue's day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// What was shown to be due at the desk, paise. If it is another amount, nothing is changed.
    #[schema(example = 10_000)]
    pub due_paise: i64,
    /// What was shown to go back, paise. If it is another amount, nothing is changed.
    #[schema(example = 0)]
    pub back_paise: i64,
}

/// The money that goes back, as it was shown.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RefundForPlayerRequest {
    /// What was shown to go back, paise. If it is another amount, nothing is given back.
    #[schema(example = 80_000)]
    pub back_paise: i64,
}

/// An answer that staff gave, or a call that they noted.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferAnsweredAnswer {
    /// The closure's number.
    #[schema(example = "512345678901234")]
    pub closure: String,
    /// The number of the booking in place of the lost one; null unless the game was moved.
    #[schema(required, example = "4071553902")]
    pub new_order: Option<String>,
    /// What goes back, paise; 0 for a call, which leaves the offer open.
    #[schema(example = 0)]
    pub back_paise: i64,
}

impl From<AnsweredForPlayer> for OfferAnsweredAnswer {
    fn from(answered: AnsweredForPlayer) -> Self {
        OfferAnsweredAnswer {
            closure: answered.closure.to_string(),
            new_order: answered.new_order.map(|number| number.to_string()),
            back_paise: answered.back_paise,
        }
    }
}

/// Books the court and hour that a player chose on the phone. What was paid counts for the new booking.
#[utoipa::path(post, path = "/api/desk/offers/{order}/move", operation_id = "move_for_player", tag = "closures",
    security(("session" = [])), request_body = MoveForPlayerRequest,
    params(("order" = String, Path, description = "The booking that lost its court."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("booking.move"))),
    responses((status = 200, description = "Booked.", body = OfferAnsweredAnswer)))]
pub(crate) async fn move_game(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<MoveForPlayerRequest>,
) -> Result<Json<OfferAnsweredAnswer>, Problem> {
    let start = StartTime::from_minute(request.minute);
    let chosen = ChosenPlace {
        venue: VenueId(request.venue),
        court: CourtId(request.court),
        day: day_of(&request.day)?,
        start: start.ok_or_else(|| Problem::of(ProblemKind::NotForSale))?,
        due: Money::from_paise(request.due_paise),
        back: Money::from_paise(request.back_paise),
    };
    let moved = move_for_player(&api.app, &actor, order_number(&order)?, chosen, key).await;
    Ok(Json(moved.map_err(problem)?.into()))
}

/// Gives the money back that a player asked for on the phone.
#[utoipa::path(post, path = "/api/desk/offers/{order}/refund", operation_id = "refund_for_player", tag = "closures",
    security(("session" = [])), request_body = RefundForPlayerRequest,
    params(("order" = String, Path, description = "The booking that lost its court."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("booking.cancel"))),
    responses((status = 200, description = "It goes back.", body = OfferAnsweredAnswer)))]
pub(crate) async fn refund(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<RefundForPlayerRequest>,
) -> Result<Json<OfferAnsweredAnswer>, Problem> {
    let back = Money::from_paise(request.back_paise);
    let refunded = refund_for_player(&api.app, &actor, order_number(&order)?, back, key).await;
    Ok(Json(refunded.map_err(problem)?.into()))
}

/// Notes that staff called the player, whether or not the call was answered.
#[utoipa::path(post, path = "/api/desk/offers/{order}/calls", operation_id = "note_call", tag = "closures",
    security(("session" = [])),
    params(("order" = String, Path, description = "The booking that lost its court."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("closure.make"))),
    responses((status = 200, description = "Noted.", body = OfferAnsweredAnswer)))]
pub(crate) async fn call(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(order): Path<String>,
) -> Result<Json<OfferAnsweredAnswer>, Problem> {
    let noted = note_call(&api.app, &actor, order_number(&order)?, key).await;
    Ok(Json(noted.map_err(problem)?.into()))
}

/// The problem of a refused answer.
pub(super) fn problem(error: AnswerForPlayerError) -> Problem {
    match error {
        AnswerForPlayerError::Refused(refused) => refused.into(),
        AnswerForPlayerError::OtherAmount(back) => {
            let current = serde_json::json!({ "back_paise": back.paise() });
            Problem::of(ProblemKind::PriceChanged).with_current(current)
        }
        AnswerForPlayerError::Answer(error) => match error {
            AnswerError::NoSuchOffer => not_found(),
            AnswerError::Answered(game) => {
                Problem::of(ProblemKind::OfferAnswered).with_current(OfferGame::of(&game))
            }
            AnswerError::NotOffered => Problem::of(ProblemKind::NotForSale),
            AnswerError::Taken => Problem::of(ProblemKind::SlotTaken),
            AnswerError::PriceChanged(price) => {
                let current = serde_json::json!({
                    "total_paise": price.total().paise(),
                    "due_paise": price.due.paise(),
                    "back_paise": price.back.paise(),
                });
                Problem::of(ProblemKind::PriceChanged).with_current(current)
            }
            AnswerError::Store(error) => error.into(),
        },
    }
}
