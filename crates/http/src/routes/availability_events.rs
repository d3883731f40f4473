//! `GET /api/availability_events`: streams changes of the availability of a venue on a day.

use axum::{
    extract::State,
    response::{Response, sse::Event},
};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use sideout_app::{
    booking::is_within_reach,
    platform::{
        venues::find_venue,
        watch_day::{DayEvent, DayWatch},
    },
};
use sideout_domain::VenueId;
use utoipa::{IntoParams, ToSchema};

use super::gettimeslots::no_such_venue;
use crate::{
    extract::Params,
    live::event_stream,
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{api_error::ApiError, day::day, messages::Message},
};

/// Where and on which day.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AvailabilityEventsRequest {
    /// The venue's number.
    #[param(example = 1)]
    pub venue: i64,
    /// `YYYY-MM-DD`, in the venue's time zone, from today to one month ahead.
    #[param(example = "2026-11-22")]
    pub date: String,
    /// Whether to tell also, as `elsewhere`, when something changed on another day of the venue.
    #[serde(default)]
    #[param(example = true)]
    pub other_days: bool,
}

/// The data of each event of the stream. `open` comes first, `changed` when a court was claimed or freed, `elsewhere`
/// (where asked for) when that was on another day of the venue, `resync` when changes may have been missed. In each case: ask `getcourt` or `gettimeslots` again.
#[derive(Serialize, ToSchema)]
pub struct AvailabilityEvent {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The day.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// Grows with each change; compare it within one stream only.
    #[schema(example = 7)]
    pub version: u64,
}

/// A stream of server-sent events about a venue's day.
#[utoipa::path(get, path = "/api/availability_events", operation_id = "availability_events", tag = "browse",
    security(("api_key" = [])), params(AvailabilityEventsRequest),
    responses((status = 200, description = "Events `open`, `changed`, `elsewhere` and `resync`; a comment every 20 seconds of silence. \
        An unknown venue or a day out of reach is refused with a JSON body.",
        body = AvailabilityEvent, content_type = "text/event-stream")))]
pub async fn availability_events(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Params(request): Params<AvailabilityEventsRequest>,
) -> Result<Response, ApiError> {
    let day = day(&request.date)?;
    let venue = find_venue(&api.app, VenueId(request.venue)).await?.ok_or_else(no_such_venue)?;
    if !is_within_reach(&venue, day, api.app.clock.now()) {
        return Err(ApiError::refused(Message::DayNotBookable));
    }
    let permit = api.streams.acquire(caller)?;
    let watch = api.app.live.watch_day(venue.id, day, request.other_days);
    let event_of = move |name: &str, version: u64| {
        let data = AvailabilityEvent { venue: venue.id.0, date: day.to_string(), version };
        Event::default().event(name).json_data(data).unwrap_or_default()
    };
    let events = stream::unfold((watch, true), move |(mut watch, first): (DayWatch, bool)| {
        let event_of = event_of.clone();
        async move {
            let event = match first {
                true => event_of("open", watch.version()),
                false => match watch.next().await {
                    DayEvent::Changed { version } => event_of("changed", version),
                    DayEvent::Elsewhere { version } => event_of("elsewhere", version),
                    DayEvent::Resync { version } => event_of("resync", version),
                },
            };
            Some((event, (watch, false)))
        }
    });
    Ok(event_stream(&api.platform, &api.settings, permit, events))
}
