//! `POST /api/desk/refunds/{refund}/payout`: gives money back at a desk.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use sideout_app::desk::money::pay_out_refund::{PayOutError, PayOutRefund, pay_out_refund};
use sideout_domain::{VenueId, refund::RefundMethod};
use utoipa::ToSchema;

use super::{drawer_short, shift_needed};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    platform::client_address::ClientAddress,
    routes::desk::{
        approvals::{ApprovalRequest, approved},
        board::not_found,
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The request to pay out a refund.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PayOutRequest {
    /// The venue whose desk gives the money back: the one that took it, the one where the game is now, or any if both were retired.
    #[schema(example = 1)]
    pub venue: i64,
    /// How the money is given back; if it is left out or null, as it was taken. Another way is decided by a manager or owner.
    #[serde(default)]
    pub way: Option<DeskWay>,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// How money is given back at a desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeskWay {
    /// From the drawer.
    Cash,
    /// From the venue's own UPI account.
    Upi,
    /// By the card machine.
    Card,
    /// By a bank transfer.
    Bank,
}

impl From<DeskWay> for RefundMethod {
    fn from(way: DeskWay) -> Self {
        match way {
            DeskWay::Cash => RefundMethod::Cash,
            DeskWay::Upi => RefundMethod::Upi,
            DeskWay::Card => RefundMethod::Card,
            DeskWay::Bank => RefundMethod::Bank,
        }
    }
}

/// Gives back money that a desk took; cash leaves the drawer of the venue, rounded up to whole rupees.
/// A clerk alone gives back at most `desk.clerk_refund_paise`, and only by the way in which the money was taken.
#[utoipa::path(post, path = "/api/desk/refunds/{refund}/payout", operation_id = "pay_out_refund", tag = "money",
    security(("session" = [])), request_body = PayOutRequest,
    params(("refund" = String, Path, description = "The refund's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("refund.cash"))),
    responses((status = 204, description = "Paid out.")))]
pub(crate) async fn pay_out(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(refund): Path<String>,
    DeskBody(request): DeskBody<PayOutRequest>,
) -> Result<StatusCode, Problem> {
    let refund = refund.parse().map_err(|_| not_found())?;
    let payout =
        PayOutRefund { refund, venue: VenueId(request.venue), method: request.way.map(RefundMethod::from) };
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    match pay_out_refund(&api.app, &actor, payout, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(PayOutError::NoSuchRefund | PayOutError::BadMethod) => Err(not_found()),
        Err(PayOutError::Ended) => Err(Problem::of(ProblemKind::PaymentEnded)),
        Err(PayOutError::ShiftNeeded) => Err(shift_needed()),
        Err(PayOutError::DrawerShort(there)) => Err(drawer_short(&actor, there)),
        Err(PayOutError::Refused(refused)) => Err(refused.into()),
        Err(PayOutError::Approval(error)) => Err(error.into()),
        Err(PayOutError::Store(error)) => Err(error.into()),
    }
}
