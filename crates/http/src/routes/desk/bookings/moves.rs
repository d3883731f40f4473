//! `GET /api/desk/bookings/{order}/move`, `POST …/moves` and `POST …/moves/undo`: what a booking costs elsewhere, moving it, and
//! undoing that.

use axum::{Json, extract::State, response::Response};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::bookings::{
        move_booking::{MoveAtDesk, MoveError, MovePreview, MovedAtDesk, move_at_desk, preview_move},
        move_price::PriceChoice,
        undo_move::undo_move,
    },
    steps::audited::{Actor, RequestKey},
};
use sideout_domain::money::Money;
use utoipa::{IntoParams, ToSchema};

use super::{not_for_sale, slot, taken_at_move};
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Query, Staff},
    platform::client_address::ClientAddress,
    routes::desk::approvals::{ApprovalRequest, approved},
    routes::desk::board::{Viewer, booking::BookingAnswer, day_of, not_found, order_number},
    routes::desk::short_text::short_text,
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// The court and hour that a booking is to be moved to.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MoveTo {
    /// The court.
    #[param(example = 24)]
    pub court: i64,
    /// The day, in the venue's time zone.
    #[param(example = "2026-11-22")]
    pub day: String,
    /// The start, minutes of the venue's day.
    #[param(example = 1200)]
    pub minute: u16,
}

/// What a booking costs at another court and hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The version of the booking that it is about.
    #[schema(example = 7)]
    pub version: i64,
    /// What the booking costs now in all, paise.
    #[schema(example = 100_000)]
    pub now_paise: i64,
    /// What the booking would cost there in all, paise.
    #[schema(example = 80_000)]
    pub total_paise: i64,
    /// What was paid above `total_paise`, paise.
    #[schema(example = 20_000)]
    pub paid_too_much_paise: i64,
    /// What may become of the difference, the usual choice first. Empty if it costs the same.
    pub choices: Vec<MoveChoice>,
}

/// What becomes of a difference in price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveChoice {
    /// The new price; what is missing is due when the player comes.
    Charge,
    /// The earlier price, or what is paid already. Below the new price it needs `booking.waive` and a reason, and a manager waives at most
    /// `desk.manager_refund_paise`.
    KeepPrice,
    /// The new price; the desk that took the money gives back what was paid above it.
    Refund,
}

/// The request to move a booking.
#[derive(Deserialize, ToSchema)]
pub struct MoveRequest {
    /// The new day, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The new court.
    #[schema(example = 24)]
    pub court: i64,
    /// The new start, minutes of the venue's day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// What the booking costs there in all, as the caller was shown it, paise. If it is another amount, nothing is moved.
    #[schema(example = 80_000)]
    pub total_paise: i64,
    /// What becomes of a difference in price; null if it costs the same.
    #[schema(required)]
    pub choice: Option<MoveChoice>,
    /// The reason, at most 200 characters.
    #[schema(required, example = "Our court was wet")]
    pub reason: Option<String>,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// A booking that was moved.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedAnswer {
    /// The booking as it is now.
    pub booking: BookingAnswer,
    /// What goes back to the player, paise.
    #[schema(example = 0)]
    pub refund_paise: i64,
    /// Until when the move can be undone, ISO 8601 UTC; null if money goes back.
    #[schema(required, example = "2026-11-22T12:55:00Z", format = DateTime)]
    pub undo_until: Option<String>,
}

/// The move that is undone.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoMoveRequest {
    /// The idempotency key of the move.
    #[schema(example = "0b2f3f1e-7c3f-4f2a-9a55-2f4dd1a2c3b4")]
    pub move_key: String,
}

/// Tells what a booking would cost at another court and hour. The court is not held: whether it is free is decided
/// when the booking is moved.
#[utoipa::path(get, path = "/api/desk/bookings/{order}/move", operation_id = "preview_move", tag = "bookings",
    security(("session" = [])),
    params(("order" = String, Path, description = "The order's number."), MoveTo),
    extensions(("x-permission" = json!("booking.move"))),
    responses((status = 200, description = "The price there.", body = MoveAnswer),
        (status = 409, description = "It cannot be moved, or not there.", body = ProblemBody,
            content_type = "application/problem+json"),
        (status = 422, description = "It is at this court and hour already.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(order): Path<String>,
    Query(to): Query<MoveTo>,
) -> Result<Json<MoveAnswer>, Problem> {
    let number = order_number(&order)?;
    let to = slot(to.court, day_of(&to.day)?, to.minute)?;
    match preview_move(&api.app, &actor, number, to).await {
        Ok((details, preview)) => Ok(Json(MoveAnswer::of(details.booking.version, &preview))),
        Err(error) => Err(problem(&api, &actor, error, None).await),
    }
}

/// Moves a booking to another court or hour of its venue. What the caller holds there becomes the booking's. The player gets a notice
/// when it cannot be undone any more.
#[utoipa::path(post, path = "/api/desk/bookings/{order}/moves", operation_id = "move_at_desk", tag = "bookings",
    security(("session" = [])), request_body = MoveRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("booking.move"))),
    responses((status = 200, description = "Moved.", body = MovedAnswer)))]
pub(crate) async fn make(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<MoveRequest>,
) -> Result<Json<MovedAnswer>, Problem> {
    let approval = request.approval;
    let request = MoveAtDesk {
        number: order_number(&order)?,
        version,
        to: slot(request.court, day_of(&request.day)?, request.minute)?,
        total: Money::from_paise(request.total_paise),
        choice: request.choice.map(PriceChoice::from),
        reason: short_text("reason", request.reason)?,
    };
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let actor = approved(&api, actor, approval, &key, &caller).await?;
    match move_at_desk(&api.app, &actor, request, key).await {
        Ok((moved, details)) => {
            let booking = BookingAnswer::of(details, &viewer).await;
            Ok(Json(MovedAnswer::of(moved, booking)))
        }
        Err(error) => Err(problem(&api, &actor, error, Some(version)).await),
    }
}

/// Takes back a move that the caller has just made: court, hour and price are as before, if the old court is still free. The
/// player is not told.
#[utoipa::path(post, path = "/api/desk/bookings/{order}/moves/undo", operation_id = "undo_move", tag = "bookings",
    security(("session" = [])), request_body = UndoMoveRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("booking.move"))),
    responses((status = 200, description = "The booking as it is now.", body = BookingAnswer)))]
pub(crate) async fn undo(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<UndoMoveRequest>,
) -> Result<Response, Problem> {
    let number = order_number(&order)?;
    let move_key: RequestKey = request.move_key.parse().map_err(|_| Problem::field("move_key", "pattern"))?;
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    match undo_move(&api.app, &actor, number, &move_key, key).await {
        Ok(details) => Ok(BookingAnswer::of(details, &viewer).await.into_response()),
        Err(error) => Err(problem(&api, &actor, error, None).await),
    }
}

impl MoveAnswer {
    fn of(version: i64, preview: &MovePreview) -> Self {
        let price = &preview.price;
        MoveAnswer {
            version,
            now_paise: price.before.total().paise(),
            total_paise: price.total().paise(),
            paid_too_much_paise: price.paid_too_much().paise(),
            choices: price.choices().into_iter().map(MoveChoice::from).collect(),
        }
    }
}

impl MovedAnswer {
    fn of(moved: MovedAtDesk, booking: BookingAnswer) -> Self {
        MovedAnswer {
            booking,
            refund_paise: moved.refund_paise,
            undo_until: moved.undo_until.map(|until| until.to_string()),
        }
    }
}

impl From<PriceChoice> for MoveChoice {
    fn from(choice: PriceChoice) -> Self {
        match choice {
            PriceChoice::Charge => MoveChoice::Charge,
            PriceChoice::Keep => MoveChoice::KeepPrice,
            PriceChoice::Refund => MoveChoice::Refund,
        }
    }
}

impl From<MoveChoice> for PriceChoice {
    fn from(choice: MoveChoice) -> Self {
        match choice {
            MoveChoice::Charge => PriceChoice::Charge,
            MoveChoice::KeepPrice => PriceChoice::Keep,
            MoveChoice::Refund => PriceChoice::Refund,
        }
    }
}

/// The problem of a refused move; `version` is the one that the caller saw.
async fn problem(api: &ApiState, actor: &Actor, error: MoveError, version: Option<i64>) -> Problem {
    match error {
        MoveError::NoSuchBooking => not_found(),
        MoveError::NotMovable => Problem::of(ProblemKind::WrongState),
        MoveError::PlayersAreHere => Problem::of(ProblemKind::PlayersAreHere),
        MoveError::SamePlace => Problem::field("court", "same"),
        MoveError::NotForSale(reason) => not_for_sale(reason),
        MoveError::Taken(venue, slot) => taken_at_move(api, venue, slot).await,
        MoveError::ChangedMeanwhile(current) => match Viewer::of(&api.app, actor).await {
            Ok(viewer) => changed(*current, &viewer).await,
            Err(problem) => problem,
        },
        MoveError::PriceChanged(preview) => {
            let current = MoveAnswer::of(version.unwrap_or_default(), &preview);
            Problem::of(ProblemKind::PriceChanged).with_current(current)
        }
        MoveError::ChoiceMissing => Problem::field("choice", "required"),
        MoveError::BeyondManager(_) => Problem::field("choice", "beyond_manager"),
        MoveError::ReasonMissing => Problem::field("reason", "required"),
        MoveError::UndoOver => Problem::of(ProblemKind::UndoOver),
        MoveError::Refused(refused) => refused.into(),
        MoveError::Approval(error) => error.into(),
        MoveError::Store(error) => error.into(),
    }
}

async fn changed(current: sideout_app::desk::board::BookingDetails, viewer: &Viewer) -> Problem {
    Problem::of(ProblemKind::ChangedMeanwhile).with_current(BookingAnswer::of(current, viewer).await)
}
