//! `POST /api/login`: logs in with phone number and password.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::accounts::login::{self, Login, LoginAttempt, LoginError};
use sideout_domain::person::Password;
use utoipa::ToSchema;

use crate::{
    extract::Body,
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{CodeSent, Outcome, SessionStarted, answer::Answer, api_error::ApiError, messages::Message},
};

/// The login form (spec §3, login payload).
#[derive(Deserialize, ToSchema)]
pub struct LoginRequest {
    /// The phone number, with or without +91.
    #[schema(example = "+919876543210")]
    pub username: String,
    /// The password.
    #[schema(example = "pickleball", format = Password)]
    pub password: String,
    /// A label that the browser chose, at most 64 characters; it proves nothing.
    #[serde(default)]
    #[schema(example = "a1B2c3D4e5")]
    pub device_id: String,
}

/// Logged in, or a code must be entered first.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum LoginAnswer {
    /// `error` 0: a session has begun.
    Started(SessionStarted),
    /// `error` 3: a code must be entered.
    VerificationPending(CodeSent),
}

/// Logs in. `error` 0: session; 3: enter the code that was sent; any other: refused, `code` says why.
#[utoipa::path(post, path = "/api/login", operation_id = "login", tag = "accounts",
    security(("api_key" = [])), request_body = LoginRequest,
    responses((status = 200, description = "Logged in, code needed, or refused", body = Outcome<LoginAnswer>)))]
pub async fn login(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Body(form): Body<LoginRequest>,
) -> Result<Answer<LoginAnswer>, ApiError> {
    let (Ok(phone), Some(password)) = (form.username.parse(), Password::attempt(&form.password)) else {
        return Err(LoginError::WrongCredentials.into());
    };
    let attempt = LoginAttempt { phone, password, device_id: form.device_id };
    Ok(Answer(match login::login(&api.app, caller.network(), attempt).await? {
        Login::SignedIn(session) => {
            LoginAnswer::Started(SessionStarted::with_message(Message::LoggedIn, &session))
        }
        Login::MustVerify(issued) => LoginAnswer::VerificationPending(CodeSent::before_login(&issued)),
    }))
}

impl From<LoginError> for ApiError {
    fn from(error: LoginError) -> Self {
        match error {
            LoginError::WrongCredentials => ApiError::refused(Message::WrongCredentials),
            LoginError::AccountLocked => ApiError::refused(Message::AccountLocked),
            LoginError::Throttled(throttled) => throttled.into(),
            LoginError::TextMessagesFail(fail) => fail.into(),
            LoginError::Hash(error) => error.into(),
            LoginError::Store(error) => error.into(),
        }
    }
}
