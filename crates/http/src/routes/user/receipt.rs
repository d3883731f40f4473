//! `GET /api/user/receipt` and `GET /api/user/credit_note`: a receipt of a booking and a credit note for what goes back of it, as PDF.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use sideout_app::receipts::find_document::{
    DocumentFile, FindDocumentError, find_document, find_numbered_document,
};
use sideout_domain::receipt::{DocumentKind, ReceiptNumber};
use utoipa::{IntoParams, ToSchema};

use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        answer::attachment,
        api_error::ApiError,
        order_number::{no_such_order, order_number},
    },
};

/// The order, and which of its documents is sent.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DocumentRequest {
    /// The order's number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
    /// The number of the document, one of `issued_documents` of the order; absent for the newest.
    #[param(example = "D1/26-27/000123")]
    pub number: Option<String>,
}

/// One page of PDF, saved under a name of its own.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct Pdf(DocumentFile);

impl IntoResponse for Pdf {
    fn into_response(self) -> Response {
        attachment("application/pdf", &self.0.name, self.0.bytes)
    }
}

/// Sends a receipt of a booking that was paid online or at a desk, as it was issued: the one with this number, or the newest. An order
/// without such a receipt gets the answer of an unknown order.
#[utoipa::path(get, path = "/api/user/receipt", operation_id = "receipt", tag = "booking",
    security(("api_key" = [], "player" = [])), params(DocumentRequest),
    responses((status = 200, description = "The receipt", body = Pdf, content_type = "application/pdf")))]
pub async fn receipt(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<DocumentRequest>,
) -> Result<Pdf, ApiError> {
    document(&api, &player, &request, DocumentKind::Receipt).await
}

/// Sends a credit note for what goes back of a booking that was paid online or at a desk, or for a payment that a desk voided, as it was
/// issued: the one with this number, or the newest. An order without such a credit note gets the answer of an unknown order.
#[utoipa::path(get, path = "/api/user/credit_note", operation_id = "credit_note", tag = "booking",
    security(("api_key" = [], "player" = [])), params(DocumentRequest),
    responses((status = 200, description = "The credit note", body = Pdf, content_type = "application/pdf")))]
pub async fn credit_note(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<DocumentRequest>,
) -> Result<Pdf, ApiError> {
    document(&api, &player, &request, DocumentKind::CreditNote).await
}

async fn document(
    api: &ApiState,
    player: &SignedIn,
    request: &DocumentRequest,
    kind: DocumentKind,
) -> Result<Pdf, ApiError> {
    let number = order_number(&request.orderid)?;
    let file = match request.number.as_deref() {
        None => find_document(&api.app, player.customer_id, number, kind).await?,
        Some(own) => {
            let own: ReceiptNumber = own.parse().map_err(|_| no_such_order())?;
            find_numbered_document(&api.app, player.customer_id, number, (kind, own)).await?
        }
    };
    Ok(Pdf(file))
}

impl From<FindDocumentError> for ApiError {
    fn from(error: FindDocumentError) -> Self {
        match error {
            FindDocumentError::NoSuchDocument => no_such_order(),
            FindDocumentError::Pdf(error) => {
                tracing::error!(%error, "a document could not be rendered");
                ApiError::internal()
            }
            FindDocumentError::Store(error) => error.into(),
        }
    }
}
