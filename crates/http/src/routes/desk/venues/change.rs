//! `POST /api/desk/set-up/venues/{venue}/preview` and `PATCH /api/desk/set-up/venues/{venue}`: which bookings would lose their place by a
//! change of a venue, and the change.

use std::collections::BTreeSet;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::venues::change_venue::{
        ChangeVenue, ChangeVenueError, MOST_CLOSED, VenueEdit, change_venue, preview_change,
    },
    operator::{Misfit, Stranded},
};
use sideout_domain::{order::OrderNumber, venue::MOST_COURTS};
use utoipa::ToSchema;

use super::fields::{CourtBody, VenueFieldsBody, bad_field, images_down};
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff, read_body::VENUE_LIMIT},
    routes::desk::{
        board::{not_found, order_number, venue_id},
        closures::read_reason,
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The most numbers that are read of each of the lists `keep` and `close`.
const MOST_DECIDED: usize = 5_000;

/// What changes of a venue.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VenueChange {
    /// All its own fields; left out: they stay.
    #[serde(default)]
    pub fields: Option<VenueFieldsBody>,
    /// Courts that are new, or get another name, type or state, at most 99; the others stay.
    #[serde(default)]
    pub courts: Vec<CourtBody>,
    /// Whether it can be booked: false retires it, true brings it back; left out: it stays.
    #[serde(default)]
    #[schema(example = false)]
    pub is_active: Option<bool>,
}

/// What changes of a venue, and what becomes of the bookings that lose their place by it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeVenueRequest {
    /// What changes.
    pub change: VenueChange,
    /// The bookings and holds that stay as they are, by number, at most 5000.
    #[serde(default)]
    pub keep: Vec<String>,
    /// Those that are cancelled, at most 200; what was paid for them goes back in full.
    #[serde(default)]
    pub close: Vec<String>,
    /// The reason that the players of cancelled bookings read, 1 to 120 characters; required if `close` names one.
    #[serde(default)]
    #[schema(example = "Court 5 is rebuilt")]
    pub reason: Option<String>,
}

/// The bookings and holds that would lose their place.
#[derive(Debug, Serialize, ToSchema)]
pub struct LosingBookings {
    /// The bookings and holds, by court and start.
    pub bookings: Vec<LosingBooking>,
    /// The most that one change cancels.
    #[schema(example = 200)]
    pub most_closed: usize,
}

/// A booking or hold that would lose its place.
#[derive(Debug, Serialize, ToSchema)]
pub struct LosingBooking {
    /// Its number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The court.
    #[schema(example = "Court 5")]
    pub court: String,
    /// The day at the venue.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of the day.
    #[schema(example = 1_140)]
    pub minute: u16,
    /// The player's name.
    #[schema(example = "Asha Patel")]
    pub player: String,
    /// Their number, masked except for its end; `no number` for a guest who gave none.
    #[schema(example = "+91 ••••• •3210")]
    pub phone: String,
    /// What was paid and would go back, paise.
    #[schema(example = 80_000)]
    pub paid_paise: i64,
    /// Whether it is only held and not booked yet.
    #[schema(example = false)]
    pub is_held: bool,
    /// Why it has no place: `court_gone`, `other_kind`, `other_clock`, `no_start` or `other_length`.
    #[schema(value_type = LosesBecause, example = "court_gone")]
    pub because: LosesBecause,
}

/// Why a booking has no place any more.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LosesBecause {
    /// The court or the venue is retired.
    CourtGone,
    /// The court gets a roof or loses it.
    OtherKind,
    /// In the venue's new time zone it starts at another time.
    OtherClock,
    /// No slot starts then.
    NoStart,
    /// Slots have another length.
    OtherLength,
}

/// A venue that was changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangedVenueAnswer {
    /// Its new version.
    #[schema(example = 8)]
    pub version: i64,
    /// How many bookings were cancelled.
    #[schema(example = 2)]
    pub closed: usize,
    /// How many holds ended.
    #[schema(example = 0)]
    pub holds: usize,
    /// How many bookings and holds stay as they are.
    #[schema(example = 1)]
    pub kept: usize,
}

impl VenueChange {
    fn read(self) -> Result<VenueEdit, Problem> {
        // A change names each court once.
        if self.courts.len() > usize::from(MOST_COURTS) {
            return Err(Problem::field("courts", "count"));
        }
        Ok(VenueEdit {
            fields: self.fields.map(VenueFieldsBody::read),
            courts: self.courts.into_iter().map(CourtBody::read).collect(),
            active: self.is_active,
        })
    }
}

/// Tells which bookings and holds ahead would lose their place by a change. Changes nothing.
#[utoipa::path(post, path = "/api/desk/set-up/venues/{venue}/preview", operation_id = "preview_venue", tag = "venues",
    security(("session" = [])), request_body = VenueChange,
    params(("venue" = i64, Path, description = "The venue's number.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 200, description = "Those that would lose their place.", body = LosingBookings)))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<VenueChange, VENUE_LIMIT>,
) -> Result<Json<LosingBookings>, Problem> {
    let edit = request.read()?;
    let stranded = preview_change(&api.app, &actor, venue_id(&venue)?, edit).await.map_err(problem)?;
    Ok(Json(losing(&stranded)))
}

/// Changes a venue, its courts, or whether it can be booked. Bookings and holds that lose their place by it stay or are cancelled, each as
/// the request says, which may also name those that had lost theirs before. If it leaves one out or names another one, nothing changes, and
/// the answer lists those that lose their place.
#[utoipa::path(patch, path = "/api/desk/set-up/venues/{venue}", operation_id = "change_venue", tag = "venues",
    security(("session" = [])), request_body = ChangeVenueRequest,
    params(("venue" = i64, Path, description = "The venue's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 200, description = "Changed.", body = ChangedVenueAnswer)))]
pub(crate) async fn change(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(venue): Path<String>,
    DeskBody(request): DeskBody<ChangeVenueRequest, VENUE_LIMIT>,
) -> Result<Json<ChangedVenueAnswer>, Problem> {
    let request = ChangeVenue {
        venue: venue_id(&venue)?,
        version,
        edit: request.change.read()?,
        keep: orders("keep", &request.keep)?,
        close: orders("close", &request.close)?,
        reason: match request.reason.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(reason) => Some(read_reason(reason)?),
        },
    };
    let changed = change_venue(&api.app, &actor, request, key).await.map_err(problem)?;
    Ok(Json(ChangedVenueAnswer {
        version: changed.version,
        closed: changed.closed,
        holds: changed.holds,
        kept: changed.kept,
    }))
}

fn orders(field: &'static str, numbers: &[String]) -> Result<BTreeSet<OrderNumber>, Problem> {
    if numbers.len() > MOST_DECIDED {
        return Err(Problem::field(field, "count"));
    }
    numbers.iter().map(|number| order_number(number)).collect()
}

fn losing(stranded: &[Stranded]) -> LosingBookings {
    let bookings = stranded.iter().map(|case| LosingBooking {
        order: case.booking.order.to_string(),
        court: case.booking.court.clone(),
        day: case.booking.day.to_string(),
        minute: case.booking.start.minute(),
        player: case.booking.player.clone(),
        phone: case.booking.phone.clone(),
        paid_paise: case.booking.paid.paise(),
        is_held: case.is_held,
        because: match case.why {
            Misfit::CourtGone => LosesBecause::CourtGone,
            Misfit::OtherKind => LosesBecause::OtherKind,
            Misfit::OtherClock(_) => LosesBecause::OtherClock,
            Misfit::NoStart(_) => LosesBecause::NoStart,
            Misfit::OtherLength(_) => LosesBecause::OtherLength,
        },
    });
    LosingBookings { bookings: bookings.collect(), most_closed: MOST_CLOSED }
}

fn problem(error: ChangeVenueError) -> Problem {
    match error {
        ChangeVenueError::NoVenue => not_found(),
        ChangeVenueError::Changed => Problem::of(ProblemKind::ChangedMeanwhile),
        ChangeVenueError::Undecided(stranded) => {
            Problem::of(ProblemKind::BookingsLosePlace).with_current(losing(&stranded))
        }
        ChangeVenueError::TooMany => Problem::of(ProblemKind::TooManyToCancel),
        ChangeVenueError::NoReason => Problem::field("reason", "required"),
        ChangeVenueError::OpenShift => Problem::of(ProblemKind::VenueShiftOpen),
        ChangeVenueError::TodayClosed => Problem::of(ProblemKind::VenueTodayClosed),
        ChangeVenueError::Bad(bad) => bad_field(bad),
        ChangeVenueError::Images(error) => images_down(&error),
        ChangeVenueError::Refused(refused) => refused.into(),
        ChangeVenueError::Store(error) => error.into(),
    }
}
