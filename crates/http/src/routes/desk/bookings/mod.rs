//! Bookings that staff make and change: holds, bookings, weekly series, undo, moves, extensions, a guest's number, cancellations. One file
//! per call or group of calls.

pub mod add_number;
pub mod book;
pub mod cancel;
pub mod extensions;
pub mod holds;
pub mod moves;
pub mod series;
pub mod undo;

use jiff::civil::Date;
use sideout_app::{
    StoreError,
    booking::{
        alternatives::{find_alternatives_at_desk, find_alternatives_of_move},
        place_hold::Pick,
    },
    desk::bookings::{DeskSlot, NotForSale},
    platform::venues::find_venue,
};
use sideout_domain::{CourtId, VenueId, slot::StartTime};

use crate::{
    state::ApiState,
    wire::{
        api_error::ApiError,
        problem::{Problem, ProblemKind},
    },
};

/// Reads a slot.
///
/// # Errors
/// 409 for a minute that no day has.
fn slot(court: i64, day: Date, minute: u16) -> Result<DeskSlot, Problem> {
    Ok(DeskSlot { court: CourtId(court), day, start: start_of(minute)? })
}

fn start_of(minute: u16) -> Result<StartTime, Problem> {
    StartTime::from_minute(minute).ok_or_else(|| Problem::of(ProblemKind::NotForSale))
}

fn not_for_sale(reason: NotForSale) -> Problem {
    Problem::of(match reason {
        NotForSale::NoSuchVenue => ProblemKind::NotFound,
        NotForSale::VenueRetired => ProblemKind::VenueRetired,
        NotForSale::Over => ProblemKind::HourOver,
        NotForSale::DayClosed => ProblemKind::BookedDayClosed,
        NotForSale::TooFarAhead => ProblemKind::TooFarAhead,
        NotForSale::TooManyWeeks => ProblemKind::TooManyWeeks,
        NotForSale::NoSuchCourt | NotForSale::Closed => ProblemKind::NotForSale,
    })
}

/// The problem of a change for which each attempt drew a random number that is in use.
fn numbers_in_use() -> Problem {
    tracing::error!("every random number that was drawn for a booking or a guest is in use");
    ApiError::internal().into()
}

/// The problem of a slot that another claim has, with free alternatives.
async fn taken(api: &ApiState, venue: VenueId, slot: DeskSlot) -> Problem {
    match describe_taken(api, (venue, slot), false).await {
        Ok(problem) => problem,
        Err(error) => error.into(),
    }
}

/// As [`taken`], of a slot to which a booking was to be moved.
async fn taken_at_move(api: &ApiState, venue: VenueId, slot: DeskSlot) -> Problem {
    match describe_taken(api, (venue, slot), true).await {
        Ok(problem) => problem,
        Err(error) => error.into(),
    }
}

async fn describe_taken(
    api: &ApiState,
    (venue, slot): (VenueId, DeskSlot),
    is_move: bool,
) -> Result<Problem, StoreError> {
    let problem = Problem::of(ProblemKind::SlotTaken);
    let Some(known) = find_venue(&api.app, venue).await? else { return Ok(problem) };
    let Some(court) = known.court(slot.court) else { return Ok(problem) };
    let DeskSlot { day, start, .. } = slot;
    let pick = Pick { sport: court.sport, venue, court: court.id, day, start };
    let alternatives = match is_move {
        true => find_alternatives_of_move(&api.app, pick).await?,
        false => find_alternatives_at_desk(&api.app, pick).await?,
    };
    Ok(problem.with_param("court", court.name.clone()).with_alternatives(alternatives.into()))
}
