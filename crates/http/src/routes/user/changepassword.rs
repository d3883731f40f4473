//! `POST /api/user/changepassword`: a new password for a customer who knows the old one. Revokes the other sessions.

use axum::extract::State;
use serde::Deserialize;
use sideout_app::accounts::change_password::{ChangePasswordError, change_password};
use sideout_domain::person::{Password, PasswordError};
use utoipa::ToSchema;

use crate::{
    extract::{Body, SignedIn},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        Done, Outcome,
        answer::Answer,
        api_error::ApiError,
        messages::{Count, Message},
    },
};

/// The old and the new password.
#[derive(Deserialize, ToSchema)]
pub struct ChangePasswordRequest {
    /// The present password.
    #[schema(example = "pickleball", format = Password)]
    pub old: String,
    /// The new password, not the old one: at least `password_min` of `app-config`, at most 128 characters.
    #[schema(example = "dinkdinkdrive", format = Password)]
    pub password: String,
    /// The new password again.
    #[schema(example = "dinkdinkdrive", format = Password)]
    pub cpassword: String,
}

/// Changes the password; other devices are logged out.
#[utoipa::path(post, path = "/api/user/changepassword", operation_id = "changepassword", tag = "profile",
    security(("api_key" = [], "player" = [])), request_body = ChangePasswordRequest,
    responses((status = 200, description = "Changed, or refused", body = Outcome<Done>)))]
pub async fn changepassword(
    State(api): State<ApiState>,
    caller: ClientAddress,
    player: SignedIn,
    Body(form): Body<ChangePasswordRequest>,
) -> Result<Answer<Done>, ApiError> {
    if form.old.is_empty() {
        return Err(ApiError::refused(Message::OldPasswordRequired));
    }
    let new =
        Password::parse(&form.password, api.app.settings.password_min).map_err(|problem| match problem {
            PasswordError::TooShort(min) => {
                ApiError::refused(Message::NewPasswordTooShort { min: Count(min) })
            }
            other => ApiError::refused(other),
        })?;
    if form.password != form.cpassword {
        return Err(ApiError::refused(Message::PasswordsDiffer));
    }
    let old = Password::attempt(&form.old).ok_or(ChangePasswordError::WrongOld)?;
    change_password(&api.app, caller.network(), player.session, &old, &new).await?;
    Ok(Answer(Done::with_message(Message::PasswordChanged)))
}

impl From<ChangePasswordError> for ApiError {
    fn from(error: ChangePasswordError) -> Self {
        match error {
            ChangePasswordError::WrongOld => ApiError::refused(Message::WrongPassword),
            ChangePasswordError::SameAsOld => ApiError::refused(Message::SamePassword),
            ChangePasswordError::Throttled(throttled) => throttled.into(),
            ChangePasswordError::Hash(error) => error.into(),
            ChangePasswordError::Store(error) => error.into(),
        }
    }
}
