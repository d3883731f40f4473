//! `POST /api/forgotverification`: proves the code of a forgotten password.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::accounts::verify_reset_code::verify_reset_code_repeatably;
use utoipa::ToSchema;

use crate::{
    extract::Body,
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        Outcome,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageFields},
        retry_secret::retry_secret,
    },
};

/// The code and what it belongs to.
#[derive(Deserialize, ToSchema)]
pub struct ForgotVerificationRequest {
    /// The code: exactly 6 digits.
    #[schema(example = "123456")]
    pub code: String,
    /// The handle that `forgotpassword` returned.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// 32 random bytes that the browser generated for this page, as base64url without padding (*ours*). The same call with the same bytes
    /// answers the same for two minutes.
    #[schema(example = "pZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E")]
    pub retry_secret: Option<String>,
}

/// The code was right.
#[derive(Serialize, ToSchema)]
pub struct ForgotVerificationAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The value of the `Authorization` header of `resetpassword`; keep it in memory only.
    #[schema(example = "rt_5Hq…")]
    pub reset_token: String,
}

/// Proves the code of a forgotten password. `error` 0: set a new one; 1: refused, `code` says why.
#[utoipa::path(post, path = "/api/forgotverification", operation_id = "forgotverification", tag = "accounts",
    security(("api_key" = [])), request_body = ForgotVerificationRequest,
    responses((status = 200, description = "Proven, or refused", body = Outcome<ForgotVerificationAnswer>)))]
pub async fn forgotverification(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Body(form): Body<ForgotVerificationRequest>,
) -> Result<Answer<ForgotVerificationAnswer>, ApiError> {
    let code = form.code.parse().map_err(ApiError::refused)?;
    let secret = retry_secret(form.retry_secret.as_deref())?;
    let reset_token =
        verify_reset_code_repeatably(&api.app, caller.network(), &form.user, &code, secret).await?;
    Ok(Answer(ForgotVerificationAnswer {
        error: 0,
        message: Message::ResetCodeVerified.into(),
        reset_token: reset_token.reveal().to_owned(),
    }))
}
