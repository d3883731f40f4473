//! `POST /api/desk/refunds/{refund}/settle` and `…/explain`, and `GET …/voucher`: a refund that failed at the provider is given
//! back another way.

use axum::{extract::State, response::Response};
use http::StatusCode;
use serde::Deserialize;
use sideout_app::desk::refunds::{
    explain_refund::{ExplainRefundError, explain_refund},
    find_voucher::{FindVoucherError, find_voucher},
    settle_refund::{SettleRefund, SettleRefundError, settle_refund},
};
use sideout_domain::refund::RefundMethod;
use utoipa::ToSchema;

use super::refund_id;
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::desk::{
        board::not_found,
        money::{drawer_short, receipts, shift_needed},
        short_text::{required_text, short_text},
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The request to settle a refund another way.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SettleRequest {
    /// How the money is given back.
    pub way: SettleWay,
    /// The reference of the UPI payment or transfer, at most 200 characters; needed unless it is cash.
    #[serde(default)]
    #[schema(example = "432198765012")]
    pub reference: Option<String>,
    /// A note for the audit and the voucher, at most 200 characters; needed unless it is cash.
    #[serde(default)]
    #[schema(example = "To the account of Rohan Mehta")]
    pub note: Option<String>,
}

/// How a failed refund is given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettleWay {
    /// From the drawer of the booking's venue; only an amount in whole rupees, because it is not rounded up.
    Cash,
    /// From the venue's own UPI account.
    Upi,
    /// By a bank transfer.
    Bank,
}

impl From<SettleWay> for RefundMethod {
    fn from(way: SettleWay) -> Self {
        match way {
            SettleWay::Cash => RefundMethod::Cash,
            SettleWay::Upi => RefundMethod::Upi,
            SettleWay::Bank => RefundMethod::Bank,
        }
    }
}

/// How a refund that went back twice was cleared up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// What was done, 1 to 200 characters.
    #[schema(example = "Rohan Mehta gave the cash back")]
    pub text: String,
}

/// Records that a failed refund was given back another way. The provider is asked first whether it has sent the money after all.
/// Cash leaves the drawer of the booking's venue.
#[utoipa::path(post, path = "/api/desk/refunds/{refund}/settle", operation_id = "settle_refund", tag = "refunds",
    security(("session" = [])), request_body = SettleRequest,
    params(("refund" = String, Path, description = "The refund's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("refund.settle"))),
    responses((status = 204, description = "Settled.")))]
pub(crate) async fn settle(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(refund): Path<String>,
    DeskBody(request): DeskBody<SettleRequest>,
) -> Result<StatusCode, Problem> {
    let request = SettleRefund {
        refund: refund_id(&refund)?,
        method: request.way.into(),
        reference: short_text("reference", request.reference)?,
        note: short_text("note", request.note)?,
    };
    match settle_refund(&api.app, &actor, request, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(SettleRefundError::NoSuchRefund | SettleRefundError::BadMethod) => Err(not_found()),
        Err(SettleRefundError::ReferenceNeeded) => Err(Problem::field("reference", "required")),
        Err(SettleRefundError::NoteNeeded) => Err(Problem::field("note", "required")),
        Err(SettleRefundError::NotWholeRupees) => Err(Problem::field("way", "whole_rupees")),
        Err(SettleRefundError::ShiftNeeded) => Err(shift_needed()),
        Err(SettleRefundError::DrawerShort(there)) => Err(drawer_short(&actor, there)),
        Err(SettleRefundError::NotFailed) => Err(Problem::of(ProblemKind::RefundNotFailed)),
        Err(SettleRefundError::WasSent) => Err(Problem::of(ProblemKind::RefundSent)),
        Err(SettleRefundError::ProviderSilent) => Err(Problem::of(ProblemKind::ProviderSilent)),
        Err(SettleRefundError::Refused(refused)) => Err(refused.into()),
        Err(SettleRefundError::Store(error)) => Err(error.into()),
    }
}

/// Notes how a refund that went back twice was cleared up, and removes it from the top of the queue.
#[utoipa::path(post, path = "/api/desk/refunds/{refund}/explain", operation_id = "explain_refund", tag = "refunds",
    security(("session" = [])), request_body = ExplainRequest,
    params(("refund" = String, Path, description = "The refund's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("refund.settle"))),
    responses((status = 204, description = "Noted.")))]
pub(crate) async fn explain(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(refund): Path<String>,
    DeskBody(request): DeskBody<ExplainRequest>,
) -> Result<StatusCode, Problem> {
    let refund = refund_id(&refund)?;
    let text = required_text("text", request.text)?;
    match explain_refund(&api.app, &actor, (refund, text), key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(ExplainRefundError::NoSuchRefund) => Err(not_found()),
        Err(ExplainRefundError::NothingToExplain) => Err(Problem::of(ProblemKind::NothingToExplain)),
        Err(ExplainRefundError::Refused(refused)) => Err(refused.into()),
        Err(ExplainRefundError::Store(error)) => Err(error.into()),
    }
}

/// Sends the voucher of a refund that was settled another way, as it was first written.
#[utoipa::path(get, path = "/api/desk/refunds/{refund}/voucher", operation_id = "refund_voucher", tag = "refunds",
    security(("session" = [])), params(("refund" = String, Path, description = "The refund's number.")),
    extensions(("x-permission" = json!("refund.settle"))),
    responses((status = 200, description = "The voucher.", body = Vec<u8>, content_type = "application/pdf")))]
pub(crate) async fn voucher(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(refund): Path<String>,
) -> Result<Response, Problem> {
    match find_voucher(&api.app, &actor, refund_id(&refund)?).await {
        Ok(file) => receipts::pdf_response(Ok(file)),
        Err(FindVoucherError::Document(error)) => receipts::pdf_response(Err(error)),
        Err(FindVoucherError::Refused(refused)) => Err(refused.into()),
        Err(FindVoucherError::Store(error)) => Err(error.into()),
    }
}
