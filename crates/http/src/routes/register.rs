//! `POST /api/register`: begins a sign-up. No account exists until the code is proven.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::accounts::{
    register::{NewPlayer, RegisterError},
    today,
};
use sideout_domain::person::{Birthdate, Password};
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, ClientAddress},
    state::ApiState,
    wire::Outcome,
};

/// The sign-up form (spec §3, signup payload).
#[derive(Deserialize, ToSchema)]
pub struct RegisterRequest {
    /// 3 to 50 characters, starts with a letter; letters, digits, underscore and space.
    #[schema(example = "Asha Patel")]
    pub full_name: String,
    /// E-mail address.
    #[schema(example = "asha@example.in")]
    pub email: String,
    /// Indian mobile number, with or without +91.
    #[schema(example = "+919876543210")]
    pub phone_no: String,
    /// `male`, `female` or `other`.
    #[schema(example = "female")]
    pub gender: String,
    /// Date of birth, `YYYY-MM-DD`.
    #[schema(example = "1994-03-08", format = Date)]
    pub dob: String,
    /// At least 6 characters, at most 128.
    #[schema(example = "pickleball", format = Password)]
    pub password: String,
}

/// A code is on its way; the same answer for a number that already has an account.
#[derive(Serialize, ToSchema)]
pub struct RegisterAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "OTP Sent Successfully")]
    pub message: String,
    /// Opaque single-purpose handle for `otp` and `resendotp`; no account id. Good for 15 minutes.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// Where the code went, masked.
    #[schema(example = "+91 ••••• •3210")]
    pub mobile_no: String,
}

/// Begins a sign-up and sends a code to the phone.
#[utoipa::path(post, path = "/api/register", operation_id = "register", tag = "accounts",
    security(("api_key" = [])), request_body = RegisterRequest,
    responses((status = 200, description = "Code sent, or refused with the field's message", body = Outcome<RegisterAnswer>)))]
pub async fn register(
    State(api): State<ApiState>,
    from: ClientAddress,
    Body(form): Body<RegisterRequest>,
) -> Result<Answer<RegisterAnswer>, ApiError> {
    let settings = &api.app.settings;
    let player = NewPlayer {
        full_name: form.full_name.parse().map_err(ApiError::invalid)?,
        email: form.email.parse().map_err(ApiError::invalid)?,
        phone: form.phone_no.parse().map_err(ApiError::invalid)?,
        birthdate: Birthdate::parse(&form.dob, today(&api.app).await?, settings.min_age)
            .map_err(ApiError::invalid)?,
        gender: form.gender.parse().map_err(ApiError::invalid)?,
        password: Password::parse(&form.password, settings.password_min).map_err(ApiError::invalid)?,
    };
    let issued = sideout_app::accounts::register::register(&api.app, from.network(), player).await?;
    Ok(Answer(RegisterAnswer {
        error: 0,
        message: "OTP Sent Successfully".to_owned(),
        user: issued.handle.reveal().to_owned(),
        mobile_no: issued.masked_phone,
    }))
}

impl From<RegisterError> for ApiError {
    fn from(error: RegisterError) -> Self {
        match error {
            RegisterError::Throttled(throttled) => throttled.into(),
            RegisterError::Hash(error) => error.into(),
            RegisterError::Store(error) => error.into(),
        }
    }
}
