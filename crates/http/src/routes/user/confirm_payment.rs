//! `GET|POST /api/user/confirmPayment`: the browser says that a payment was made; the server looks.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::payments::{
    confirm_payment::{CheckoutProof, ConfirmPaymentError, confirm_payment},
    payment_overview::{PaymentOverview, PaymentState},
};
use sideout_domain::{money::Money, refund::RefundReason};
use utoipa::{IntoParams, ToSchema};

use super::generate_payment::payment_under_way;
use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        Outcome, Rupees,
        order_number::{no_such_order, order_number},
    },
};

/// Which order, and what the checkout handed over if it did.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ConfirmPaymentRequest {
    /// The order's number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
    /// The payment, from the checkout; checked when the signature comes along.
    #[serde(default)]
    #[param(example = "pay_DESyzxuld02Zul")]
    pub razorpay_payment_id: String,
    /// The checkout's signature.
    #[serde(default)]
    pub razorpay_signature: String,
}

/// Paid and booked; the same answer again when asked twice.
#[derive(Serialize, ToSchema)]
pub struct ConfirmPaymentAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "Booking Confirmed!")]
    pub message: String,
    /// Ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// What was paid, rupees.
    #[schema(example = 750)]
    pub total_amount: Rupees,
}

/// A hint to look at the payment now; what the browser says is never believed. `payment_under_way` (`error` 1): ask again
/// in a moment. `payment_refunded`: the money came too late or twice and goes back in full.
#[utoipa::path(method(get, post), path = "/api/user/confirmPayment", operation_id = "confirmPayment", tag = "booking",
    security(("api_key" = [], "player" = [])), params(ConfirmPaymentRequest),
    responses((status = 200, description = "Booked, or not (yet)", body = Outcome<ConfirmPaymentAnswer>)))]
pub async fn confirm_online_payment(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(ask): Params<ConfirmPaymentRequest>,
) -> Result<Answer<ConfirmPaymentAnswer>, ApiError> {
    let number = order_number(&ask.orderid)?;
    let proof = proof(&ask)?;
    let overview = confirm_payment(&api.app, player.customer_id, number, proof).await.map_err(refused)?;
    let PaymentOverview { order, payment, .. } = overview;
    match payment {
        _ if order.status.keeps_court() && order.confirmed_at.is_some() => Ok(Answer(ConfirmPaymentAnswer {
            error: 0,
            message: "Booking Confirmed!".to_owned(),
            orderid: order.number.to_string(),
            total_amount: order.paid.into(),
        })),
        PaymentState::Refund { amount, reason, .. } => Err(goes_back(amount, reason)),
        PaymentState::UnderWay => Err(payment_under_way()),
        PaymentState::Failed(_) => Err(ApiError::refused(
            "payment_failed",
            "The payment didn't go through. Nothing was booked; try again or pay at the court.",
        )),
        PaymentState::None | PaymentState::Paid => Err(ApiError::refused(
            "not_paid",
            "We haven't seen a payment yet. If money has left your account, it will show here in a moment.",
        )),
    }
}

fn proof(ask: &ConfirmPaymentRequest) -> Result<Option<CheckoutProof>, ApiError> {
    if ask.razorpay_signature.is_empty() {
        return Ok(None);
    }
    let payment = ask.razorpay_payment_id.parse();
    let payment = payment.map_err(|_| ApiError::malformed("razorpay_payment_id is no payment's id."))?;
    Ok(Some(CheckoutProof { payment, signature: ask.razorpay_signature.clone() }))
}

fn goes_back(amount: Money, reason: RefundReason) -> ApiError {
    let why = match reason {
        RefundReason::PaidLate => "Your payment came after the hold ran out, and the court was gone",
        RefundReason::PaidTwice => "This booking was paid already",
        RefundReason::OrderClosed => "This court had been given back before your payment came",
        RefundReason::WrongAmount => "Your payment was not the amount of this booking",
        RefundReason::CouponGone => "The coupon was used up before your payment came",
        RefundReason::VenueClosed => "The venue had to close this court",
        RefundReason::Cancelled => "This booking was cancelled",
    };
    ApiError::refused("payment_refunded", format!("{why}. {amount} goes back to you."))
}

fn refused(error: ConfirmPaymentError) -> ApiError {
    match error {
        ConfirmPaymentError::NoSuchOrder => no_such_order(),
        ConfirmPaymentError::BadSignature => {
            ApiError::refused("bad_signature", "We could not recognise that payment. Nothing was changed.")
        }
        ConfirmPaymentError::Throttled(throttled) => throttled.into(),
        ConfirmPaymentError::Store(error) => error.into(),
    }
}
