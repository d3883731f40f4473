//! `POST /api/desk/refunds/send`, `…/{refund}/send` and `…/{refund}/retry`: sends refunds now.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::Serialize;
use sideout_app::desk::refunds::send_refunds::{
    SendRefundError, retry_refund, send_all_refunds, send_refund,
};
use utoipa::ToSchema;

use super::refund_id;
use crate::{
    extract::{IdempotencyKey, Path, Staff},
    routes::desk::board::not_found,
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The refunds that are sent now.
#[derive(Debug, Serialize, ToSchema)]
pub struct SentRefundsAnswer {
    /// The number of refunds.
    #[schema(example = 3)]
    pub refunds: i64,
    /// The sum of these refunds, paise.
    #[schema(example = 231_000)]
    pub amount_paise: i64,
}

/// Tries a failed refund again: within a minute the server asks the provider what it has sent, and sends it if that was nothing.
#[utoipa::path(post, path = "/api/desk/refunds/{refund}/retry", operation_id = "retry_refund", tag = "refunds",
    security(("session" = [])),
    params(("refund" = String, Path, description = "The refund's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("refund.settle"))),
    responses((status = 204, description = "It is tried again.")))]
pub(crate) async fn retry(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(refund): Path<String>,
) -> Result<StatusCode, Problem> {
    retry_refund(&api.app, &actor, refund_id(&refund)?, key).await.map_err(problem)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends now a refund that waits for its batch or its next try. Nothing changes if it is due already; one that was sent, has failed, or
/// was given back another way is refused.
#[utoipa::path(post, path = "/api/desk/refunds/{refund}/send", operation_id = "send_refund", tag = "refunds",
    security(("session" = [])),
    params(("refund" = String, Path, description = "The refund's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("refund.settle"))),
    responses((status = 204, description = "It is sent within a minute.")))]
pub(crate) async fn send_now(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(refund): Path<String>,
) -> Result<StatusCode, Problem> {
    send_refund(&api.app, &actor, refund_id(&refund)?, key).await.map_err(problem)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends now all refunds that wait for their batch or their next try at the venues of the caller, at most 200.
#[utoipa::path(post, path = "/api/desk/refunds/send", operation_id = "send_all_refunds", tag = "refunds",
    security(("session" = [])),
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("refund.settle"))),
    responses((status = 200, description = "They are sent within a minute.", body = SentRefundsAnswer)))]
pub(crate) async fn send_all(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
) -> Result<Json<SentRefundsAnswer>, Problem> {
    let sent = send_all_refunds(&api.app, &actor, key).await.map_err(problem)?;
    Ok(Json(SentRefundsAnswer { refunds: sent.refunds, amount_paise: sent.paise }))
}

fn problem(error: SendRefundError) -> Problem {
    match error {
        SendRefundError::NoSuchRefund => not_found(),
        SendRefundError::NotFailed => Problem::of(ProblemKind::RefundNotFailed),
        SendRefundError::NotWaiting => Problem::of(ProblemKind::RefundNotWaiting),
        SendRefundError::Refused(refused) => refused.into(),
        SendRefundError::Store(error) => error.into(),
    }
}
