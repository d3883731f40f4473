//! `POST /api/forgotpassword`: requests a code to set a new password. Unknown phone numbers get the same response.

use axum::extract::State;
use serde::Deserialize;
use sideout_app::accounts::forgot_password::{ForgotPasswordError, forgot_password};
use utoipa::ToSchema;

use crate::{
    extract::Body,
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{CodeSent, Outcome, answer::Answer, api_error::ApiError},
};

/// The account whose password is forgotten.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    /// The phone number, with or without +91.
    #[schema(example = "+919876543210")]
    pub user: String,
}

/// Sends a code with which a new password may be set.
#[utoipa::path(post, path = "/api/forgotpassword", operation_id = "forgotpassword", tag = "accounts",
    security(("api_key" = [])), request_body = ForgotPasswordRequest,
    responses((status = 200, description = "Code sent, or refused", body = Outcome<CodeSent>)))]
pub async fn forgotpassword(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Body(form): Body<ForgotPasswordRequest>,
) -> Result<Answer<CodeSent>, ApiError> {
    let phone = form.user.parse().map_err(ApiError::refused)?;
    let issued = forgot_password(&api.app, caller.network(), phone).await?;
    Ok(Answer(CodeSent::as_requested(&issued)))
}

impl From<ForgotPasswordError> for ApiError {
    fn from(error: ForgotPasswordError) -> Self {
        match error {
            ForgotPasswordError::Throttled(throttled) => throttled.into(),
            ForgotPasswordError::TextMessagesFail(fail) => fail.into(),
            ForgotPasswordError::Store(error) => error.into(),
        }
    }
}
