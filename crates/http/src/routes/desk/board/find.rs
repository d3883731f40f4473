//! `GET /api/desk/find`: searches bookings and players.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::board::{
        DeskBooking,
        search::{Found, PlayerHit, search},
    },
    staff::list_workplaces,
};
use sideout_domain::{VenueId, staff::Permission};
use utoipa::{IntoParams, ToSchema};

use crate::{
    extract::{Query, Staff},
    routes::user::get_order_info::OrderStatus,
    state::ApiState,
    wire::{Trust, answer::Answer, api_error::ApiError, problem::Problem},
};

/// The longest text that is searched for, in characters.
const MOST_CHARACTERS: usize = 60;

/// The text that is searched for, and the venue.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindRequest {
    /// Digits: the end of a phone number, the end of the number of a booking of today, or a whole order number. Letters: the
    /// beginnings of the words of a name. With fewer than four digits or more than ten, or if no word has three letters, only today's
    /// bookings of the venue are searched. Bookings of yesterday that are still on count as today's. At most 60 characters.
    #[param(example = "1736")]
    pub q: String,
    /// The venue whose bookings of today come first.
    #[param(example = 1)]
    pub venue: i64,
}

/// The bookings and players that were found.
#[derive(Debug, Serialize, ToSchema)]
pub struct FindAnswer {
    /// Bookings, at most eight: today's of the venue first.
    pub bookings: Vec<FoundBooking>,
    /// Players, at most eight.
    pub players: Vec<FoundPlayerAnswer>,
    /// Whether there are more players than these.
    #[schema(example = false)]
    pub more_players: bool,
}

/// A booking that was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundBooking {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The booking's day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The booking's start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// The booking's court.
    #[schema(example = 23)]
    pub court: i64,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court_name: String,
    /// The booking's venue.
    #[schema(example = 1)]
    pub venue: i64,
    /// The name of the person who comes.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The last four digits of the player's phone; null for a guest without a number, and once the player's data were erased.
    #[schema(required, example = "1736")]
    pub phone_tail: Option<String>,
    /// The booking's state.
    pub status: OrderStatus,
    /// What is still to be paid, paise.
    #[schema(example = 85_000)]
    pub due_paise: i64,
}

/// A player who was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundPlayerAnswer {
    /// The id of the player's account.
    #[schema(example = "104233170526")]
    pub id: String,
    /// The name.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The last four digits of the phone.
    #[schema(example = "1736")]
    pub phone_tail: String,
    /// When the last game began that was not cancelled or missed, ISO 8601 UTC; null without one.
    #[schema(required, format = DateTime)]
    pub last_game: Option<String>,
    /// How well the venue knows the player.
    pub trust: Trust,
    /// Games missed that were not forgiven.
    #[schema(example = 1)]
    pub strikes: i64,
    /// The block that counts now; null: not blocked.
    #[schema(required)]
    pub block: Option<FoundBlock>,
}

/// A block, as a search shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundBlock {
    /// The block's last day.
    #[schema(example = "2026-12-05", format = Date)]
    pub last_day: String,
    /// The reason of the block.
    #[schema(example = "Threw a racket")]
    pub reason: String,
}

/// Searches bookings at the venues of the caller, and all players.
#[utoipa::path(get, path = "/api/desk/find", operation_id = "find", tag = "board", security(("session" = [])),
    params(FindRequest), extensions(("x-permission" = json!("player.find"))),
    responses((status = 200, description = "At most eight of each.", body = FindAnswer)))]
pub(crate) async fn find(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(request): Query<FindRequest>,
) -> Result<Answer<FindAnswer>, Problem> {
    let venue = VenueId(request.venue);
    actor.check_at(venue, Permission::PlayerFind, api.app.clock.now())?;
    if request.q.chars().count() > MOST_CHARACTERS {
        return Err(
            ApiError::malformed(format!("The search is longer than {MOST_CHARACTERS} characters.")).into()
        );
    }
    let venues = list_workplaces(&api.app, &actor).await?;
    let Found { bookings, players, has_more_players } = search(&api.app, &venues, venue, &request.q).await?;
    Ok(Answer(FindAnswer {
        bookings: bookings.into_iter().map(FoundBooking::from).collect(),
        players: players.into_iter().map(FoundPlayerAnswer::from).collect(),
        more_players: has_more_players,
    }))
}

impl From<DeskBooking> for FoundBooking {
    fn from(booking: DeskBooking) -> Self {
        FoundBooking {
            order: booking.number.to_string(),
            day: booking.day.to_string(),
            minute: booking.start.minute(),
            court: booking.time.slot.court.0,
            court_name: booking.court_name,
            venue: booking.venue.0,
            name: booking.name,
            phone_tail: booking.phone.as_ref().map(|phone| phone.last_four().to_owned()),
            status: booking.status.into(),
            due_paise: booking.amounts.due_at_desk(booking.status).paise(),
        }
    }
}

impl From<PlayerHit> for FoundPlayerAnswer {
    fn from(PlayerHit { player, trust, strikes, block }: PlayerHit) -> Self {
        FoundPlayerAnswer {
            id: player.id.to_string(),
            name: player.name,
            phone_tail: player.phone.last_four().to_owned(),
            last_game: player.last_game.map(|at| at.to_string()),
            trust: trust.into(),
            strikes,
            block: block
                .map(|block| FoundBlock { last_day: block.last_day.to_string(), reason: block.reason }),
        }
    }
}
