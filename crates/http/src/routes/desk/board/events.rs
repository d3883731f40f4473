//! `GET /api/desk/venues/{venue}/events`: tells that the board of a day has changed.

use axum::{extract::State, response::Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use sideout_app::desk::board::follow_board::follow_board;
use sideout_domain::staff::Permission;
use utoipa::{IntoParams, ToSchema};

use super::{day_board::version, day_of, not_found, venue_id};
use crate::{
    extract::{Path, Query, Staff},
    live::{event, event_stream},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::problem::Problem,
};

/// The day that is watched.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventsRequest {
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[param(example = "2026-11-22")]
    pub day: String,
}

/// The data of the event `board`, which comes at the start and after each change.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardEvent {
    /// The version of the board as it is now; a page that shows this version needs no request.
    #[schema(example = "a1b2c3d4e5f60718")]
    pub version: String,
}

/// Streams server-sent events about the board of a venue's day.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/events", operation_id = "board_events", tag = "board",
    security(("session" = [])), params(("venue" = i64, Path, description = "The venue's number."), EventsRequest),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "Events `board`; a comment after at most 20 seconds of silence.", body = BoardEvent,
        content_type = "text/event-stream")))]
pub(crate) async fn board_events(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    caller: ClientAddress,
    Path(venue): Path<String>,
    Query(request): Query<EventsRequest>,
) -> Result<Response, Problem> {
    let (venue, day) = (venue_id(&venue)?, day_of(&request.day)?);
    actor.check_at(venue, Permission::BoardRead, api.app.clock.now())?;
    let permit = api.streams.acquire(caller)?;
    let follower = follow_board(&api.app, venue, day).await?.ok_or_else(not_found)?;
    let events = stream::unfold(follower, |mut follower| async move {
        let update = follower.next().await;
        let version = update.version(version).to_owned();
        Some((event("board", &BoardEvent { version }), follower))
    });
    Ok(event_stream(&api.platform, &api.settings, permit, api.app.clock.now(), events))
}
