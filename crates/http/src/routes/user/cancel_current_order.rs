//! `GET|POST /api/user/cancel_current_order`: releases the held court.

use axum::extract::State;
use sideout_app::booking::release_hold::{ReleaseHoldError, release_hold};

use super::generate_payment::payment_under_way;
use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{CurrentOrder, Done, Outcome, answer::Answer, api_error::ApiError, messages::Message},
};

/// Releases a held court; succeeds also if no court is held. Idempotent. Refused if the order is a booking (`already_booked`) or was one
/// (`cancelled`), and while a payment is under way, for which the court is kept (`payment_under_way`).
#[utoipa::path(method(get, post), path = "/api/user/cancel_current_order", operation_id = "cancel_current_order", tag = "booking",
    security(("api_key" = [], "player" = [])), params(CurrentOrder),
    responses((status = 200, description = "Done, or refused", body = Outcome<Done>)))]
pub async fn cancel_current_order(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<CurrentOrder>,
) -> Result<Answer<Done>, ApiError> {
    let order_number = request.order_number()?;
    match release_hold(&api.app, player.customer_id, order_number).await {
        Ok(()) => Ok(Answer(Done::with_message(Message::Released))),
        Err(ReleaseHoldError::AlreadyBooked) => Err(ApiError::refused(Message::AlreadyBookedReleasing)),
        Err(ReleaseHoldError::Cancelled) => Err(ApiError::refused(Message::CancelledReleasing)),
        Err(ReleaseHoldError::PaymentUnderWay) => Err(payment_under_way()),
        Err(ReleaseHoldError::Store(error)) => Err(error.into()),
    }
}
