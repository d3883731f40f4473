//! The bookings that a booking was made with, and its moves.

use std::collections::HashMap;

use jiff::{Timestamp, civil::Date};
use serde::Deserialize;
use sideout_domain::{
    CourtId, StaffId,
    claim::Slot,
    order::{OrderNumber, OrderStatus},
    slot::StartTime,
};

use crate::{Answer, Call, Row, Session, StoreError, board::DeskBooking, params, sql};

/// A booking of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupBooking {
    /// Its number.
    pub number: OrderNumber,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// Its court and start.
    pub slot: Slot,
    /// The name of the court.
    pub court_name: String,
    /// Its status.
    pub status: OrderStatus,
    /// Rises with every change of the order.
    pub version: i64,
    /// When it was booked.
    pub booked_at: Timestamp,
    /// The member of staff who booked it; `None` for the player.
    pub booked_by: Option<StaffId>,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// As [`BookingDetails::cancelled_by`](crate::board::BookingDetails::cancelled_by).
    pub cancelled_by: Option<StaffId>,
    /// Whether it was undone, and not cancelled.
    pub is_undone: bool,
    /// The booking of the group as which its game goes on, because its court was closed.
    pub replaced_by: Option<OrderNumber>,
}

/// A court of a venue and the day and time at which play starts on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// The name of the court; `None` for a court that does not exist any more.
    pub court_name: Option<String>,
}

/// A move at the desk, as the audit has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingMove {
    /// When it was made.
    pub at: Timestamp,
    /// The member of staff who made it.
    pub staff: Option<StaffId>,
    /// Whether it undid a move.
    pub is_undo: bool,
    /// Where the booking was.
    pub from: Place,
    /// Where the booking is after the move.
    pub to: Place,
}

/// Reads the group and the moves of a booking.
pub(crate) async fn list_changes(
    session: &mut dyn Session,
    booking: &DeskBooking,
    is_moved: bool,
) -> Result<(Vec<GroupBooking>, Vec<BookingMove>), StoreError> {
    let mut calls = Vec::new();
    if let Some(group) = booking.group {
        calls.push(Call::new(sql!("board/list_group"), params![group.0]));
    }
    if is_moved {
        let number = booking.number.to_string();
        calls.push(Call::new(sql!("audit_entry/list_moves"), params![number.as_str()]));
        calls.push(Call::new(sql!("court/list_names"), params![booking.venue.0]));
    }
    if calls.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let answers = session.send(&calls).await?;
    let (group, moves) = answers.split_at(usize::from(booking.group.is_some()));
    let group = group.iter().flat_map(|answer| &answer.rows).map(group_booking).collect::<Result<_, _>>()?;
    let [moves, courts] = moves else { return Ok((group, Vec::new())) };
    let courts = court_names(courts)?;
    let moves = moves.rows.iter().map(|row| booking_move(row, &courts)).collect::<Result<_, _>>()?;
    Ok((group, moves))
}

fn group_booking(row: &Row) -> Result<GroupBooking, StoreError> {
    Ok(GroupBooking {
        number: row.converted("order_number")?,
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        slot: Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? },
        court_name: row.text("court_name")?.to_owned(),
        status: row.parsed("status")?,
        version: row.integer("version")?,
        booked_at: row.instant("confirmed_at")?,
        booked_by: row.integer_or_null("booked_by")?.map(StaffId),
        cancelled_at: row.instant_or_null("cancelled_at")?,
        cancelled_by: row.integer_or_null("cancelled_by")?.map(StaffId),
        is_undone: row.integer("is_undone")? == 1,
        replaced_by: row.converted_or_null("replaced_by")?,
    })
}

fn court_names(answer: &Answer) -> Result<HashMap<i64, String>, StoreError> {
    answer.rows.iter().map(|row| Ok((row.integer("court_id")?, row.text("name")?.to_owned()))).collect()
}

/// The part of an audit entry of a move that says where the booking was or is.
#[derive(Deserialize)]
struct AuditedPlace {
    /// The id of the court, the day at the venue, and the minute of the day at which play starts.
    slot: (i64, Date, u16),
}

fn booking_move(row: &Row, courts: &HashMap<i64, String>) -> Result<BookingMove, StoreError> {
    Ok(BookingMove {
        at: row.instant("at")?,
        staff: row.integer_or_null("staff_id")?.map(StaffId),
        is_undo: row.text("verb")? == "booking.move_undone",
        from: place(row.text("before")?, courts)?,
        to: place(row.text("after")?, courts)?,
    })
}

fn place(fields: &str, courts: &HashMap<i64, String>) -> Result<Place, StoreError> {
    let corrupt = |problem: &str| StoreError::Corrupt(format!("audit_entry/list_moves: {problem}"));
    let AuditedPlace { slot: (court, day, minute) } =
        serde_json::from_str(fields).map_err(|error| corrupt(&error.to_string()))?;
    let start = StartTime::from_minute(minute).ok_or_else(|| corrupt("not a minute of a day"))?;
    Ok(Place { day, start, court_name: courts.get(&court).cloned() })
}
