//! `GET|POST /api/user/reset_current_order`: after a dismissed checkout: the hold stays to its expiry, so that the player can try again or pay at the court.

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{Done, Outcome},
};

/// Which order; the customer's held one when absent.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ResetCurrentOrderRequest {
    /// Its number, with or without '#'. Keeps a second browser tab's order out of it.
    #[param(example = "4071553902")]
    pub orderid: Option<String>,
}

/// Notes that a checkout was dismissed; the court stays held to the end of its time. Idempotent.
#[utoipa::path(method(get, post), path = "/api/user/reset_current_order", operation_id = "reset_current_order", tag = "booking",
    security(("api_key" = [], "player" = [])), params(ResetCurrentOrderRequest),
    responses((status = 200, description = "Done, or refused", body = Outcome<Done>)))]
pub async fn reset_current_order(
    State(_api): State<ApiState>,
    _player: SignedIn,
    Params(_ask): Params<ResetCurrentOrderRequest>,
) -> Result<Answer<Done>, ApiError> {
    Err(ApiError::unavailable())
}
