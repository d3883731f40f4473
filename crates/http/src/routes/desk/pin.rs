//! PINs: signing in by one on a paired device, and setting one's own.

use axum::{extract::State, response::Response};
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use sideout_app::staff::{PinSignInError, RemovePinError, SetPinError, remove_pin, set_pin, sign_in_by_pin};
use sideout_domain::{
    StaffId,
    staff::{Pin, PinError},
};
use utoipa::ToSchema;

use super::{links::user_agent, me::Me, signed_in::session_response};
use crate::{
    extract::{DeskBody, DeviceCookie, IdempotencyKey, Staff, device_of},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// A person and their PIN.
#[derive(Deserialize, ToSchema)]
pub struct PinSignInRequest {
    /// The person, as `GET /api/desk/lock` lists them.
    #[schema(example = "481920375641")]
    pub staff: String,
    /// The PIN: six digits.
    #[schema(example = "402917")]
    pub pin: String,
}

/// A new PIN.
#[derive(Deserialize, ToSchema)]
pub struct PinRequest {
    /// The PIN: six digits, which are neither all equal nor in sequence.
    #[schema(example = "402917")]
    pub pin: String,
}

/// Signs in by a PIN on a paired device.
#[utoipa::path(post, path = "/api/desk/pin", operation_id = "sign_in_by_pin", tag = "sign-in",
    request_body = PinSignInRequest, extensions(("x-permission" = json!("no_session"))),
    responses((status = 200, description = "Signed in; the session is in the cookie.", body = Me),
        (status = 404, description = "`not_paired`", body = crate::wire::problem::ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn sign_in_with_pin(
    State(api): State<ApiState>,
    caller: ClientAddress,
    DeviceCookie(device): DeviceCookie,
    headers: HeaderMap,
    DeskBody(request): DeskBody<PinSignInRequest>,
) -> Result<Response, Problem> {
    let device = device.ok_or_else(|| Problem::of(ProblemKind::NotPaired))?;
    let staff: StaffId = request.staff.parse().map_err(|_| Problem::of(ProblemKind::WrongPin))?;
    let browser = device_of(user_agent(&headers));
    let started = sign_in_by_pin(&api.app, &device, (staff, &request.pin), &browser, caller.network()).await;
    session_response(&api.app, started.map_err(pin_problem)?).await
}

/// Sets or changes the caller's own PIN, and ends the sessions that the earlier one began, unless a passkey or an authenticator app has proven
/// them since.
#[utoipa::path(put, path = "/api/desk/me/pin", operation_id = "set_pin", tag = "sign-in", security(("session" = [])),
    request_body = PinRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated for this PIN.")),
    extensions(("x-permission" = json!("account.pin"))),
    responses((status = 204, description = "Set.")))]
pub(crate) async fn set_own_pin(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<PinRequest>,
) -> Result<StatusCode, Problem> {
    let pin = Pin::parse(&request.pin).map_err(|error| {
        Problem::field(
            "pin",
            match error {
                PinError::SixDigits => "six_digits",
                PinError::TooEasy => "too_easy",
            },
        )
    })?;
    match set_pin(&api.app, &actor, &pin, caller.network(), key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(SetPinError::Refused(refused)) => Err(refused.into()),
        Err(SetPinError::Hash(error)) => Err(error.into()),
        Err(SetPinError::Store(error)) => Err(error.into()),
    }
}

/// Removes the caller's own PIN and ends the sessions that it began, unless a passkey or an authenticator app has proven them since.
#[utoipa::path(delete, path = "/api/desk/me/pin", operation_id = "remove_pin", tag = "sign-in", security(("session" = [])),
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("account.pin"))),
    responses((status = 204, description = "Removed.")))]
pub(crate) async fn remove_own_pin(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
) -> Result<StatusCode, Problem> {
    match remove_pin(&api.app, &actor, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(RemovePinError::Refused(refused)) => Err(refused.into()),
        Err(RemovePinError::Store(error)) => Err(error.into()),
    }
}

fn pin_problem(error: PinSignInError) -> Problem {
    match error {
        PinSignInError::WrongPin => Problem::of(ProblemKind::WrongPin),
        PinSignInError::NotPaired => Problem::of(ProblemKind::NotPaired),
        PinSignInError::Throttled(throttled) => throttled.into(),
        PinSignInError::Hash(error) => error.into(),
        PinSignInError::Store(error) => error.into(),
    }
}
