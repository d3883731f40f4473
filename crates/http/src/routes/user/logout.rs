//! `POST /api/user/logout`: ends this session on the server, not only in the browser.

use axum::extract::State;
use sideout_app::accounts::logout;

use crate::{
    extract::BearerToken,
    state::ApiState,
    wire::{Done, answer::Answer, api_error::ApiError, messages::Message},
};

/// Ends the session. A token whose session has ended is not an error, so that the call can be repeated.
#[utoipa::path(post, path = "/api/user/logout", operation_id = "logout", tag = "accounts",
    security(("api_key" = [], "player" = [])),
    responses((status = 200, description = "Logged out", body = Done)))]
pub async fn logout(
    State(api): State<ApiState>,
    BearerToken(token): BearerToken,
) -> Result<Answer<Done>, ApiError> {
    logout::logout(&api.app, &token).await?;
    Ok(Answer(Done::with_message(Message::LoggedOut)))
}
