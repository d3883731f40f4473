//! `GET /api/desk/closures/{closure}` and `GET /api/desk/venues/{venue}/closures`: what the players of a closure chose, and the
//! closures of a day.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::closures::at_desk::details::{
    ClosedBookingDetails, ClosureError, ClosureSummary, find_closure, list_closures,
};
use utoipa::{IntoParams, ToSchema};

use super::closure_id;
use crate::{
    extract::{Path, Query, Staff},
    routes::{
        desk::board::{Viewer, day_of, not_found, venue_id},
        offers::{OfferGame, OfferRefund},
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// The day whose closures are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClosuresRequest {
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[param(example = "2026-11-22")]
    pub day: String,
}

/// The closures of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosuresAnswer {
    /// The closures, the latest first.
    pub closures: Vec<ClosureInfo>,
}

/// A closure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Closure)]
pub struct ClosureInfo {
    /// The closure's number.
    #[schema(example = "512345678901234")]
    pub id: String,
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The reason, as players read it.
    #[schema(example = "Rain")]
    pub reason: String,
    /// Who closed the courts; null for a closure by the operator's command line.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
    /// When the closure was made, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub closed_at: String,
    /// From when the courts are closed, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub from: String,
    /// Until when the courts are closed, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub until: String,
    /// How many slots it blocks or has blocked, without those that were opened again.
    #[schema(example = 23)]
    pub slots: i64,
    /// On how many courts these slots are.
    #[schema(example = 9)]
    pub courts: i64,
    /// When the last of these slots ends, ISO 8601 UTC; null if there is none.
    #[schema(required, format = DateTime)]
    pub blocked_until: Option<String>,
    /// How many bookings it ended, with those for which nothing was offered.
    #[schema(example = 11)]
    pub ended_bookings: i64,
    /// Whether it blocked time of courts; false if it only ended bookings on retired courts.
    #[schema(example = true)]
    pub has_blocked_time: bool,
    /// For how many bookings the player was offered another hour or the money.
    #[schema(example = 10)]
    pub offers: i64,
    /// How many of these offers are not answered.
    #[schema(example = 3)]
    pub open_offers: i64,
}

/// A closure with all bookings that it ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosureDetailsAnswer {
    /// The closure.
    #[serde(flatten)]
    pub closure: ClosureInfo,
    /// The bookings, the earliest first.
    pub bookings: Vec<ClosedBookingInfo>,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub now: String,
}

/// A booking that a closure ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosedBookingInfo {
    /// The booking's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The court.
    #[schema(example = 23)]
    pub court: i64,
    /// The number painted on it.
    #[schema(example = 3)]
    pub court_number: u16,
    /// The start, minutes of the venue's day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// The start, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub starts_at: String,
    /// Whether a message about the offer was sent to the player, or is about to be; false if none can be sent, and if nothing was offered.
    #[schema(example = true)]
    pub told: bool,
    /// The account of the player.
    #[schema(example = "104233170526")]
    pub player: String,
    /// The name of the person who would have come.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The phone, masked for staff who may not see it; null for a guest without a number, and once the player's data were erased.
    #[schema(required, example = "98250 41736")]
    pub phone: Option<String>,
    /// The offer and what became of it; null if nothing was offered.
    #[schema(required)]
    pub game: Option<OfferGame>,
    /// What was paid for a booking for which nothing was offered, without what went back when it was moved, paise; 0 for a booking with an
    /// offer.
    #[schema(example = 0)]
    pub paid_paise: i64,
    /// What went back, or is owed, of a booking for which nothing was offered, paise.
    #[schema(example = 0)]
    pub back_paise: i64,
    /// The same amount by each way of payment; empty for a booking with an offer, whose `game` has them.
    pub refunds: Vec<OfferRefund>,
    /// What the desk gives back of what was imported as paid for a booking for which nothing was offered, paise: it is not in `back_paise`.
    #[schema(example = 0)]
    pub imported_back_paise: i64,
    /// The path of the page on which the player chooses; null for a guest without a number, for a booking for which nothing was
    /// offered, and for staff who may not move and cancel bookings.
    #[schema(required, example = "/r/cl_Zk3fWq0m")]
    pub link: Option<String>,
    /// When staff last called the player, ISO 8601 UTC; null if no call was noted.
    #[schema(required, format = DateTime)]
    pub called_at: Option<String>,
    /// The member of staff who called then; null if no call was noted.
    #[schema(required, example = "Nisha Trivedi")]
    pub called_by: Option<String>,
    /// The member of staff who answered for the player; null if the player answered, the offer is open or expired, or nothing was offered.
    #[schema(required, example = "Nisha Trivedi")]
    pub answered_by: Option<String>,
}

/// Lists the closures that overlap a day of a venue.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/closures", operation_id = "closures", tag = "closures",
    security(("session" = [])), params(("venue" = i64, Path, description = "The venue's number."), ClosuresRequest),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The closures.", body = ClosuresAnswer)))]
pub(crate) async fn list(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    Query(request): Query<ClosuresRequest>,
) -> Result<Json<ClosuresAnswer>, Problem> {
    let day = day_of(&request.day)?;
    let found = list_closures(&api.app, &actor, venue_id(&venue)?, day).await.map_err(problem)?;
    let viewer = Viewer::of(&api.app, &actor).await?;
    Ok(Json(ClosuresAnswer { closures: found.into_iter().map(|closure| info(closure, &viewer)).collect() }))
}

/// Shows what the players of a closure chose. If phone numbers are shown without a mask, the audit gets an entry of
/// the look, once a day.
#[utoipa::path(get, path = "/api/desk/closures/{closure}", operation_id = "closure", tag = "closures",
    security(("session" = [])), params(("closure" = String, Path, description = "The closure's number.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The closure.", body = ClosureDetailsAnswer)))]
pub(crate) async fn read(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(closure): Path<String>,
) -> Result<Json<ClosureDetailsAnswer>, Problem> {
    let found = find_closure(&api.app, &actor, closure_id(&closure)?).await.map_err(problem)?;
    let viewer = Viewer::of(&api.app, &actor).await?;
    Ok(Json(ClosureDetailsAnswer {
        bookings: found.bookings.into_iter().map(|details| booking(details, &viewer)).collect(),
        closure: info(found.closure, &viewer),
        now: api.app.clock.now().to_string(),
    }))
}

fn info(closure: ClosureSummary, viewer: &Viewer) -> ClosureInfo {
    ClosureInfo {
        id: closure.id.to_string(),
        venue: closure.venue.0,
        by: closure.staff.and_then(|staff| viewer.names.get(&staff)).cloned(),
        reason: closure.reason,
        closed_at: closure.closed_at.to_string(),
        from: closure.from.to_string(),
        until: closure.until.to_string(),
        slots: closure.slots,
        courts: closure.courts,
        blocked_until: closure.blocked_until.map(|at| at.to_string()),
        ended_bookings: closure.ended_bookings,
        has_blocked_time: closure.has_blocked_time,
        offers: closure.offers,
        open_offers: closure.open_offers,
    }
}

fn booking(details: ClosedBookingDetails, viewer: &Viewer) -> ClosedBookingInfo {
    let ClosedBookingDetails { closed, game, paid, refunds, imported_back, is_told, link } = details;
    let name = |staff: Option<sideout_domain::StaffId>| staff.and_then(|id| viewer.names.get(&id)).cloned();
    let called = closed.offer.and_then(|offer| offer.called);
    let booking = closed.booking;
    let refunds = OfferRefund::list(&refunds);
    ClosedBookingInfo {
        order: booking.number.to_string(),
        court: booking.time.slot.court.0,
        court_number: booking.court_number,
        minute: booking.start.minute(),
        starts_at: booking.time.slot.starts_at.to_string(),
        told: is_told,
        player: booking.customer.to_string(),
        phone: booking.phone.as_ref().map(|phone| viewer.phone(phone)),
        game: game.as_ref().map(OfferGame::of),
        paid_paise: paid.paise(),
        back_paise: refunds.iter().map(|refund| refund.amount_paise).sum(),
        refunds,
        imported_back_paise: imported_back.paise(),
        link: link.map(|token| format!("/r/{token}")),
        called_at: called.map(|(at, _)| at.to_string()),
        called_by: name(called.map(|(_, staff)| staff)),
        answered_by: name(closed.offer.and_then(|offer| offer.answered_by)),
        name: booking.name,
    }
}

/// The problem of a closure that cannot be shown or opened again.
pub(super) fn problem(error: ClosureError) -> Problem {
    match error {
        ClosureError::NoSuchClosure => not_found(),
        ClosureError::VenueRetired => Problem::of(ProblemKind::VenueRetired),
        ClosureError::Refused(refused) => refused.into(),
        ClosureError::Store(error) => error.into(),
    }
}
