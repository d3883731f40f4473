//! `POST /api/desk/venues/{venue}/closures/preview`: what closing courts would do.

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::closures::at_desk::preview::{ClosurePreview, PreviewedBooking, preview_closure};
use utoipa::ToSchema;

use super::request::{ClosureRequest, RunningGames, problem};
use crate::{
    extract::{DeskBody, Path, Staff},
    routes::desk::{board::venue_id, messages::MessageChannel},
    state::ApiState,
    wire::problem::Problem,
};

/// The effects that a closure would have.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosurePreviewAnswer {
    /// Slots that it would block.
    #[schema(example = 23)]
    pub slots: usize,
    /// Slots that are blocked already.
    #[schema(example = 1)]
    pub already: usize,
    /// Holds of players and clerks that it would end.
    #[schema(example = 0)]
    pub holds: usize,
    /// Games that count as played or were missed: their slots stay as they are.
    #[schema(example = 0)]
    pub played: usize,
    /// What was paid online for the bookings that it would end and did not go back, paise.
    #[schema(example = 760_000)]
    pub online_paise: i64,
    /// What else was paid for them and did not go back, paise.
    #[schema(example = 170_000)]
    pub at_desk_paise: i64,
    /// How many players would be told: those with a phone number, each once, if their message has a channel.
    #[schema(example = 9)]
    pub told: usize,
    /// The channels of the message to players who would choose; mail reaches only those with an address. Empty if none is set up.
    pub offer_channels: Vec<MessageChannel>,
    /// The channels of the message to the other players.
    pub closed_channels: Vec<MessageChannel>,
    /// Whether the caller may end bookings by it.
    #[schema(example = true)]
    pub may_displace: bool,
    /// How many hours players have to answer; 0: what they paid goes back at once.
    #[schema(example = 24)]
    pub offer_hours: u32,
    /// What the settings propose for games that have begun.
    pub running_games: RunningGames,
    /// The bookings that it would end, by court and start.
    pub bookings: Vec<PreviewBooking>,
    /// What `seen` of a closure names: it changes with the bookings, what goes back for each, and whether their players would choose.
    #[schema(example = "9f3a61c2d07b4e58")]
    pub version: String,
}

/// A booking that a closure would end.
#[derive(Debug, Serialize, ToSchema)]
pub struct PreviewBooking {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// The name of the person who comes.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// Whether the player has a phone number.
    #[schema(example = true)]
    pub has_number: bool,
    /// What was paid online for it and did not go back, paise.
    #[schema(example = 100_000)]
    pub online_paise: i64,
    /// What else was paid for it and did not go back, paise.
    #[schema(example = 0)]
    pub at_desk_paise: i64,
    /// Whether the game has begun.
    #[schema(example = false)]
    pub has_begun: bool,
    /// Whether the player would choose between another hour and the money.
    #[schema(example = true)]
    pub is_offered: bool,
    /// What goes back, or would if the player chooses the money, paise.
    #[schema(example = 100_000)]
    pub back_paise: i64,
}

/// Tells what closing these courts would do now. Changes nothing.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/closures/preview", operation_id = "preview_closure", tag = "closures",
    security(("session" = [])), request_body = ClosureRequest,
    params(("venue" = i64, Path, description = "The venue's number.")),
    extensions(("x-permission" = json!("closure.make"))),
    responses((status = 200, description = "What it would do.", body = ClosurePreviewAnswer)))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<ClosureRequest>,
) -> Result<Json<ClosurePreviewAnswer>, Problem> {
    let request = request.read(venue_id(&venue)?)?;
    let seen = preview_closure(&api.app, &actor, &request).await.map_err(problem)?;
    let desk = &api.app.settings.desk;
    Ok(Json(answer(seen, desk.offer_hours, desk.running_games.into())))
}

fn answer(seen: ClosurePreview, offer_hours: u32, running_games: RunningGames) -> ClosurePreviewAnswer {
    let (told, version) = (seen.count_players_to_notify(), seen.version());
    let ClosurePreview {
        slots,
        already,
        holds,
        played,
        bookings,
        may_displace,
        offer_channels,
        closed_channels,
    } = seen;
    ClosurePreviewAnswer {
        slots,
        already,
        holds,
        played,
        online_paise: bookings.iter().map(|booking| booking.online.paise()).sum(),
        at_desk_paise: bookings.iter().map(|booking| booking.at_desk.paise()).sum(),
        told,
        offer_channels: offer_channels.into_iter().map(MessageChannel::from).collect(),
        closed_channels: closed_channels.into_iter().map(MessageChannel::from).collect(),
        may_displace,
        offer_hours,
        running_games,
        bookings: bookings.into_iter().map(booking).collect(),
        version,
    }
}

fn booking(previewed: PreviewedBooking) -> PreviewBooking {
    let PreviewedBooking { booking, online, at_desk, has_begun, offer_until, back, .. } = previewed;
    PreviewBooking {
        order: booking.number.to_string(),
        court: booking.time.slot.court.0,
        minute: booking.start.minute(),
        name: booking.name,
        has_number: booking.phone.is_some(),
        online_paise: online.paise(),
        at_desk_paise: at_desk.paise(),
        has_begun,
        is_offered: offer_until.is_some(),
        back_paise: back.paise(),
    }
}
