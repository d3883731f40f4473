//! `GET /api/desk/payments/{payment}/receipt` and `…/credit_note`: the documents of a desk payment, as PDF.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use sideout_app::{
    receipts::find_document::{DocumentFile, FindDocumentError, find_desk_credit_note, find_desk_document},
    staff::list_workplaces,
    steps::audited::Actor,
};
use sideout_domain::{DeskPaymentId, RefundId, VenueId, receipt::DocumentKind, staff::Permission};
use utoipa::IntoParams;

use super::payments::payment_id;
use crate::{
    extract::{Path, Query, Staff},
    routes::desk::board::not_found,
    state::ApiState,
    wire::{answer::attachment, api_error::ApiError, problem::Problem},
};

/// Which credit note of a payment is sent.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CreditNoteQuery {
    /// The number of the refund that it is for; the newest if it is left out.
    #[param(example = "88")]
    pub refund: Option<String>,
}

impl CreditNoteQuery {
    /// The refund; `None` for the newest credit note.
    pub(super) fn refund(&self) -> Result<Option<RefundId>, Problem> {
        self.refund.as_deref().map(|text| text.parse().map_err(|_| not_found())).transpose()
    }
}

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
    let (payment, venues) = payment_of(&api, &actor, &payment).await?;
    pdf_response(find_desk_document(&api.app, &venues, payment, DocumentKind::Receipt).await)
}

/// Sends a credit note for a payment: for what went back of it, because it was voided, or because its receipt was made out to a firm. It is
/// the one for this refund, or the newest.
#[utoipa::path(get, path = "/api/desk/payments/{payment}/credit_note", operation_id = "desk_credit_note", tag = "money",
    security(("session" = [])),
    params(("payment" = String, Path, description = "The payment's number."), CreditNoteQuery),
    extensions(("x-permission" = json!("payment.take"))),
    responses((status = 200, description = "The credit note.", body = Vec<u8>, content_type = "application/pdf")))]
pub(crate) async fn credit_note(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(payment): Path<String>,
    Query(query): Query<CreditNoteQuery>,
) -> Result<Response, Problem> {
    let (payment, venues) = payment_of(&api, &actor, &payment).await?;
    pdf_response(match query.refund()? {
        None => find_desk_document(&api.app, &venues, payment, DocumentKind::CreditNote).await,
        Some(refund) => find_desk_credit_note(&api.app, &venues, payment, refund).await,
    })
}

/// The payment of an address, and the venues whose payments `actor` may see.
async fn payment_of(
    api: &ApiState,
    actor: &Actor,
    payment: &str,
) -> Result<(DeskPaymentId, Vec<VenueId>), Problem> {
    actor.check(Permission::PaymentTake, api.app.clock.now())?;
    let payment = payment_id(payment)?;
    Ok((payment, list_workplaces(&api.app, actor).await?))
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
