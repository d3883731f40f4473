//! `POST /api/user/check_promocode`: the discount of a coupon. It only quotes.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::booking::quote_coupon::{QuoteCouponError, quote_coupon};
use sideout_domain::{coupon::CouponRefused, money::Money};
use utoipa::ToSchema;

use super::confirm_cash_payment::hold_expired;
use crate::{
    extract::{Body, SignedIn},
    state::ApiState,
    wire::{
        Rupees, TextFailure,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageFields, Paise},
        order_number::{no_such_order, order_number},
        text_or_number,
    },
};

/// The order and the coupon.
#[derive(Deserialize, ToSchema)]
pub struct CheckPromocodeRequest {
    /// The held order's number, with or without '#'.
    #[serde(deserialize_with = "text_or_number")]
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// The coupon's code; upper and lower case are the same.
    #[schema(example = "WELCOME50")]
    pub promo_code: String,
    /// The price that the client assumes, as text. It is never used: the order has its price.
    #[serde(default, deserialize_with = "text_or_number")]
    #[schema(example = "800")]
    pub total_amount: String,
}

/// The coupon is valid for this order. The one call whose `error` is a text (spec §5).
#[derive(Serialize, ToSchema)]
pub struct CheckPromocodeAnswer {
    /// Always `"0"`, which means success.
    #[schema(example = "0")]
    pub error: String,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The amount to pay with the coupon, rupees.
    #[schema(example = 750)]
    pub total_amount: Rupees,
    /// The discount of the coupon, rupees.
    #[schema(example = 50)]
    pub promocode_discount: Rupees,
}

/// The price with the coupon, or why there is none.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum CheckPromocodeOutcome {
    /// `error` `"0"`: the coupon is valid.
    Good(CheckPromocodeAnswer),
    /// `error` `"1"`: the coupon is refused, or the hold has expired; `code` says which.
    Refused(TextFailure),
}

/// Returns the discount that a coupon would give. Unknown, expired and used-up codes get the same message.
#[utoipa::path(post, path = "/api/user/check_promocode", operation_id = "check_promocode", tag = "booking",
    security(("api_key" = [], "player" = [])), request_body = CheckPromocodeRequest,
    responses((status = 200, description = "The quote, or refused; `error` is a text", body = CheckPromocodeOutcome)))]
pub async fn check_promocode(
    State(api): State<ApiState>,
    player: SignedIn,
    Body(request): Body<CheckPromocodeRequest>,
) -> Result<Answer<CheckPromocodeAnswer>, ApiError> {
    let number = order_number(&request.orderid).map_err(ApiError::with_error_as_text)?;
    let quote = quote_coupon(&api.app, player.customer_id, number, &request.promo_code).await;
    let quote = quote.map_err(|error| refused(error).with_error_as_text())?;
    Ok(Answer(CheckPromocodeAnswer {
        error: "0".to_owned(),
        message: Message::CouponApplied.into(),
        total_amount: quote.total.into(),
        promocode_discount: quote.discount.into(),
    }))
}

fn refused(error: QuoteCouponError) -> ApiError {
    match error {
        QuoteCouponError::EmptyCode => ApiError::refused(Message::CouponMissing),
        QuoteCouponError::NoSuchOrder => no_such_order(),
        QuoteCouponError::HoldExpired => hold_expired(),
        QuoteCouponError::Refused(refused) => bad_coupon(refused),
        QuoteCouponError::Throttled(throttled) => throttled.into(),
        QuoteCouponError::Store(error) => error.into(),
    }
}

/// The message for an invalid coupon. It does not reveal whether the code is unknown, expired or used up.
pub(crate) fn bad_coupon(refused: CouponRefused) -> ApiError {
    match refused {
        CouponRefused::Invalid => ApiError::refused(Message::BadCoupon),
        CouponRefused::BelowMinimum(least) => {
            ApiError::refused(Message::CouponMinimum { minimum_paise: Paise(least) })
        }
        CouponRefused::OtherVenue => ApiError::refused(Message::CouponVenue),
    }
}

/// The refusal for a player who saw another amount than `amount`, which is to be paid now.
pub(crate) fn other_amount(amount: Money) -> ApiError {
    ApiError::refused(Message::CouponChanged { total_paise: Paise(amount) })
}
