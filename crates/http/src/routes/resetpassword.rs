//! `POST /api/resetpassword`: sets a new password after a proven code. Revokes every session.

use axum::extract::State;
use serde::Deserialize;
use sideout_app::accounts::reset_password::{ResetPasswordError, reset_password};
use sideout_domain::person::Password;
use utoipa::ToSchema;

use crate::{
    extract::{BearerToken, Body},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{Done, Outcome, answer::Answer, api_error::ApiError, messages::Message},
};

/// The new password and what it belongs to.
#[derive(Deserialize, ToSchema)]
pub struct ResetPasswordRequest {
    /// The new password: at least `password_min` of `app-config`, at most 128 characters.
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
    State(api): State<ApiState>,
    caller: ClientAddress,
    BearerToken(reset_token): BearerToken,
    Body(form): Body<ResetPasswordRequest>,
) -> Result<Answer<Done>, ApiError> {
    let password =
        Password::parse(&form.password, api.app.settings.password_min).map_err(ApiError::refused)?;
    reset_password(&api.app, caller.network(), &form.id, &reset_token, &password).await?;
    Ok(Answer(Done::with_message(Message::PasswordReset)))
}

impl From<ResetPasswordError> for ApiError {
    fn from(error: ResetPasswordError) -> Self {
        match error {
            ResetPasswordError::NoGrant => ApiError::refused(Message::GrantExpired),
            ResetPasswordError::Throttled(throttled) => throttled.into(),
            ResetPasswordError::Hash(error) => error.into(),
            ResetPasswordError::Store(error) => error.into(),
        }
    }
}
