//! The events of a booking, for its panel.

use jiff::Timestamp;
use serde::Serialize;
use sideout_app::desk::board::{BookingDetails, GroupBooking, Place};
use sideout_domain::StaffId;
use utoipa::ToSchema;

use super::{
    AttendanceState, StaffNames,
    booking::{PaymentWay, paid_by, way_of_refund},
};

/// An event of a booking, with its time and its details.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryEntry {
    /// When it happened, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// The kind of event.
    pub what: HistoryEvent,
    /// Which member of staff did it; null if it was the player or the program, or if it is not recorded.
    #[schema(required)]
    pub by: Option<String>,
    /// Details of the event; only the fields that apply are present.
    pub details: HistoryDetails,
}

/// An event of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HistoryEvent {
    /// It was booked.
    Booked,
    /// The player was reminded.
    Reminded,
    /// A part of it was paid.
    Paid,
    /// The players came.
    Arrived,
    /// The players did not come.
    Absent,
    /// The recorded attendance was removed.
    AttendanceCleared,
    /// It was cancelled.
    Cancelled,
    /// Money is owed back or went back.
    Refunded,
    /// It was moved to another court or hour.
    Moved,
    /// A move was undone.
    MoveUndone,
    /// An hour was added to it.
    Extended,
    /// An hour that was added to it was undone at once.
    ExtensionUndone,
    /// An hour of it on the same court was cancelled.
    Shortened,
}

/// The details of an event; only the fields that apply are present.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct HistoryDetails {
    /// How much was paid or goes back, paise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_paise: Option<i64>,
    /// The way by which it was paid or goes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<PaymentWay>,
    /// The reason that was given for cancelling it or for closing its court.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether the venue cancelled it, by closing the court.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_venue: Option<bool>,
    /// The state of a refund: `approved`, `issued`, `processed` or `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Where it was before a move, or the hour that was undone or given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<HistoryPlace>,
    /// Where it was moved to, or the hour that was added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<HistoryPlace>,
}

/// A court and hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryPlace {
    /// The day at the venue.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of that day.
    #[schema(example = 1140)]
    pub minute: u16,
    /// The name of the court; null for a court that does not exist any more.
    #[schema(required, example = "Court 3")]
    pub court: Option<String>,
}

/// The events that the database has of a booking, the oldest first; of its attendance the last change.
pub(super) fn history(details: &BookingDetails, names: &StaffNames) -> Vec<HistoryEntry> {
    let name = |staff: Option<StaffId>| staff.and_then(|staff| names.get(&staff)).cloned();
    let none = HistoryDetails::default;
    let booking = &details.booking;
    let mut events: Vec<(Timestamp, HistoryEvent, Option<String>, HistoryDetails)> = Vec::new();
    events.push((details.booked_at, HistoryEvent::Booked, name(details.booked_by), none()));
    events.extend(details.reminded_at.map(|at| (at, HistoryEvent::Reminded, None, none())));
    for part in &details.payments {
        let paid =
            HistoryDetails { amount_paise: Some(part.amount.paise()), way: Some(paid_by(part)), ..none() };
        events.push((part.settled_at, HistoryEvent::Paid, name(part.taken_by), paid));
    }
    events.extend(details.attendance_changed_at.map(|at| {
        let what = match booking.attendance.map(AttendanceState::from) {
            Some(AttendanceState::Arrived) => HistoryEvent::Arrived,
            Some(AttendanceState::Absent) => HistoryEvent::Absent,
            None => HistoryEvent::AttendanceCleared,
        };
        (at, what, name(details.attendance_by), none())
    }));
    events.extend(booking.cancelled_at.map(|at| {
        let why = HistoryDetails {
            reason: details.cancel_reason.clone(),
            by_venue: Some(booking.closed_by.is_some()),
            ..none()
        };
        (at, HistoryEvent::Cancelled, name(details.cancelled_by), why)
    }));
    for refund in &details.refunds {
        let returned = HistoryDetails {
            amount_paise: Some(refund.amount.paise()),
            way: Some(way_of_refund(refund.source.method())),
            status: Some(refund.status.name().to_owned()),
            ..none()
        };
        let at = refund.ended_at.or(refund.issued_at).unwrap_or(refund.approved_at);
        events.push((at, HistoryEvent::Refunded, None, returned));
    }
    events.extend(details.moves.iter().map(|moved| {
        let what = if moved.is_undo { HistoryEvent::MoveUndone } else { HistoryEvent::Moved };
        let places = HistoryDetails { from: Some(place(&moved.from)), to: Some(place(&moved.to)), ..none() };
        (moved.at, what, name(moved.staff), places)
    }));
    for other in details.group.iter().filter(|other| is_same_game(details, other)) {
        // Its player got the hour back, as another booking, when the court was opened again: it was not given up, nor is that one added.
        let was_given_back = details.group.iter().any(|one| is_back_as(other, one));
        let is_given_back = details.group.iter().any(|one| is_back_as(one, other));
        // A group that is booked at once is booked at one instant; a booking that was added later is an extension.
        let is_added = other.booked_at > details.booked_at && other.booked_by.is_some();
        let is_extension = is_added && !is_given_back;
        if is_extension {
            let hour = HistoryDetails { to: Some(hour_of(other)), ..none() };
            events.push((other.booked_at, HistoryEvent::Extended, name(other.booked_by), hour));
        }
        events.extend(other.cancelled_at.filter(|_| !was_given_back).map(|at| {
            let hour = HistoryDetails { from: Some(hour_of(other)), ..none() };
            let is_undo = is_extension && other.is_undone;
            let what = if is_undo { HistoryEvent::ExtensionUndone } else { HistoryEvent::Shortened };
            (at, what, name(other.cancelled_by), hour)
        }));
    }
    events.sort_by_key(|(at, ..)| *at);
    let entry = |(at, what, by, details): (Timestamp, HistoryEvent, Option<String>, HistoryDetails)| {
        HistoryEntry { at: at.to_string(), what, by, details }
    };
    events.into_iter().map(entry).collect()
}

/// Whether another booking of the group is another hour of the same game: on the same court on the same day. One of the same hour was
/// cancelled before this one was booked, or is in its place.
fn is_same_game(details: &BookingDetails, other: &GroupBooking) -> bool {
    let (booking, slot) = (&details.booking, details.booking.time.slot);
    let is_other_hour = other.slot.starts_at != slot.starts_at;
    is_other_hour && other.day == booking.day && other.slot.court == slot.court
}

/// Whether `new` is the same hour on the same court as `lost`, and in its place.
fn is_back_as(lost: &GroupBooking, new: &GroupBooking) -> bool {
    lost.replaced_by == Some(new.number) && lost.slot == new.slot
}

fn place(place: &Place) -> HistoryPlace {
    let Place { day, start, court_name } = place;
    HistoryPlace { day: day.to_string(), minute: start.minute(), court: court_name.clone() }
}

fn hour_of(booking: &GroupBooking) -> HistoryPlace {
    let GroupBooking { day, start, court_name, .. } = booking;
    HistoryPlace { day: day.to_string(), minute: start.minute(), court: Some(court_name.clone()) }
}
