//! `POST /api/forgotpassword`: asks for a code to set a new password. Unknown phones get the same answer.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::accounts::forgot_password::{ForgotPasswordError, forgot_password};
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, ClientAddress},
    state::ApiState,
    wire::Outcome,
};

/// Whose password is forgotten.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPasswordRequest {
    /// The phone number, with or without +91.
    #[schema(example = "+919876543210")]
    pub user: String,
}

/// A code is on its way, if the number has an account.
#[derive(Serialize, ToSchema)]
pub struct ForgotPasswordAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "OTP Sent Successfully")]
    pub message: String,
    /// Opaque single-purpose handle for `forgotverification`, `resendotp` and `resetpassword`.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// Where the code went, masked.
    #[schema(example = "+91 ••••• •3210")]
    pub mobile_no: String,
}

/// Sends a code with which a new password may be set.
#[utoipa::path(post, path = "/api/forgotpassword", operation_id = "forgotpassword", tag = "accounts",
    security(("api_key" = [])), request_body = ForgotPasswordRequest,
    responses((status = 200, description = "Code sent, or refused", body = Outcome<ForgotPasswordAnswer>)))]
pub async fn forgotpassword(
    State(api): State<ApiState>,
    from: ClientAddress,
    Body(form): Body<ForgotPasswordRequest>,
) -> Result<Answer<ForgotPasswordAnswer>, ApiError> {
    let phone = form.user.parse().map_err(ApiError::invalid)?;
    let issued = forgot_password(&api.app, from.network(), phone).await?;
    Ok(Answer(ForgotPasswordAnswer {
        error: 0,
        message: "OTP Sent Successfully".to_owned(),
        user: issued.handle.reveal().to_owned(),
        mobile_no: issued.masked_phone,
    }))
}

impl From<ForgotPasswordError> for ApiError {
    fn from(error: ForgotPasswordError) -> Self {
        match error {
            ForgotPasswordError::Throttled(throttled) => throttled.into(),
            ForgotPasswordError::Store(error) => error.into(),
        }
    }
}
