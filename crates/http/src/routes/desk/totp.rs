//! Authenticator apps: signing in, proving, setting one up.

use axum::{Json, extract::State, response::Response};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use sideout_app::{
    platform::brand::find_brand,
    staff::{
        CodeSignInError, ConfirmTotpError, StartTotpError, confirm_totp, prove_by_code, sign_in_by_code,
        start_totp,
    },
};
use sideout_domain::person::{Phone, PhoneError};
use utoipa::ToSchema;

use super::{
    links::user_agent,
    me::{Me, me_of},
    signed_in::{actor_of, session_response_on_device},
};
use crate::{
    extract::{DeskBody, DeviceCookie, SessionCookie, Staff, device_of},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        api_error::ApiError,
        problem::{Problem, ProblemKind},
    },
};

/// A phone number and a code.
#[derive(Deserialize, ToSchema)]
pub struct CodeSignInRequest {
    /// The phone number, as people type it.
    #[schema(example = "98250 41736")]
    pub phone: String,
    /// The code: six digits, which the authenticator app shows.
    #[schema(example = "287082")]
    pub code: String,
}

/// A code.
#[derive(Deserialize, ToSchema)]
pub struct CodeRequest {
    /// The code: six digits, which the authenticator app shows.
    #[schema(example = "287082")]
    pub code: String,
}

/// A secret for an authenticator app. It is shown once.
#[derive(Serialize, ToSchema)]
pub struct StartedTotpAnswer {
    /// What a person types into the app.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// What the app reads from a QR code.
    #[schema(example = "otpauth://totp/…")]
    pub uri: String,
}

/// Signs in by phone number and a code of an authenticator app. A code can be used once.
#[utoipa::path(post, path = "/api/desk/totp", operation_id = "sign_in_by_code", tag = "sign-in",
    request_body = CodeSignInRequest, extensions(("x-permission" = json!("no_session"))),
    responses((status = 200, description = "Signed in; the session is in the cookie.", body = Me)))]
pub(crate) async fn sign_in_with_code(
    State(api): State<ApiState>,
    caller: ClientAddress,
    paired: DeviceCookie,
    headers: HeaderMap,
    DeskBody(request): DeskBody<CodeSignInRequest>,
) -> Result<Response, Problem> {
    let phone: Phone = request.phone.parse().map_err(phone_field)?;
    let device = device_of(user_agent(&headers));
    let code = digits(&request.code);
    let started = sign_in_by_code(&api.app, phone, &code, &device, caller.network()).await;
    session_response_on_device(&api.app, started.map_err(code_problem)?, paired).await
}

/// Proves the identity of the caller in an open session by a code of the authenticator app.
#[utoipa::path(post, path = "/api/desk/me/prove", operation_id = "prove_by_code", tag = "sign-in", security(("session" = [])),
    request_body = CodeRequest, extensions(("x-permission" = json!("account.own"))),
    responses((status = 204, description = "Proven for `desk.proof_minutes`; `proof_until` of `GET /api/desk/me` says until when.")))]
pub(crate) async fn prove_with_code(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    DeskBody(request): DeskBody<CodeRequest>,
) -> Result<StatusCode, Problem> {
    let proven = prove_by_code(&api.app, &actor, &digits(&request.code), caller.network()).await;
    proven.map_err(code_problem)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to set up an authenticator app; it can be used after `confirm`. In a session that began with a one-time link and in which no
/// code of an app has proven the person since, the app that was set up before the session stops working at once. Otherwise the call is
/// refused if an app is set up.
#[utoipa::path(post, path = "/api/desk/me/totp/start", operation_id = "start_totp", tag = "sign-in",
    security(("session" = [])), extensions(("x-permission" = json!("account.keys"))),
    responses((status = 200, description = "The secret for the app.", body = StartedTotpAnswer)))]
pub(crate) async fn start_authenticator(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<StartedTotpAnswer>, Problem> {
    let brand = find_brand(&api.app).await?;
    match start_totp(&api.app, &actor, &brand.name).await {
        Ok(started) => Ok(Json(StartedTotpAnswer { secret: started.secret, uri: started.uri })),
        Err(StartTotpError::SetUp) => Err(Problem::of(ProblemKind::TotpSetUp)),
        Err(StartTotpError::NotSealed) => {
            tracing::error!("the secret of an authenticator app could not be generated or sealed");
            Err(ApiError::internal().into())
        }
        Err(StartTotpError::Refused(refused)) => Err(refused.into()),
        Err(StartTotpError::Store(error)) => Err(error.into()),
    }
}

/// Sets up the authenticator app by its first code and ends the person's other sessions.
#[utoipa::path(post, path = "/api/desk/me/totp/confirm", operation_id = "confirm_totp", tag = "sign-in",
    security(("session" = [])), request_body = CodeRequest, extensions(("x-permission" = json!("account.own"))),
    responses((status = 200, description = "Set up; the member of staff as it is now.", body = Me)))]
pub(crate) async fn confirm_authenticator(
    State(api): State<ApiState>,
    caller: ClientAddress,
    SessionCookie(token): SessionCookie,
    Staff(actor): Staff,
    DeskBody(request): DeskBody<CodeRequest>,
) -> Result<Json<Me>, Problem> {
    match confirm_totp(&api.app, &actor, &digits(&request.code), caller.network()).await {
        Ok(()) => Ok(Json(me_of(&api.app, &actor_of(&api.app, &token).await?).await?)),
        Err(ConfirmTotpError::WrongCode) => Err(Problem::of(ProblemKind::WrongCode)),
        Err(ConfirmTotpError::NotStarted) => Err(Problem::of(ProblemKind::TotpNotStarted)),
        Err(ConfirmTotpError::Throttled(throttled)) => Err(throttled.into()),
        Err(ConfirmTotpError::Refused(refused)) => Err(refused.into()),
        Err(ConfirmTotpError::Store(error)) => Err(error.into()),
    }
}

/// The most digits that are read of a typed code: more than the six that it has, so that a longer text is a wrong code.
const MOST_DIGITS: usize = 10;

/// The digits of a code, however they were grouped; at most [`MOST_DIGITS`].
pub(super) fn digits(code: &str) -> String {
    code.chars().filter(char::is_ascii_digit).take(MOST_DIGITS).collect()
}

/// What is wrong with a phone number.
pub(super) fn phone_field(error: PhoneError) -> Problem {
    Problem::field(
        "phone",
        match error {
            PhoneError::Required => "required",
            PhoneError::TenDigits => "ten_digits",
            PhoneError::NotMobile => "not_mobile",
        },
    )
}

fn code_problem(error: CodeSignInError) -> Problem {
    match error {
        CodeSignInError::WrongCode => Problem::of(ProblemKind::WrongCode),
        CodeSignInError::Throttled(throttled) => throttled.into(),
        CodeSignInError::Store(error) => error.into(),
    }
}
