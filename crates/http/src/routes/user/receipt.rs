//! `GET /api/user/receipt` and `GET /api/user/credit_note`: the newest receipt of a booking and the newest credit note for what goes back
//! of it, as PDF.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sideout_app::receipts::find_document::{DocumentFile, FindDocumentError, find_document};
use sideout_domain::receipt::DocumentKind;
use utoipa::ToSchema;

use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        OrderRequest,
        answer::attachment,
        api_error::ApiError,
        order_number::{no_such_order, order_number},
    },
};

/// One page of PDF, saved under a name of its own.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct Pdf(DocumentFile);

impl IntoResponse for Pdf {
    fn into_response(self) -> Response {
        attachment("application/pdf", &self.0.name, self.0.bytes)
    }
}

/// Sends the newest receipt of a booking that was paid online or at a desk, as it was issued. An order
/// without one gets the answer of an unknown order. An order without a receipt gets the
/// answer of an unknown order.
#[utoipa::path(get, path = "/api/user/receipt", operation_id = "receipt", tag = "booking",
    security(("api_key" = [], "player" = [])), params(OrderRequest),
    responses((status = 200, description = "The receipt", body = Pdf, content_type = "application/pdf")))]
pub async fn receipt(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<OrderRequest>,
) -> Result<Pdf, ApiError> {
    document(&api, &player, &request, DocumentKind::Receipt).await
}

/// Sends the newest credit note for what goes back of a booking that was paid online or at a desk, as it was issued.
#[utoipa::path(get, path = "/api/user/credit_note", operation_id = "credit_note", tag = "booking",
    security(("api_key" = [], "player" = [])), params(OrderRequest),
    responses((status = 200, description = "The credit note", body = Pdf, content_type = "application/pdf")))]
pub async fn credit_note(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<OrderRequest>,
) -> Result<Pdf, ApiError> {
    document(&api, &player, &request, DocumentKind::CreditNote).await
}

async fn document(
    api: &ApiState,
    player: &SignedIn,
    request: &OrderRequest,
    kind: DocumentKind,
) -> Result<Pdf, ApiError> {
    let number = order_number(&request.orderid)?;
    let file = find_document(&api.app, player.customer_id, number, kind).await?;
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
