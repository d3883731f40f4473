//! `GET /api/availability_events`: streams changes of the availability of a venue on a day.

use axum::{extract::State, response::Response};
use bytes::Bytes;
use futures_util::stream;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sideout_app::{
    booking::{follow_day::follow_day, is_within_reach},
    platform::{
        availability::HourOffer,
        day_feed::{DayUpdate, FollowerEvent, UpdateKind},
        venues::find_venue,
    },
};
use sideout_domain::{SportId, VenueId};
use utoipa::{IntoParams, ToSchema};

use super::gettimeslots::{self, ClosedReason, Slot, no_such_venue, pickleball};
use crate::{
    extract::Params,
    live::{event, event_stream},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{api_error::ApiError, day::day, messages::Message},
};

/// The venue, the day and the sport of the stream.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AvailabilityEventsRequest {
    /// The venue's number.
    #[param(example = 1)]
    pub venue: i64,
    /// `YYYY-MM-DD`, in the venue's time zone: from today to the last day that players can book.
    #[param(example = "2026-11-22")]
    pub date: String,
    /// The sport's number; 1 is pickleball.
    #[serde(default = "pickleball")]
    #[param(example = 1)]
    pub sport: i64,
    /// Whether the stream also has an event `elsewhere` when something changed on another day of the venue.
    #[serde(default)]
    #[param(example = true)]
    pub other_days: bool,
}

/// How many microseconds each stream of a day adds to the spread of their requests: ten thousand screens send them within
/// five seconds, a few screens at once.
const SPREAD_PER_STREAM_MICROS: usize = 500;

/// The data of each event of the stream. `open` comes first, with all hours of the day; `changed` has the hours that
/// changed, each as a whole; `elsewhere` (where requested) says that a court was claimed or freed on another day of the
/// venue, and `resync` that prices or names may have changed: call `getcourt` or `gettimeslots` again for these two.
/// `open` can come again.
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
    /// Of `changed`: the version that the hours were compared with. If it is not the last one of `open` or `changed`,
    /// an event was missed: request the data again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 6)]
    pub previous: Option<u64>,
    /// Before it sends a request because of this event, a screen waits for a random part of this many milliseconds.
    #[schema(example = 0)]
    pub spread_ms: u64,
    /// Hours of the day, in order; empty in `elsewhere` and `resync`.
    pub hours: Vec<EventHour>,
}

/// An hour as it is now.
#[derive(Serialize, ToSchema)]
pub struct EventHour {
    /// `h:MM AM|PM`, no leading zero.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// The courts of the sport that can be held, each by its `court_id` of `getcourt`, in the order of their numbers; `available` there is
    /// `yes` for these and `no` for all others.
    #[schema(example = json!([1, 2, 4]))]
    pub free_courts: Vec<i64>,
    /// The hour in `slots` of `gettimeslots`, if a court is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// The hour in `closed` of `gettimeslots`, if no court is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ClosedReason>,
}

/// Streams server-sent events about a venue's day.
#[utoipa::path(get, path = "/api/availability_events", operation_id = "availability_events", tag = "browse",
    security(("api_key" = [])), params(AvailabilityEventsRequest),
    responses((status = 200, description = "Events `open`, `changed`, `elsewhere` and `resync`; a comment after at most 20 seconds of \
        silence. It ends after `http.stream_seconds` and when the server stops: open it again. An unknown venue or a day out of \
        reach is refused with a JSON body.",
        body = AvailabilityEvent, content_type = "text/event-stream")))]
pub async fn availability_events(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Params(request): Params<AvailabilityEventsRequest>,
) -> Result<Response, ApiError> {
    let day = day(&request.date)?;
    let sport = SportId(request.sport);
    let venue = find_venue(&api.app, VenueId(request.venue)).await?;
    let venue = venue.filter(|venue| venue.has(sport)).ok_or_else(no_such_venue)?;
    if !is_within_reach(&venue, day, api.app.clock.now()) {
        return Err(ApiError::refused(Message::DayNotBookable));
    }
    let permit = api.streams.acquire(caller)?;
    let follower = follow_day(&api.app, (venue.id, sport), day, request.other_days).await?;
    let (venue, followers) = (venue.id, 0);
    let events = stream::unfold((follower, followers), move |(mut follower, mut followers)| async move {
        let event = match follower.next().await {
            FollowerEvent::Update(update) => {
                followers = update.followers;
                update.written(|update| written(venue, day, update))
            }
            FollowerEvent::Elsewhere { version } => {
                event("elsewhere", &event_data((venue, day), version, followers))
            }
        };
        Some((event, (follower, followers)))
    });
    Ok(event_stream(&api.platform, &api.settings, permit, api.app.clock.now(), events))
}

fn written(venue: VenueId, day: Date, update: &DayUpdate) -> Bytes {
    let (name, previous) = match update.kind {
        UpdateKind::Complete => ("open", None),
        UpdateKind::Changed { previous } => ("changed", Some(previous)),
        UpdateKind::Resync => ("resync", None),
    };
    let data = event_data((venue, day), update.version, update.followers);
    event(name, &AvailabilityEvent { previous, hours: update.hours.iter().map(event_hour).collect(), ..data })
}

fn event_data((venue, day): (VenueId, Date), version: u64, streams: usize) -> AvailabilityEvent {
    // A single screen need not spread its request over time.
    let others = streams.saturating_sub(1);
    let spread_ms = (others.saturating_mul(SPREAD_PER_STREAM_MICROS) / 1_000) as u64;
    AvailabilityEvent {
        venue: venue.0,
        date: day.to_string(),
        version,
        previous: None,
        spread_ms,
        hours: Vec::new(),
    }
}

fn event_hour(hour: &HourOffer) -> EventHour {
    EventHour {
        time: hour.start.to_string(),
        free_courts: hour.free.iter().map(|court| court.0).collect(),
        slot: hour.slot.as_ref().ok().map(gettimeslots::slot),
        reason: hour.slot.as_ref().err().map(|reason| (*reason).into()),
    }
}
