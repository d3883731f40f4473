//! `POST /api/desk/payments/{payment}/invoice` and `POST /api/desk/qrs/{qr}/invoice`: a receipt of a desk made out to a firm.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::money::invoice_firm::{DeskMoney, InvoiceFirmError, invoice_firm},
    steps::audited::{Actor, RequestKey},
};
use sideout_domain::gstin::{Firm, Gstin, NotAGstin};
use utoipa::ToSchema;

use super::{payments::payment_id, qrs::qr_id};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::desk::board::not_found,
    routes::desk::short_text::short_text,
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// A firm that a tax invoice is made out to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirmRequest {
    /// The firm's name, 1 to 200 characters.
    #[schema(example = "Uttam Traders LLP")]
    pub name: String,
    /// The firm's GSTIN: 15 letters and digits, the last one of which checks the others. Spaces are left out, small
    /// letters count as capitals.
    #[schema(example = "27AAPFU0939F1ZV")]
    pub gstin: String,
    /// The firm's address, at most 200 characters.
    #[serde(default)]
    #[schema(example = "4 Station Road, Pune 411001")]
    pub address: Option<String>,
}

/// The documents that replace a receipt.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirmInvoiceAnswer {
    /// The number of the receipt that is made out to the firm.
    #[schema(example = "D1/26-27/000124")]
    pub receipt: String,
    /// The number of the credit note for the previous receipt.
    #[schema(example = "N1/26-27/000007")]
    pub credit_note: String,
}

/// Reads a firm.
///
/// # Errors
/// 422 that names the invalid field: the name, the number or the address.
pub(super) fn read_firm(request: FirmRequest) -> Result<Firm, Problem> {
    let name = short_text("name", Some(request.name))?;
    let gstin = request.gstin.parse::<Gstin>().map_err(|error| {
        Problem::field(
            "gstin",
            match error {
                NotAGstin::Length => "length",
                NotAGstin::Form => "form",
                NotAGstin::State => "state",
                NotAGstin::Check => "check",
            },
        )
    })?;
    Ok(Firm {
        name: name.ok_or_else(|| Problem::field("name", "required"))?,
        gstin,
        address: short_text("address", request.address)?,
    })
}

/// Makes the receipt of a payment out to a firm: a credit note over all of it, and a new receipt with the same amounts. A payment that was
/// voided or refunded, even in part, keeps its receipt.
#[utoipa::path(post, path = "/api/desk/payments/{payment}/invoice", operation_id = "invoice_firm", tag = "money",
    security(("session" = [])), request_body = FirmRequest,
    params(("payment" = String, Path, description = "The payment's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 201, description = "Issued.", body = FirmInvoiceAnswer)))]
pub(crate) async fn of_payment(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(payment): Path<String>,
    DeskBody(request): DeskBody<FirmRequest>,
) -> Result<Response, Problem> {
    let money = DeskMoney::Payment(payment_id(&payment)?);
    let location = format!("/api/desk/payments/{payment}/receipt");
    issue(&api, &actor, (money, location), request, key).await
}

/// Makes the receipt of a payment by a QR code out to a firm, as for other payments.
#[utoipa::path(post, path = "/api/desk/qrs/{qr}/invoice", operation_id = "invoice_firm_for_qr", tag = "money",
    security(("session" = [])), request_body = FirmRequest,
    params(("qr" = String, Path, description = "The code's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 201, description = "Issued.", body = FirmInvoiceAnswer)))]
pub(crate) async fn of_qr(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(qr): Path<String>,
    DeskBody(request): DeskBody<FirmRequest>,
) -> Result<Response, Problem> {
    let money = DeskMoney::Qr(qr_id(&qr)?);
    let location = format!("/api/desk/qrs/{qr}/receipt");
    issue(&api, &actor, (money, location), request, key).await
}

async fn issue(
    api: &ApiState,
    actor: &Actor,
    (money, location): (DeskMoney, String),
    request: FirmRequest,
    key: RequestKey,
) -> Result<Response, Problem> {
    match invoice_firm(&api.app, actor, money, read_firm(request)?, key).await {
        Ok(issued) => {
            let answer = FirmInvoiceAnswer { receipt: issued.receipt, credit_note: issued.credit_note };
            Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(answer)).into_response())
        }
        Err(InvoiceFirmError::NoSuchPayment) => Err(not_found()),
        Err(InvoiceFirmError::Ended) => Err(Problem::of(ProblemKind::PaymentEnded)),
        Err(InvoiceFirmError::NoTaxInvoices) => Err(Problem::of(ProblemKind::NoTaxInvoices)),
        Err(InvoiceFirmError::Refused(refused)) => Err(refused.into()),
        Err(InvoiceFirmError::Store(error)) => Err(error.into()),
    }
}
