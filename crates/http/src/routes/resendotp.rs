//! `POST /api/resendotp`: sends a new code for a handle. Success is `error` 1 (spec §4).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::Throttled;
use sideout_app::accounts::resend_code::{ResendCodeError, resend_code};
use utoipa::ToSchema;

use crate::{
    extract::Body,
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        answer::Answer,
        api_error::{ApiError, CODES_RETRY_SECONDS},
        messages::{Message, MessageFields},
    },
};

/// The handle that the code belongs to.
#[derive(Deserialize, ToSchema)]
pub struct ResendOtpRequest {
    /// The handle that `register`, `login` or `forgotpassword` returned.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
}

/// The one call whose success is 1: 1 means sent, 2 or more refused.
#[derive(Serialize, ToSchema)]
pub struct ResendOtpAnswer {
    /// 1: sent. 2 or more: refused, with `code`, and with `retry_after` if a later try can succeed.
    #[schema(example = 1)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// Seconds until another try can succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

/// Sends a new code. The previous code is void; earlier wrong tries still count. Success is `error` **1**.
#[utoipa::path(post, path = "/api/resendotp", operation_id = "resendotp", tag = "accounts",
    security(("api_key" = [])), request_body = ResendOtpRequest,
    responses((status = 200, description = "Sent (1), or refused (2 or more)", body = ResendOtpAnswer)))]
pub async fn resendotp(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Body(form): Body<ResendOtpRequest>,
) -> Result<Answer<ResendOtpAnswer>, ApiError> {
    let (error, message, retry_after) = match resend_code(&api.app, caller.network(), &form.user).await {
        Ok(next) => (1, Message::CodeSent, Some(next)),
        Err(ResendCodeError::TooSoon(Throttled { retry_after })) => {
            (2, Message::CodeUnderWay, Some(retry_after))
        }
        Err(ResendCodeError::Throttled(Throttled { retry_after })) => {
            (2, Message::EnoughCodes, Some(retry_after))
        }
        Err(ResendCodeError::NothingToResend) => (3, Message::CodeNotResent, None),
        Err(ResendCodeError::TextMessagesFail(_)) => {
            (4, Message::CodesUnavailable, Some(CODES_RETRY_SECONDS))
        }
        Err(ResendCodeError::Store(error)) => return Err(error.into()),
    };
    Ok(Answer(ResendOtpAnswer { error, message: message.into(), retry_after }))
}
