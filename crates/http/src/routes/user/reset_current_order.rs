//! `GET|POST /api/user/reset_current_order`: called after a dismissed checkout.

use axum::extract::State;
use sideout_app::payments::reset_checkout::{AfterCheckout, reset_checkout};

use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{CurrentOrder, Done, answer::Answer, api_error::ApiError, messages::Message},
};

/// Polls the payment provider after a checkout was dismissed, as a payment may have been made or be under way, and says in which state
/// the order is. It releases no hold. Idempotent.
#[utoipa::path(method(get, post), path = "/api/user/reset_current_order", operation_id = "reset_current_order", tag = "booking",
    security(("api_key" = [], "player" = [])), params(CurrentOrder),
    responses((status = 200, description = "The state of the order", body = Done)))]
pub async fn reset_current_order(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<CurrentOrder>,
) -> Result<Answer<Done>, ApiError> {
    let order_number = request.order_number()?;
    Ok(Answer(Done::with_message(match reset_checkout(&api.app, player.customer_id, order_number).await? {
        AfterCheckout::StillHeld => Message::CheckoutStillHeld,
        AfterCheckout::NothingHeld => Message::CheckoutNothingHeld,
        AfterCheckout::OtherHeld => Message::CheckoutOtherHeld,
        AfterCheckout::UnderWay => Message::CheckoutUnderWay,
        AfterCheckout::Booked => Message::CheckoutBooked,
    })))
}
