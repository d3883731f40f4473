//! `GET /api/desk/coupons` and `…/coupons/{code}`: the coupons, and one of them.

use axum::{Json, extract::State};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::coupons::{
        find_coupon::find_coupon,
        list_coupons::{CouponStop, ListedCoupon, list_coupons},
    },
    staff::list_staff_names,
};
use sideout_domain::{
    StaffId,
    coupon::{Discount, normalize_code},
    money::Money,
};
use utoipa::{IntoParams, ToSchema};

use super::coupons_problem;
use crate::{
    extract::{Path, Query, Staff},
    routes::desk::board::{StaffNames, not_found},
    state::ApiState,
    wire::{api_error::ApiError, problem::Problem},
};

/// Coupons on a page if the request has no `limit`.
const PAGE: u32 = 50;

/// Which page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CouponsRequest {
    /// Go on after this coupon: `next` of the page before.
    #[param(example = "0.DIWALI20")]
    pub after: Option<String>,
    /// The most coupons of this page, 1 to 200; 50 if it is left out.
    pub limit: Option<u32>,
}

/// A page of the coupons.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Coupons)]
pub struct CouponsAnswer {
    /// The coupons: running, planned, ended, stopped, each by their codes.
    pub coupons: Vec<CouponAnswer>,
    /// How many there are on all pages, by their state; states that no coupon has are left out.
    pub counts: Vec<CouponCountAnswer>,
    /// `after` of the next page; null at the end.
    #[schema(required, example = "0.DIWALI20")]
    pub next: Option<String>,
}

/// How many coupons have a state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CouponCount)]
pub struct CouponCountAnswer {
    /// The state.
    pub state: CouponState,
    /// How many.
    #[schema(example = 3)]
    pub coupons: usize,
}

/// The state of a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CouponState {
    /// Players can use it, unless it is used up.
    Running,
    /// It is not valid yet.
    Planned,
    /// Its last day is over.
    Ended,
    /// It was stopped for good, or it left the operator's file.
    Stopped,
}

/// A coupon.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeskCoupon)]
pub struct CouponAnswer {
    /// What players type, in upper case.
    #[schema(example = "DIWALI20")]
    pub code: String,
    /// Its state.
    pub state: CouponState,
    /// What it takes off in hundredths of a percent; null if it takes off an amount.
    #[schema(required, example = 2_000)]
    pub percent_hundredths: Option<i64>,
    /// What it takes off, paise; null if it takes off a percentage.
    #[schema(required)]
    pub flat_paise: Option<i64>,
    /// The most that it takes off, paise; null without a bound.
    #[schema(required, example = 15_000)]
    pub max_discount_paise: Option<i64>,
    /// The smallest price that it is valid for, paise.
    #[schema(example = 50_000)]
    pub min_amount_paise: i64,
    /// Its first day, in the business's time zone; null: valid since it was made.
    #[schema(required, example = "2026-12-01", format = Date)]
    pub from: Option<String>,
    /// Its last day, which is included; null: no end.
    #[schema(required, example = "2026-12-31", format = Date)]
    pub until: Option<String>,
    /// The venues it is valid at; null: all.
    #[schema(required, example = json!([1]))]
    pub venues: Option<Vec<i64>>,
    /// The most uses in all; null without a limit.
    #[schema(required, example = 100)]
    pub total_limit: Option<i64>,
    /// The most uses by one player; null without a limit.
    #[schema(required, example = 1)]
    pub per_customer_limit: Option<i64>,
    /// How often it was used at all venues, without the uses that cancelled bookings gave back.
    #[schema(example = 12)]
    pub used: i64,
    /// Whether a player has ever used it: then only the last day, the total limit and the note can change.
    #[schema(example = true)]
    pub was_used: bool,
    /// What it took off bookings that were not cancelled, at the caller's venues, retired ones included, paise.
    #[schema(example = 144_000)]
    pub given_paise: i64,
    /// What it is for; null without a note.
    #[schema(required, example = "For the school tournament")]
    pub note: Option<String>,
    /// Whether it is in the operator's file, which manages it. A change at the desk, or stopping it, hands it over to the desk.
    #[schema(example = false)]
    pub is_in_file: bool,
    /// When it was made, ISO 8601 UTC; null if it came from the operator's file.
    #[schema(required, format = DateTime)]
    pub made_at: Option<String>,
    /// Who made it; null if it came from the operator's file.
    #[schema(required, example = "Nisha Trivedi")]
    pub made_by: Option<String>,
    /// How staff stopped it; null if they did not.
    #[schema(required)]
    pub stop: Option<CouponStopAnswer>,
    /// Whether the caller may change it.
    #[schema(example = true)]
    pub may_edit: bool,
    /// Whether the caller may stop it for good, also if it left the operator's file.
    #[schema(example = true)]
    pub may_stop: bool,
    /// The version, for `If-Match`.
    #[schema(example = 3)]
    pub version: i64,
}

/// How a coupon was stopped.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CouponStop)]
pub struct CouponStopAnswer {
    /// When, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// By whom.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
    /// Why.
    #[schema(example = "The code was posted on a deals page")]
    pub reason: String,
}

/// Lists the coupons that are valid at a venue of the caller.
#[utoipa::path(get, path = "/api/desk/coupons", operation_id = "list_coupons", tag = "coupons", security(("session" = [])),
    params(CouponsRequest), extensions(("x-permission" = json!("coupon.edit"))),
    responses((status = 200, description = "A page.", body = CouponsAnswer)))]
pub(crate) async fn coupons(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(request): Query<CouponsRequest>,
) -> Result<Json<CouponsAnswer>, Problem> {
    let limit = request.limit.unwrap_or(PAGE);
    let after = request.after.as_deref().map(str::parse).transpose();
    let after = after.map_err(|_| ApiError::malformed("`after` must be the `next` of an earlier page."))?;
    let page = list_coupons(&api.app, &actor, after, limit).await.map_err(coupons_problem)?;
    let names = list_staff_names(&api.app).await?;
    Ok(Json(CouponsAnswer {
        coupons: page.coupons.iter().map(|listed| answer(listed, &names, &page.zone)).collect(),
        counts: page
            .counts
            .iter()
            .map(|(state, coupons)| CouponCountAnswer { state: (*state).into(), coupons: *coupons })
            .collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}

/// Shows a coupon.
#[utoipa::path(get, path = "/api/desk/coupons/{code}", operation_id = "find_coupon", tag = "coupons", security(("session" = [])),
    params(("code" = String, Path, description = "Its code, in any case.")),
    extensions(("x-permission" = json!("coupon.edit"))),
    responses((status = 200, description = "The coupon.", body = CouponAnswer)))]
pub(crate) async fn coupon(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(code): Path<String>,
) -> Result<Json<CouponAnswer>, Problem> {
    let found = find_coupon(&api.app, &actor, normalize_code(&code)).await.map_err(coupons_problem)?;
    let (listed, zone) = found.ok_or_else(not_found)?;
    let names = list_staff_names(&api.app).await?;
    Ok(Json(answer(&listed, &names, &zone)))
}

fn answer(listed: &ListedCoupon, names: &StaffNames, zone: &TimeZone) -> CouponAnswer {
    let ListedCoupon { found, state, given, may_edit, may_stop } = listed;
    let coupon = &found.coupon;
    let (percent_hundredths, flat_paise) = match coupon.discount {
        Discount::Percent(hundredths) => (Some(hundredths), None),
        Discount::Flat(amount) => (None, Some(amount.paise())),
    };
    let name = |staff: Option<StaffId>| staff.and_then(|staff| names.get(&staff)).cloned();
    let stop = |CouponStop { at, by, reason }: &CouponStop| CouponStopAnswer {
        at: at.to_string(),
        by: name(*by),
        reason: reason.clone(),
    };
    CouponAnswer {
        code: coupon.code.clone(),
        state: (*state).into(),
        percent_hundredths,
        flat_paise,
        max_discount_paise: coupon.max_discount.map(Money::paise),
        min_amount_paise: coupon.min_amount.paise(),
        from: coupon.first_day(zone).map(|day| day.to_string()),
        until: coupon.last_day(zone).map(|day| day.to_string()),
        venues: coupon.venues.as_ref().map(|venues| venues.iter().map(|venue| venue.0).collect()),
        total_limit: coupon.total_limit,
        per_customer_limit: coupon.per_customer_limit,
        used: coupon.used,
        was_used: found.was_used,
        given_paise: given.paise(),
        note: found.note.clone(),
        is_in_file: found.is_in_file,
        made_at: found.made_at.map(|at| at.to_string()),
        made_by: name(found.made_by),
        stop: found.stop.as_ref().map(stop),
        may_edit: *may_edit,
        may_stop: *may_stop,
        version: found.version,
    }
}

impl From<sideout_domain::coupon::CouponState> for CouponState {
    fn from(state: sideout_domain::coupon::CouponState) -> Self {
        use sideout_domain::coupon::CouponState as Domain;
        match state {
            Domain::Running => CouponState::Running,
            Domain::Planned => CouponState::Planned,
            Domain::Ended => CouponState::Ended,
            Domain::Stopped => CouponState::Stopped,
        }
    }
}
