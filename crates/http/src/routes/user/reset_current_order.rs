//! `GET|POST /api/user/reset_current_order`: after a dismissed checkout: the hold stays to its expiry, so that the player can try again or pay at the court.

use axum::extract::State;
use sideout_app::booking::find_hold::find_hold;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{CurrentOrder, Done, Outcome},
};

/// Notes that a checkout was dismissed; the court stays held to the end of its time. Idempotent.
#[utoipa::path(method(get, post), path = "/api/user/reset_current_order", operation_id = "reset_current_order", tag = "booking",
    security(("api_key" = [], "player" = [])), params(CurrentOrder),
    responses((status = 200, description = "Done, or refused", body = Outcome<Done>)))]
pub async fn reset_current_order(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(ask): Params<CurrentOrder>,
) -> Result<Answer<Done>, ApiError> {
    let only = ask.only()?;
    let hold = find_hold(&api.app, player.customer_id).await?;
    Ok(Answer(Done::saying(match hold.filter(|hold| only.is_none_or(|number| number == hold.number)) {
        Some(_) => "No worries, your court is still held. Try again or pay at the court.",
        None => "Nothing is held for you right now.",
    })))
}
