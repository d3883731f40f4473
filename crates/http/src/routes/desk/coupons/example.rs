//! `GET /api/desk/coupon-example`: what a coupon would take off a price.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::desk::coupons::example::{ExampleError, example};
use sideout_domain::money::Money;
use utoipa::{IntoParams, ToSchema};

use super::draft::{bad_draft, terms};
use crate::{
    extract::{Query, Staff},
    state::ApiState,
    wire::problem::{Problem, ProblemBody},
};

/// What the coupon takes off, and from which price.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExampleRequest {
    /// The price, 1 to 10,000,000 paise.
    #[param(example = 100_000)]
    pub price_paise: i64,
    /// Hundredths of a percent, 1 to 10000; this or `flat_paise`.
    #[param(example = 2_000)]
    pub percent_hundredths: Option<i64>,
    /// What it takes off, paise, from 1; this or `percent_hundredths`.
    pub flat_paise: Option<i64>,
    /// The most that it takes off, paise, from 0; no bound if it is left out.
    #[param(example = 15_000)]
    pub max_discount_paise: Option<i64>,
    /// The smallest price that it is valid for, paise, from 0; 0 if it is left out.
    pub min_amount_paise: Option<i64>,
}

/// What a price costs with a coupon.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CouponExample)]
pub struct ExampleAnswer {
    /// The discount, paise; 0 if the price is too low for the coupon.
    #[schema(example = 15_000)]
    pub discount_paise: i64,
    /// The price after it, paise.
    #[schema(example = 85_000)]
    pub total_paise: i64,
    /// The smallest price that the coupon is valid for, paise, if this one is below it; else null.
    #[schema(required)]
    pub needs_paise: Option<i64>,
}

/// Returns what a coupon would take off a price, by the rule that prices it for players. Nothing is stored.
#[utoipa::path(get, path = "/api/desk/coupon-example", operation_id = "coupon_example", tag = "coupons", security(("session" = [])),
    params(ExampleRequest), extensions(("x-permission" = json!("coupon.edit"))),
    responses((status = 200, description = "The example.", body = ExampleAnswer),
        (status = 422, description = "A value of the coupon or the price is not valid.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn coupon_example(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(request): Query<ExampleRequest>,
) -> Result<Json<ExampleAnswer>, Problem> {
    let amounts = (request.max_discount_paise, request.min_amount_paise);
    let terms = terms((request.percent_hundredths, request.flat_paise), amounts)?;
    let shown = example(&api.app, &actor, &terms, Money::from_paise(request.price_paise)).map_err(
        |error| match error {
            ExampleError::BadPrice => Problem::field("price_paise", "range"),
            ExampleError::Bad(bad) => bad_draft(bad),
            ExampleError::Refused(refused) => refused.into(),
        },
    )?;
    Ok(Json(ExampleAnswer {
        discount_paise: shown.discount.paise(),
        total_paise: shown.total.paise(),
        needs_paise: shown.needs.map(Money::paise),
    }))
}
