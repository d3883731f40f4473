//! `GET|POST /api/user/confirmPayment`: the browser reports a payment; the server looks it up at the provider.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::{
    payments::confirm_payment::{CheckoutProof, ConfirmPaymentError, confirm_payment},
    steps::payment_overview::{PaymentOverview, PaymentState},
};
use sideout_domain::{money::Money, order::OrderStatus, refund::RefundReason};
use utoipa::{IntoParams, ToSchema};

use super::generate_payment::{cancelled, payment_under_way};
use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        Outcome, Rupees,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageFields, Paise},
        order_number::{no_such_order, order_number},
    },
};

/// The order, and what the checkout returned, if it returned anything.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ConfirmPaymentRequest {
    /// The order's number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
    /// The id of the payment, from the checkout; checked if the signature is sent, too.
    #[serde(default)]
    #[param(example = "pay_DESyzxuld02Zul")]
    pub razorpay_payment_id: String,
    /// The checkout's signature.
    #[serde(default)]
    pub razorpay_signature: String,
}

/// The court is booked, by this call or before.
#[derive(Serialize, ToSchema)]
pub struct ConfirmPaymentAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The order's number: ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// What was paid, rupees.
    #[schema(example = 750)]
    pub total_amount: Rupees,
}

/// Asks for the outcome of the payment; the server never relies on what the browser sends. `payment_under_way` (`error` 1):
/// call again in a moment. `payment_refunded`: money goes back; the message says how much, and why.
#[utoipa::path(method(get, post), path = "/api/user/confirmPayment", operation_id = "confirmPayment", tag = "booking",
    security(("api_key" = [], "player" = [])), params(ConfirmPaymentRequest),
    responses((status = 200, description = "Booked, or not (yet)", body = Outcome<ConfirmPaymentAnswer>)))]
pub async fn confirm_online_payment(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<ConfirmPaymentRequest>,
) -> Result<Answer<ConfirmPaymentAnswer>, ApiError> {
    let number = order_number(&request.orderid)?;
    let proof = proof(&request)?;
    let overview = confirm_payment(&api.app, player.customer_id, number, proof).await.map_err(refused)?;
    let PaymentOverview { order, payment, .. } = overview;
    match payment {
        _ if order.status.keeps_court() && order.confirmed_at.is_some() => Ok(Answer(ConfirmPaymentAnswer {
            error: 0,
            message: Message::BookingConfirmed.into(),
            orderid: order.number.to_string(),
            total_amount: order.paid.into(),
        })),
        PaymentState::Refund { amount, reason: RefundReason::PaidLate, .. } if order.is_closed_hold() => {
            Err(goes_back(amount, RefundReason::VenueClosed))
        }
        PaymentState::Refund { amount, reason, .. } => Err(goes_back(amount, reason)),
        PaymentState::Returned(amount) => {
            Err(ApiError::refused(Message::PaymentReturned { amount_paise: Paise(amount) }))
        }
        PaymentState::UnderWay if order.status_at(api.app.clock.now()) == OrderStatus::Held => {
            Err(payment_under_way())
        }
        PaymentState::UnderWay => Err(ApiError::refused(Message::PaymentUnderWayHoldOver)),
        // The booking has ended, and nothing goes back through the provider.
        _ if order.status.is_booking() => Err(cancelled(&api, number).await),
        PaymentState::Failed(_) => Err(ApiError::refused(Message::PaymentFailed)),
        PaymentState::Paid | PaymentState::None => Err(ApiError::refused(Message::NotPaid)),
    }
}

fn proof(request: &ConfirmPaymentRequest) -> Result<Option<CheckoutProof>, ApiError> {
    if request.razorpay_signature.is_empty() {
        return Ok(None);
    }
    let payment = request.razorpay_payment_id.parse();
    let payment =
        payment.map_err(|_| ApiError::malformed("`razorpay_payment_id` must be the id of the payment."))?;
    Ok(Some(CheckoutProof { payment, signature: request.razorpay_signature.clone() }))
}

fn goes_back(amount: Money, reason: RefundReason) -> ApiError {
    let amount_paise = Paise(amount);
    ApiError::refused(match reason {
        RefundReason::PaidLate => Message::RefundPaidLate { amount_paise },
        RefundReason::PaidTwice => Message::RefundPaidTwice { amount_paise },
        RefundReason::OrderClosed => Message::RefundOrderClosed { amount_paise },
        RefundReason::WrongAmount => Message::RefundWrongAmount { amount_paise },
        RefundReason::CouponGone => Message::RefundCouponGone { amount_paise },
        RefundReason::VenueClosed => Message::RefundVenueClosed { amount_paise },
        RefundReason::Moved => Message::RefundMoved { amount_paise },
        RefundReason::Cancelled => Message::RefundCancelled { amount_paise },
    })
}

fn refused(error: ConfirmPaymentError) -> ApiError {
    match error {
        ConfirmPaymentError::NoSuchOrder => no_such_order(),
        ConfirmPaymentError::BadSignature => ApiError::refused(Message::BadCheckoutSignature),
        ConfirmPaymentError::Throttled(throttled) => throttled.into(),
        ConfirmPaymentError::Store(error) => error.into(),
    }
}
