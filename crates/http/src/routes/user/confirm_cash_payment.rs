//! `GET|POST /api/user/confirmCashPayment`: confirms a held order as a booking to be paid at the court.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::booking::confirm_at_court::{ConfirmError, confirm_at_shown_amount};
use sideout_domain::money::Money;
use utoipa::{IntoParams, ToSchema};

use super::{
    check_promocode::{bad_coupon, other_amount},
    generate_payment::{cancelled, payment_under_way},
};
use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        Outcome, Rupees,
        answer::Answer,
        api_error::ApiError,
        messages::{Count, Message, MessageFields},
        order_number::{no_such_order, order_number},
    },
};

/// The order, the coupon if one was applied, and the amount that the player saw.
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
    /// The amount that the player saw, paise. If it has changed, nothing is booked: `coupon_changed` with the new amount.
    #[param(example = 75_000)]
    pub total_paise: Option<i64>,
}

/// The court is booked, by this call or before.
#[derive(Serialize, ToSchema)]
pub struct ConfirmCashPaymentAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The order's number: ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// What the booking costs, rupees: the price less the discount.
    #[schema(example = 750)]
    pub total_amount: Rupees,
}

/// Confirms a held court, to be paid there. Idempotent. `hold_expired` (`error` 1): the hold has expired, and the
/// court may belong to another customer.
#[utoipa::path(method(get, post), path = "/api/user/confirmCashPayment", operation_id = "confirmCashPayment", tag = "booking",
    security(("api_key" = [], "player" = [])), params(ConfirmCashPaymentRequest),
    responses((status = 200, description = "Booked, or refused", body = Outcome<ConfirmCashPaymentAnswer>)))]
pub async fn confirm_cash_payment(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<ConfirmCashPaymentRequest>,
) -> Result<Answer<ConfirmCashPaymentAnswer>, ApiError> {
    let number = order_number(&request.orderid)?;
    let asked = (Some(request.promocode.as_str()), request.total_paise.map(Money::from_paise));
    let order = match confirm_at_shown_amount(&api.app, player.customer_id, number, asked).await {
        Err(ConfirmError::Cancelled) => return Err(cancelled(&api, number).await),
        order => order.map_err(refused)?,
    };
    Ok(Answer(ConfirmCashPaymentAnswer {
        error: 0,
        message: Message::BookingConfirmed.into(),
        orderid: order.number.to_string(),
        total_amount: order.total().into(),
    }))
}

fn refused(error: ConfirmError) -> ApiError {
    match error {
        ConfirmError::NoSuchOrder => no_such_order(),
        ConfirmError::HoldExpired => hold_expired(),
        ConfirmError::Cancelled => ApiError::refused(Message::Cancelled),
        ConfirmError::PaymentUnderWay => payment_under_way(),
        ConfirmError::TooManyOpen(most) => ApiError::refused(too_many_unpaid(most)),
        ConfirmError::Blocked => ApiError::refused(Message::CallTheDesk),
        ConfirmError::NoShows => ApiError::refused(Message::PayAtDesk),
        ConfirmError::Coupon(refused) => bad_coupon(refused),
        ConfirmError::OtherAmount(amount) => other_amount(amount),
        ConfirmError::Throttled(throttled) => throttled.into(),
        ConfirmError::Store(error) => error.into(),
    }
}

fn too_many_unpaid(most: u32) -> Message {
    match most {
        1 => Message::OneUnpaid,
        most => Message::TooManyUnpaid { most: Count(most) },
    }
}

/// The refusal for a hold that has expired.
pub(crate) fn hold_expired() -> ApiError {
    ApiError::refused(Message::HoldExpired)
}

#[cfg(test)]
mod tests {
    use super::too_many_unpaid;

    #[test]
    fn a_limit_of_one_game_is_told_in_the_singular() {
        let texts = [1, 2].map(|most| too_many_unpaid(most).english());
        assert_eq!(
            texts,
            [
                "You already have a game to pay at the court. Play or cancel it first.",
                "You already have 2 games to pay at the court. Play or cancel one of them first.",
            ]
        );
    }
}
