//! `POST /api/forgotverification`: proves the code of a forgotten password.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, ClientAddress},
    state::ApiState,
    wire::Outcome,
};

/// The code and what it belongs to.
#[derive(Deserialize, ToSchema)]
pub struct ForgotVerificationRequest {
    /// Exactly 6 digits.
    #[schema(example = "123456")]
    pub code: String,
    /// The handle `forgotpassword` answered with.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
}

/// The code was right.
#[derive(Serialize, ToSchema)]
pub struct ForgotVerificationAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "OTP Verified successfully!")]
    pub message: String,
    /// Goes into `Authorization` of `resetpassword`; keep it in memory only.
    #[schema(example = "rt_5Hq…")]
    pub reset_token: String,
}

/// Proves the code of a forgotten password. `error` 0: set a new one; 1: 'Invalid OTP'.
#[utoipa::path(post, path = "/api/forgotverification", operation_id = "forgotverification", tag = "accounts",
    security(("api_key" = [])), request_body = ForgotVerificationRequest,
    responses((status = 200, description = "Proven, or refused", body = Outcome<ForgotVerificationAnswer>)))]
pub async fn forgotverification(
    State(_api): State<ApiState>,
    _from: ClientAddress,
    Body(_form): Body<ForgotVerificationRequest>,
) -> Result<Answer<ForgotVerificationAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
