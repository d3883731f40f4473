//! `GET|POST /api/user/generatePayment`: opens an order at the payment provider for a held court.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::{
    closures::offers::find_offers::find_offer,
    payments::generate_payment::{GeneratePaymentError, OnlinePaymentRequest, generate_payment},
};
use sideout_domain::{closure_offer::OfferState, money::Money, order::OrderNumber};
use utoipa::{IntoParams, ToSchema};

use super::{
    check_promocode::{bad_coupon, other_amount},
    confirm_cash_payment::hold_expired,
};
use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        Outcome, Rupees,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageFields},
        order_number::{no_such_order, order_number},
    },
};

/// The order, the coupon if one was applied, and what may happen if the payment comes late.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GeneratePaymentRequest {
    /// The held order's number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
    /// The coupon's code; empty or absent for none.
    #[serde(default)]
    #[param(example = "WELCOME50")]
    pub promocode: String,
    /// 1: if the payment comes late and this court is taken, another court of its type at the same hour may be booked.
    #[serde(default)]
    #[param(example = 1)]
    pub any_court: u8,
    /// The amount that the player saw, paise. If it changed, no checkout is opened: `coupon_changed` with the new amount.
    #[param(example = 75_000)]
    pub total_paise: Option<i64>,
}

/// What the checkout is opened with.
#[derive(Serialize, ToSchema)]
pub struct GeneratePaymentAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The id of the order at the provider.
    #[schema(example = "order_RB58MiP5SPFYyM")]
    pub razorpay_orderid: String,
    /// What is to be paid, in paise; the checkout must be opened with this and nothing else.
    #[schema(example = 75_000)]
    pub amount: i64,
    /// Always `INR`.
    #[schema(example = "INR")]
    pub currency: String,
    /// The public half of the operator's key at the provider.
    #[schema(example = "rzp_live_ILgsfZCZoFIKMb")]
    pub key_id: String,
    /// What is to be paid, rupees.
    #[schema(example = 750)]
    pub total_amount: Rupees,
    /// Until when the court is held for this payment, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:50:00Z", format = DateTime)]
    pub expires_at: Option<String>,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// Opens a checkout for a held court, for those who may pay online. Idempotent; the hold is extended once. `hold_expired` (`error` 1): the
/// hold has expired, or it expires within a minute, too soon for a payment.
#[utoipa::path(method(get, post), path = "/api/user/generatePayment", operation_id = "generatePayment", tag = "booking",
    security(("api_key" = [], "player" = [])), params(GeneratePaymentRequest),
    responses((status = 200, description = "The checkout, or refused", body = Outcome<GeneratePaymentAnswer>)))]
pub async fn generate_payment_order(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<GeneratePaymentRequest>,
) -> Result<Answer<GeneratePaymentAnswer>, ApiError> {
    let number = order_number(&request.orderid)?;
    let request = OnlinePaymentRequest {
        number,
        code: Some(request.promocode),
        any_court: request.any_court != 0,
        shown: request.total_paise.map(Money::from_paise),
    };
    let checkout = match generate_payment(&api.app, player.customer_id, request).await {
        Err(GeneratePaymentError::Cancelled) => return Err(cancelled(&api, number).await),
        checkout => checkout.map_err(refused)?,
    };
    Ok(Answer(GeneratePaymentAnswer {
        error: 0,
        message: Message::PayNow.into(),
        razorpay_orderid: checkout.provider_order,
        amount: checkout.amount.paise(),
        currency: "INR".to_owned(),
        key_id: checkout.key_id,
        total_amount: checkout.amount.into(),
        expires_at: checkout.order.held_until.map(|until| until.to_string()),
        server_time: api.app.clock.now().to_string(),
    }))
}

fn refused(error: GeneratePaymentError) -> ApiError {
    match error {
        GeneratePaymentError::NotOffered => ApiError::refused(Message::OnlinePaymentOff),
        GeneratePaymentError::NoSuchOrder => no_such_order(),
        GeneratePaymentError::HoldExpired => hold_expired(),
        GeneratePaymentError::AlreadyBooked => ApiError::refused(Message::AlreadyBookedPaying),
        GeneratePaymentError::Cancelled => ApiError::refused(Message::Cancelled),
        GeneratePaymentError::UnderWay => payment_under_way(),
        GeneratePaymentError::Blocked => ApiError::refused(Message::CallTheDesk),
        GeneratePaymentError::TooLittle => ApiError::refused(Message::TooLittleToPayOnline),
        GeneratePaymentError::Coupon(refused) => bad_coupon(refused),
        GeneratePaymentError::OtherAmount(amount) => other_amount(amount),
        GeneratePaymentError::Throttled(throttled) => throttled.into(),
        // A failure of the provider is already logged.
        GeneratePaymentError::Busy | GeneratePaymentError::Provider(_) => {
            ApiError::refused(Message::PaymentUnavailable)
        }
        GeneratePaymentError::Store(error) => error.into(),
    }
}

/// The refusal for a booking that was cancelled: if its court was closed, it names what the player chose for it, or may choose.
pub(crate) async fn cancelled(api: &ApiState, number: OrderNumber) -> ApiError {
    match find_offer(&api.app, number).await {
        Ok(offer) => ApiError::refused(match offer.map(|offer| offer.state) {
            Some(OfferState::Moved) => Message::CancelledMoved,
            Some(OfferState::Open) => Message::CancelledOffered,
            Some(OfferState::Refunded | OfferState::Expired) | None => Message::Cancelled,
        }),
        Err(error) => error.into(),
    }
}

/// The error while a payment is under way and its outcome is not known.
pub(crate) fn payment_under_way() -> ApiError {
    ApiError::refused(Message::PaymentUnderWay)
}
