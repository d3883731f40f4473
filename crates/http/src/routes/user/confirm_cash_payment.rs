//! `GET|POST /api/user/confirmCashPayment`: turns a hold into a booking to be paid at the court.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{Outcome, Rupees},
};

/// Which order, and the coupon if one was applied.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ConfirmCashPaymentRequest {
    /// The held order's number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
    /// The coupon's code; empty or absent for none.
    #[serde(default)]
    #[param(example = "WELCOME50")]
    pub promocode: String,
}

/// Booked; the same answer again when asked twice.
#[derive(Serialize, ToSchema)]
pub struct ConfirmCashPaymentAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "Booking Confirmed!")]
    pub message: String,
    /// Ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// To pay at the court, rupees.
    #[schema(example = 750)]
    pub total_amount: Rupees,
}

/// Confirms a held court, to be paid there. Idempotent. `hold_expired` (`error` 1): someone else has it now.
#[utoipa::path(method(get, post), path = "/api/user/confirmCashPayment", operation_id = "confirmCashPayment", tag = "booking",
    security(("api_key" = [], "player" = [])), params(ConfirmCashPaymentRequest),
    responses((status = 200, description = "Booked, or refused", body = Outcome<ConfirmCashPaymentAnswer>)))]
pub async fn confirm_cash_payment(
    State(_api): State<ApiState>,
    _player: SignedIn,
    Params(_ask): Params<ConfirmCashPaymentRequest>,
) -> Result<Answer<ConfirmCashPaymentAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
