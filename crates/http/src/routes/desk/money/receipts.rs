//! `GET /api/desk/payments/{payment}/receipt` and `…/credit_note`: the documents of a desk payment, as PDF.

use axum::{extract::State, response::Response};
use sideout_app::{
    receipts::find_document::{DocumentFile, FindDocumentError, find_desk_document},
    staff::list_workplaces,
};
use sideout_domain::{receipt::DocumentKind, staff::Permission};

use super::payments::payment_id;
use crate::{
    extract::{Path, Staff},
    routes::desk::board::not_found,
    state::ApiState,
    wire::{answer::attachment, api_error::ApiError, problem::Problem},
};

/// Sends the receipt of a payment, as it was issued.
#[utoipa::path(get, path = "/api/desk/payments/{payment}/receipt", operation_id = "desk_receipt", tag = "money",
    security(("session" = [])), params(("payment" = String, Path, description = "The payment's number.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The receipt.", body = Vec<u8>, content_type = "application/pdf")))]
pub(crate) async fn receipt(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(payment): Path<String>,
) -> Result<Response, Problem> {
    document(&api, &actor, &payment, DocumentKind::Receipt).await
}

/// Sends the newest credit note for a payment: for what went back of it, or because it was voided.
#[utoipa::path(get, path = "/api/desk/payments/{payment}/credit_note", operation_id = "desk_credit_note", tag = "money",
    security(("session" = [])), params(("payment" = String, Path, description = "The payment's number.")),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The credit note.", body = Vec<u8>, content_type = "application/pdf")))]
pub(crate) async fn credit_note(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(payment): Path<String>,
) -> Result<Response, Problem> {
    document(&api, &actor, &payment, DocumentKind::CreditNote).await
}

async fn document(
    api: &ApiState,
    actor: &sideout_app::steps::audited::Actor,
    payment: &str,
    kind: DocumentKind,
) -> Result<Response, Problem> {
    actor.check(Permission::PaymentTake, api.app.clock.now())?;
    let payment = payment_id(payment)?;
    let venues = list_workplaces(&api.app, actor).await?;
    pdf_response(find_desk_document(&api.app, &venues, payment, kind).await)
}

/// The document as a PDF download.
pub(in crate::routes::desk) fn pdf_response(
    found: Result<DocumentFile, FindDocumentError>,
) -> Result<Response, Problem> {
    match found {
        Ok(file) => Ok(attachment("application/pdf", &file.name, file.bytes)),
        Err(FindDocumentError::NoSuchDocument) => Err(not_found()),
        Err(FindDocumentError::Pdf(error)) => {
            tracing::error!(%error, "a document could not be rendered");
            Err(ApiError::internal().into())
        }
        Err(FindDocumentError::Store(error)) => Err(error.into()),
    }
}
