//! `POST /api/desk/bookings/{order}/forgiveness` and `POST …/forgiveness/withdraw`: staff forgive a missed game, or let it count again.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use sideout_app::desk::players::forgive_no_show::{ForgiveError, forgive_no_show, withdraw_forgiveness};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    platform::client_address::ClientAddress,
    routes::desk::{
        approvals::{ApprovalRequest, approved, decision_problem},
        board::{not_found, order_number},
        short_text::required_text,
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// Why a missed game is forgiven.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgiveRequest {
    /// Why, 1 to 200 characters.
    #[schema(example = "Was in hospital")]
    pub reason: String,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// A request to count a missed game again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawForgivenessRequest {
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// Forgives a missed game: it stays missed, in reports as well, and is no strike against the player.
#[utoipa::path(post, path = "/api/desk/bookings/{order}/forgiveness", operation_id = "forgive_no_show", tag = "players",
    security(("session" = [])), request_body = ForgiveRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.trust"))),
    responses((status = 204, description = "Forgiven.")))]
pub(crate) async fn forgive(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<ForgiveRequest>,
) -> Result<StatusCode, Problem> {
    let number = order_number(&order)?;
    let reason = required_text("reason", request.reason)?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    forgive_no_show(&api.app, &actor, number, reason, key).await.map_err(problem)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a missed game that was forgiven count again.
#[utoipa::path(post, path = "/api/desk/bookings/{order}/forgiveness/withdraw", operation_id = "withdraw_forgiveness",
    tag = "players", security(("session" = [])), request_body = WithdrawForgivenessRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.trust"))),
    responses((status = 204, description = "It counts again.")))]
pub(crate) async fn withdraw(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<WithdrawForgivenessRequest>,
) -> Result<StatusCode, Problem> {
    let number = order_number(&order)?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    withdraw_forgiveness(&api.app, &actor, number, key).await.map_err(problem)?;
    Ok(StatusCode::NO_CONTENT)
}

fn problem(error: ForgiveError) -> Problem {
    decision_problem!(
        error,
        ForgiveError {
            ForgiveError::NoSuchBooking => not_found(),
            ForgiveError::NoStrike => Problem::of(ProblemKind::NoStrike),
            ForgiveError::NotForgiven => Problem::of(ProblemKind::NotForgiven),
        }
    )
}
