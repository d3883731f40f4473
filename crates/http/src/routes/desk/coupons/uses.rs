//! `GET /api/desk/coupons/{code}/uses`: the bookings with a coupon.

use axum::{Json, extract::State};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_app::desk::coupons::list_uses::{CouponUse, UsePosition, list_uses};
use sideout_domain::coupon::normalize_code;
use utoipa::{IntoParams, ToSchema};

use super::coupons_problem;
use crate::{
    extract::{Path, Query, Staff},
    routes::{
        desk::{
            board::not_found,
            money::takings::{MoneyForAnswer, money_for},
        },
        user::get_order_info::OrderStatus,
    },
    state::ApiState,
    wire::{api_error::ApiError, problem::Problem},
};

/// Bookings on a page if the request has no `limit`.
const PAGE: u32 = 50;

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UsesRequest {
    /// Go on after this booking: `next` of the page before.
    #[param(example = "1795240400000.4820193756")]
    pub after: Option<String>,
    /// The most bookings of this page, 1 to 200; 50 if it is left out.
    pub limit: Option<u32>,
}

/// A page of the bookings with a coupon.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CouponUses)]
pub struct UsesAnswer {
    /// The bookings, the latest first.
    pub uses: Vec<CouponUseAnswer>,
    /// `after` of the next page; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// A booking with a coupon.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CouponUse)]
pub struct CouponUseAnswer {
    /// The booking.
    pub booking: MoneyForAnswer,
    /// Its venue.
    #[schema(example = 1)]
    pub venue: i64,
    /// Its status.
    pub status: OrderStatus,
    /// What the coupon took off, paise.
    #[schema(example = 12_000)]
    pub discount_paise: i64,
    /// When it was booked, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub booked_at: String,
}

/// Lists the bookings with a coupon at the venues of the caller, retired venues and cancelled bookings included.
#[utoipa::path(get, path = "/api/desk/coupons/{code}/uses", operation_id = "list_coupon_uses", tag = "coupons",
    security(("session" = [])), params(("code" = String, Path, description = "Its code, in any case."), UsesRequest),
    extensions(("x-permission" = json!("coupon.edit"))),
    responses((status = 200, description = "A page.", body = UsesAnswer)))]
pub(crate) async fn uses(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(code): Path<String>,
    Query(request): Query<UsesRequest>,
) -> Result<Json<UsesAnswer>, Problem> {
    let limit = request.limit.unwrap_or(PAGE);
    let after = match request.after.as_deref() {
        Some(text) => Some(
            position(text)
                .ok_or_else(|| ApiError::malformed("`after` must be the `next` of an earlier page."))?,
        ),
        None => None,
    };
    let page =
        list_uses(&api.app, &actor, normalize_code(&code), after, limit).await.map_err(coupons_problem)?;
    let page = page.ok_or_else(not_found)?;
    Ok(Json(UsesAnswer {
        uses: page.uses.iter().map(answer).collect(),
        next: page.next.map(|(at, order)| format!("{}.{order}", at.as_millisecond())),
    }))
}

/// Reads the `next` of a page: the time of a booking in UTC milliseconds, a dot, and the number of its order.
fn position(text: &str) -> Option<UsePosition> {
    let (at, order) = text.split_once('.')?;
    Some((Timestamp::from_millisecond(at.parse().ok()?).ok()?, order.parse().ok()?))
}

fn answer(found: &CouponUse) -> CouponUseAnswer {
    CouponUseAnswer {
        booking: money_for(&found.booking),
        venue: found.venue.0,
        status: found.status.into(),
        discount_paise: found.discount.paise(),
        booked_at: found.booked_at.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_and_malformed_text_is_refused() {
        let (at, order) = position("1795240400000.4820193756").unwrap();
        assert_eq!((at.as_millisecond(), order.to_string().as_str()), (1_795_240_400_000, "4820193756"));
        for text in ["", "1", "1.2", "x.4820193756", "99999999999999999.4820193756"] {
            assert!(position(text).is_none(), "{text}");
        }
    }
}
