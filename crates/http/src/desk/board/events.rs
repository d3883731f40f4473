//! `GET /api/desk/venues/{venue}/events`: tells that the board of a day has changed.

use axum::{
    extract::{Path, State},
    response::Response,
};
use futures_util::stream;
use serde::Serialize;
use sideout_app::desk::board::follow_board::follow_board;
use utoipa::ToSchema;

use super::{
    day_board::{BoardRequest, version},
    day_of,
    failure::BoardFailure,
    venue_id,
};
use crate::{
    extract::Params,
    live::{event, event_stream},
    platform::client_address::ClientAddress,
    state::ApiState,
};

/// The data of the event `board`, which comes at the start and after each change.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardEvent {
    /// The version of the board as it is now; a page that shows this version has nothing to ask for.
    #[schema(example = "a1b2c3d4e5f60718")]
    pub version: String,
}

/// A stream of server-sent events about the board of a venue's day.
pub async fn events(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Path(venue): Path<String>,
    Params(request): Params<BoardRequest>,
) -> Result<Response, BoardFailure> {
    let (venue, day) = (venue_id(&venue)?, day_of(&request.day)?);
    let permit = api.streams.acquire(caller).map_err(BoardFailure::Other)?;
    let follower = follow_board(&api.app, venue, day).await?.ok_or(BoardFailure::NotFound)?;
    let events = stream::unfold(follower, |mut follower| async move {
        let update = follower.next().await;
        let version = update.version(version).to_owned();
        Some((event("board", &BoardEvent { version }), follower))
    });
    Ok(event_stream(&api.platform, &api.settings, permit, api.app.clock.now(), events))
}
