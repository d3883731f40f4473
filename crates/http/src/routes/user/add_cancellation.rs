//! `POST /api/user/addCancellation`: cancels a booking while there is time.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::get_order_info::OrderStatus;
use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, SignedIn},
    state::ApiState,
    wire::{Outcome, Rupees, text_or_number},
};

/// Which booking, and why if the customer says so.
#[derive(Deserialize, ToSchema)]
pub struct AddCancellationRequest {
    /// Its number, with or without '#'.
    #[serde(deserialize_with = "text_or_number")]
    #[schema(example = "#4071553902")]
    pub order_id: String,
    /// One of the four reasons of spec §5, at most 64 characters.
    #[schema(example = "Unfavorable weather conditions")]
    pub reason: Option<String>,
}

/// Cancelled; the same answer again when asked twice.
#[derive(Serialize, ToSchema)]
pub struct AddCancellationAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen, with what happens to their money.
    #[schema(example = "Your Booking Has Been Canceled.")]
    pub message: String,
    /// What comes back, rupees; 0 when nothing was paid.
    #[schema(example = 0)]
    pub refund_amount: Rupees,
    /// `cancelled`, or `cancel_requested` until the refund is issued.
    pub status: OrderStatus,
}

/// Cancels a booking. `too_late` (`error` 1): six hours or less to the start.
#[utoipa::path(post, path = "/api/user/addCancellation", operation_id = "addCancellation", tag = "history",
    security(("api_key" = [], "player" = [])), request_body = AddCancellationRequest,
    responses((status = 200, description = "Cancelled, or refused", body = Outcome<AddCancellationAnswer>)))]
pub async fn add_cancellation(
    State(_api): State<ApiState>,
    _player: SignedIn,
    Body(_ask): Body<AddCancellationRequest>,
) -> Result<Answer<AddCancellationAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
