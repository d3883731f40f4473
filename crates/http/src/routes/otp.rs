//! `POST /api/otp`: proves the code of a sign-up or of a login that asked for one.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, ClientAddress},
    state::ApiState,
    wire::{Outcome, SessionStarted},
};

/// The code and what it belongs to.
#[derive(Deserialize, ToSchema)]
pub struct OtpRequest {
    /// Exactly 6 digits.
    #[schema(example = "123456")]
    pub mobile_code: String,
    /// The handle `register` or `login` answered with.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
}

/// Logged in, or: the number already has an account, so a new password may be set for it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum OtpAnswer {
    /// `error` 0.
    Started(SessionStarted),
    /// `error` 2.
    SetPassword(SetPassword),
}

/// The number already has an account and is now proven: set a new password for it (spec §4, code verification 2).
#[derive(Serialize, ToSchema)]
pub struct SetPassword {
    /// 2.
    #[schema(example = 2)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "You already have an account with us. Please set a new password.")]
    pub message: String,
    /// Opaque single-purpose handle, the `id` of `resetpassword`.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// Goes into `Authorization` of `resetpassword`; keep it in memory only.
    #[schema(example = "rt_5Hq…")]
    pub reset_token: String,
}

/// Proves a code. `error` 0: session; 2: set a new password; anything else: 'Invalid OTP'.
#[utoipa::path(post, path = "/api/otp", operation_id = "otp", tag = "accounts",
    security(("api_key" = [])), request_body = OtpRequest,
    responses((status = 200, description = "Logged in, new password needed, or refused", body = Outcome<OtpAnswer>)))]
pub async fn otp(
    State(_api): State<ApiState>,
    _from: ClientAddress,
    Body(_form): Body<OtpRequest>,
) -> Result<Answer<OtpAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
