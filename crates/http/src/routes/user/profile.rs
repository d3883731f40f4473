//! `POST /api/user/profile`: changes the avatar, or the fields. Never the phone number.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, SignedIn, read_body::PROFILE_LIMIT},
    state::ApiState,
    wire::{Outcome, UserInfo},
};

/// Either `image`, or the four fields; what is absent stays as it is.
#[derive(Deserialize, ToSchema)]
pub struct ProfileRequest {
    /// JPEG, PNG or WebP of at most 1.5 MB in base64, with or without the data-URL prefix.
    pub image: Option<String>,
    /// As in `register`.
    #[schema(example = "Asha Patel")]
    pub full_name: Option<String>,
    /// As in `register`.
    #[schema(example = "asha@example.in")]
    pub email: Option<String>,
    /// As in `register`.
    #[schema(example = "female")]
    pub gender: Option<String>,
    /// As in `register`.
    #[schema(example = "1994-03-08", format = Date)]
    pub dob: Option<String>,
}

/// Saved; with the data as it is now.
#[derive(Serialize, ToSchema)]
pub struct ProfileAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "Details Updated!")]
    pub message: String,
    /// The customer as saved.
    pub user_info: UserInfo,
}

/// Changes the avatar or the fields.
#[utoipa::path(post, path = "/api/user/profile", operation_id = "profile", tag = "profile",
    security(("api_key" = [], "player" = [])), request_body = ProfileRequest,
    responses((status = 200, description = "Saved, or refused with the field's message", body = Outcome<ProfileAnswer>)))]
pub async fn profile(
    State(_api): State<ApiState>,
    _player: SignedIn,
    Body(_form): Body<ProfileRequest, PROFILE_LIMIT>,
) -> Result<Answer<ProfileAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
