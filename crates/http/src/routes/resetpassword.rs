//! `POST /api/resetpassword`: sets a new password after a proven code. Revokes every session.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{BearerToken, Body, ClientAddress},
    state::ApiState,
    wire::{Done, Outcome},
};

/// The new password and what it belongs to.
#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// At least 6 characters, at most 128.
    #[schema(example = "dinkdinkdrive", format = Password)]
    pub password: String,
    /// The verified handle: `user` of `forgotpassword` or of `otp` (2). Never an account id.
    #[schema(example = "h_8Jt2…")]
    pub id: String,
}

/// Sets a new password. `Authorization` carries the `reset_token`, not a session.
#[utoipa::path(post, path = "/api/resetpassword", operation_id = "resetpassword", tag = "accounts",
    security(("api_key" = [], "reset_token" = [])), request_body = ResetPasswordRequest,
    responses((status = 200, description = "Set, or refused", body = Outcome<Done>)))]
pub async fn resetpassword(
    State(_api): State<ApiState>,
    _from: ClientAddress,
    _reset_token: BearerToken,
    Body(_form): Body<ResetPasswordRequest>,
) -> Result<Answer<Done>, ApiError> {
    Err(ApiError::unavailable())
}
