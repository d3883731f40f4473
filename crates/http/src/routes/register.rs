//! `POST /api/register`: starts a sign-up. The account is created when the code is verified.

use axum::extract::State;
use serde::Deserialize;
use sideout_app::{
    accounts::{
        register::{NewPlayer, RegisterError},
        today,
    },
    platform::policies::find_policies,
};
use sideout_domain::person::{Birthdate, Password};
use utoipa::ToSchema;

use crate::{
    extract::Body,
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{CodeSent, Outcome, answer::Answer, api_error::ApiError},
};

/// The sign-up form (spec §3, signup payload).
#[derive(Deserialize, ToSchema)]
pub struct RegisterRequest {
    /// The full name: 3 to 50 characters, a letter first; letters, digits, spaces, underscores, apostrophes, hyphens and dots.
    #[schema(example = "Asha Patel")]
    pub full_name: String,
    /// The e-mail address.
    #[schema(example = "asha@example.in")]
    pub email: String,
    /// The Indian mobile number, with or without +91.
    #[schema(example = "+919876543210")]
    pub phone_no: String,
    /// The gender: `male`, `female` or `other`.
    #[schema(example = "female")]
    pub gender: String,
    /// The date of birth, `YYYY-MM-DD`.
    #[schema(example = "1994-03-08", format = Date)]
    pub dob: String,
    /// The password: at least `password_min` of `app-config`, at most 128 characters.
    #[schema(example = "pickleball", format = Password)]
    pub password: String,
}

/// Begins a sign-up and sends a code to the phone.
#[utoipa::path(post, path = "/api/register", operation_id = "register", tag = "accounts",
    security(("api_key" = [])), request_body = RegisterRequest,
    responses((status = 200, description = "Code sent, or refused with the field's message", body = Outcome<CodeSent>)))]
pub async fn register(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Body(form): Body<RegisterRequest>,
) -> Result<Answer<CodeSent>, ApiError> {
    let settings = &api.app.settings;
    let player = NewPlayer {
        full_name: form.full_name.parse().map_err(ApiError::refused)?,
        email: form.email.parse().map_err(ApiError::refused)?,
        phone: form.phone_no.parse().map_err(ApiError::refused)?,
        birthdate: Birthdate::parse(
            &form.dob,
            today(&api.app).await?,
            find_policies(&api.app).await?.min_age,
        )
        .map_err(ApiError::refused)?,
        gender: form.gender.parse().map_err(ApiError::refused)?,
        password: Password::parse(&form.password, settings.password_min).map_err(ApiError::refused)?,
    };
    let issued = sideout_app::accounts::register::register(&api.app, caller.network(), player).await?;
    Ok(Answer(CodeSent::as_requested(&issued)))
}

impl From<RegisterError> for ApiError {
    fn from(error: RegisterError) -> Self {
        match error {
            RegisterError::Throttled(throttled) => throttled.into(),
            RegisterError::TextMessagesFail(fail) => fail.into(),
            RegisterError::Hash(error) => error.into(),
            RegisterError::Store(error) => error.into(),
        }
    }
}
