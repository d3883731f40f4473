//! `POST /api/otp`: verifies the code of a sign-up or of a login that requires one.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::accounts::verify_code::{Verified, VerifyCodeError, verify_code_repeatably};
use utoipa::ToSchema;

use crate::{
    extract::Body,
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        Outcome, SessionStarted,
        answer::Answer,
        api_error::ApiError,
        messages::{Count, Message, MessageFields},
        retry_secret::retry_secret,
    },
};

/// The code and what it belongs to.
#[derive(Deserialize, ToSchema)]
pub struct OtpRequest {
    /// The code: exactly 6 digits.
    #[schema(example = "123456")]
    pub mobile_code: String,
    /// The handle that `register` or `login` returned.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// 32 random bytes that the browser generated for this page, as base64url without padding (*ours*). The same call with the same bytes
    /// answers the same for two minutes.
    #[schema(example = "pZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E")]
    pub retry_secret: Option<String>,
}

/// Logged in, or: the number already has an account, so a new password may be set for it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum OtpAnswer {
    /// `error` 0: a session has begun.
    Started(SessionStarted),
    /// `error` 2: a new password must be set.
    SetPassword(SetPassword),
}

/// The number already has an account and is now proven: set a new password for it (spec §4, code verification 2).
#[derive(Serialize, ToSchema)]
pub struct SetPassword {
    /// Always 2.
    #[schema(example = 2)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// Opaque single-purpose handle, the `id` of `resetpassword`.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// The value of the `Authorization` header of `resetpassword`; keep it in memory only.
    #[schema(example = "rt_5Hq…")]
    pub reset_token: String,
}

/// Proves a code. `error` 0: session; 2: set a new password; any other: refused, `code` says why.
#[utoipa::path(post, path = "/api/otp", operation_id = "otp", tag = "accounts",
    security(("api_key" = [])), request_body = OtpRequest,
    responses((status = 200, description = "Logged in, new password needed, or refused", body = Outcome<OtpAnswer>)))]
pub async fn otp(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Body(form): Body<OtpRequest>,
) -> Result<Answer<OtpAnswer>, ApiError> {
    let code = form.mobile_code.parse().map_err(ApiError::refused)?;
    let secret = retry_secret(form.retry_secret.as_deref())?;
    let verified = verify_code_repeatably(&api.app, caller.network(), &form.user, &code, secret).await?;
    Ok(Answer(match verified {
        Verified::SignedIn(session) => {
            OtpAnswer::Started(SessionStarted::with_message(Message::CodeVerified, &session))
        }
        Verified::MaySetPassword { handle, reset_token } => OtpAnswer::SetPassword(SetPassword {
            error: 2,
            message: Message::MustSetPassword.into(),
            user: handle.reveal().to_owned(),
            reset_token: reset_token.reveal().to_owned(),
        }),
    }))
}

/// `otp` and `forgotverification` have the same refusals.
impl From<VerifyCodeError> for ApiError {
    fn from(error: VerifyCodeError) -> Self {
        match error {
            VerifyCodeError::WrongCode { tries_left } => ApiError::refused(match tries_left {
                0 => Message::WrongCodeNoTry,
                1 => Message::WrongCodeOneTry,
                more => Message::WrongCode { tries_left: Count(more) },
            }),
            VerifyCodeError::NothingToTry => ApiError::refused(Message::CodeExpired),
            VerifyCodeError::AccountLocked => ApiError::refused(Message::AccountLocked),
            VerifyCodeError::Throttled(throttled) => throttled.into(),
            VerifyCodeError::Store(error) => error.into(),
        }
    }
}
