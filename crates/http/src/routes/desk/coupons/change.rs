//! `POST /api/desk/coupons`, `PUT …/coupons/{code}` and `POST …/coupons/{code}/stop`: staff make, change and stop coupons.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::desk::coupons::{
    add_coupon::{AddCoupon, AddCouponError, add_coupon},
    change_coupon::{ChangeCoupon, ChangeCouponError, change_coupon},
    stop_coupon::{StopCoupon, StopCouponError, stop_coupon},
};
use sideout_domain::coupon::{normalize_code, parse_code};
use utoipa::ToSchema;

use super::draft::{CouponFields, bad_draft};
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff},
    routes::desk::{board::not_found, short_text::required_text},
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// A coupon to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddCouponRequest {
    /// What players type, in any case: 1 to 30 letters from A to Z and digits.
    #[schema(example = "diwali20")]
    pub code: String,
    /// Everything except the code.
    pub terms: CouponFields,
}

/// A coupon that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedCouponAnswer {
    /// Its code, in upper case.
    #[schema(example = "DIWALI20")]
    pub code: String,
}

/// A coupon that was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedCouponAnswer {
    /// Its new version.
    #[schema(example = 4)]
    pub version: i64,
}

/// Why a coupon is stopped.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StopCouponRequest {
    /// 1 to 200 characters.
    #[schema(example = "The code was posted on a deals page")]
    pub reason: String,
}

/// A coupon that was stopped.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoppedCouponAnswer {
    /// How often it was used.
    #[schema(example = 12)]
    pub used: i64,
}

/// Makes a coupon. The desk manages it: an import of the operator's file leaves it as it is.
#[utoipa::path(post, path = "/api/desk/coupons", operation_id = "add_coupon", tag = "coupons", security(("session" = [])),
    request_body = AddCouponRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("coupon.edit"))),
    responses((status = 201, description = "Made.", body = AddedCouponAnswer)))]
pub(crate) async fn add(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<AddCouponRequest>,
) -> Result<Response, Problem> {
    let code = parse_code(&request.code).ok_or_else(|| match request.code.trim() {
        "" => Problem::field("code", "required"),
        _ => Problem::field("code", "letters_and_digits"),
    })?;
    let new = AddCoupon { code, draft: request.terms.read()? };
    let added = add_coupon(&api.app, &actor, new, key).await.map_err(|error| match error {
        AddCouponError::CodeTaken => Problem::field("code", "taken"),
        AddCouponError::Bad(bad) => bad_draft(bad),
        AddCouponError::OtherVenues => Problem::of(ProblemKind::CouponOtherVenues),
        AddCouponError::ByPin => Problem::of(ProblemKind::CouponByPin),
        AddCouponError::Refused(refused) => refused.into(),
        AddCouponError::Store(error) => error.into(),
    })?;
    let location = format!("/api/desk/coupons/{}", added.code);
    let answer = Json(AddedCouponAnswer { code: added.code });
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], answer).into_response())
}

/// Changes a coupon, which the desk manages from now on. Once used, only its last day, total limit and note can change.
#[utoipa::path(put, path = "/api/desk/coupons/{code}", operation_id = "change_coupon", tag = "coupons", security(("session" = [])),
    request_body = CouponFields,
    params(("code" = String, Path, description = "Its code, in any case."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("coupon.edit"))),
    responses((status = 200, description = "Changed.", body = ChangedCouponAnswer)))]
pub(crate) async fn change(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(code): Path<String>,
    DeskBody(request): DeskBody<CouponFields>,
) -> Result<Json<ChangedCouponAnswer>, Problem> {
    let request = ChangeCoupon { code: normalize_code(&code), version, draft: request.read()? };
    let changed = change_coupon(&api.app, &actor, request, key).await.map_err(|error| match error {
        ChangeCouponError::NoCoupon => not_found(),
        ChangeCouponError::Changed => Problem::of(ProblemKind::ChangedMeanwhile),
        ChangeCouponError::Stopped => Problem::of(ProblemKind::CouponStopped),
        ChangeCouponError::WasUsed => Problem::of(ProblemKind::CouponUsed),
        ChangeCouponError::LimitBelowUsed(used) => {
            Problem::field("total_limit", "below_used").with_param("used", used.to_string())
        }
        ChangeCouponError::Bad(bad) => bad_draft(bad),
        ChangeCouponError::OtherVenues => Problem::of(ProblemKind::CouponOtherVenues),
        ChangeCouponError::ByPin => Problem::of(ProblemKind::CouponByPin),
        ChangeCouponError::Refused(refused) => refused.into(),
        ChangeCouponError::Store(error) => error.into(),
    })?;
    Ok(Json(ChangedCouponAnswer { version: changed.version }))
}

/// Stops a coupon for good. Bookings that have it keep it; a payment under way with it is refunded.
#[utoipa::path(post, path = "/api/desk/coupons/{code}/stop", operation_id = "stop_coupon", tag = "coupons",
    security(("session" = [])), request_body = StopCouponRequest,
    params(("code" = String, Path, description = "Its code, in any case."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("coupon.edit"))),
    responses((status = 200, description = "Stopped.", body = StoppedCouponAnswer)))]
pub(crate) async fn stop(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(code): Path<String>,
    DeskBody(request): DeskBody<StopCouponRequest>,
) -> Result<Json<StoppedCouponAnswer>, Problem> {
    let reason = required_text("reason", request.reason)?;
    let request = StopCoupon { code: normalize_code(&code), reason };
    let stopped = stop_coupon(&api.app, &actor, request, key).await.map_err(|error| match error {
        StopCouponError::NoCoupon => not_found(),
        StopCouponError::Stopped => Problem::of(ProblemKind::CouponStopped),
        StopCouponError::OtherVenues => Problem::of(ProblemKind::CouponOtherVenues),
        StopCouponError::ByPin => Problem::of(ProblemKind::CouponByPin),
        StopCouponError::Refused(refused) => refused.into(),
        StopCouponError::Store(error) => error.into(),
    })?;
    Ok(Json(StoppedCouponAnswer { used: stopped.used }))
}
