//! `POST /api/user/check_promocode`: what a coupon would take off. Quotes only; redeeming happens when confirming.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, SignedIn},
    state::ApiState,
    wire::{Rupees, TextFailure, text_or_number},
};

/// Which order and which coupon.
#[derive(Deserialize, ToSchema)]
pub struct CheckPromocodeRequest {
    /// The held order's number, with or without '#'.
    #[serde(deserialize_with = "text_or_number")]
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// The coupon's code; capitals do not matter.
    #[schema(example = "WELCOME50")]
    pub promo_code: String,
    /// What the client thinks it costs, as text. Never used: the order knows its price.
    #[serde(default, deserialize_with = "text_or_number")]
    #[schema(example = "800")]
    pub total_amount: String,
}

/// The coupon is good for this order. The one call whose `error` is a text (spec §5).
#[derive(Serialize, ToSchema)]
pub struct CheckPromocodeAnswer {
    /// `"0"`.
    #[schema(example = "0")]
    pub error: String,
    /// For the person in front of the screen.
    #[schema(example = "Coupon applied successfully!")]
    pub message: String,
    /// To pay with the coupon, rupees.
    #[schema(example = 750)]
    pub total_amount: Rupees,
    /// What it takes off, rupees.
    #[schema(example = 50)]
    pub promocode_discount: Rupees,
}

/// The coupon is good, or it is not.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum CheckPromocodeOutcome {
    /// `error` `"0"`.
    Good(CheckPromocodeAnswer),
    /// `error` `"1"`.
    Refused(TextFailure),
}

/// Tells what a coupon would take off. One wording for unknown, expired and used-up codes.
#[utoipa::path(post, path = "/api/user/check_promocode", operation_id = "check_promocode", tag = "booking",
    security(("api_key" = [], "player" = [])), request_body = CheckPromocodeRequest,
    responses((status = 200, description = "The quote, or refused; `error` is a text", body = CheckPromocodeOutcome)))]
pub async fn check_promocode(
    State(_api): State<ApiState>,
    _player: SignedIn,
    Body(_ask): Body<CheckPromocodeRequest>,
) -> Result<Answer<CheckPromocodeAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
