//! Attendance that was written down without a network. Of two records that the players came the earlier time counts; of
//! records of different states the latest one counts.

use jiff::Timestamp;
use serde::Serialize;
use sideout_domain::{
    StaffId,
    attendance::{Attendance, AttendanceWay, check_attendance},
    check_in::{CheckIn, CheckInFacts, check_in},
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{
    Attendances, Board, ChangeEvent, ClosureOffers, Session, StoreError, attendance::NewAttendance,
    board::BookingDetails,
};

use super::{
    FactError, FactOutcome, KeptFact,
    record_fact::{FactInput, find_same_game, find_with_place},
};
use crate::{
    desk::board::mark_attendance::{MarkAttendance, MarkAttendanceError, mark_attendance},
    steps::audited::{Audited, Entry},
};

/// The most attempts to mark a booking that others change at the same time.
const MOST_ATTEMPTS: u32 = 8;

/// What the audit shows of attendance.
#[derive(Serialize)]
struct Facts {
    attendance: Option<&'static str>,
    /// When it was noted, by the server's clock.
    at: Option<String>,
    /// Who recorded it.
    by: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<&'static str>,
}

impl Facts {
    fn of(details: &BookingDetails) -> Self {
        Facts {
            attendance: details.booking.attendance.map(Attendance::name),
            at: details.attendance_changed_at.map(|at| at.to_string()),
            by: details.attendance_by.map(|staff| staff.0),
            way: None,
        }
    }

    fn offline(state: Option<Attendance>, at: Timestamp, by: StaffId) -> Self {
        Facts {
            attendance: state.map(Attendance::name),
            at: Some(at.to_string()),
            by: Some(by.0),
            way: Some(AttendanceWay::Offline.name()),
        }
    }
}

/// Records at `at` whether the players of a booking came.
///
/// # Errors
/// [`MarkAttendanceError::ChangedMeanwhile`] if something else was recorded after `at`, [`FactError::NoSuchBooking`] if the venue has no
/// such booking, and the refusals of [`mark_attendance`].
pub(super) async fn record_attendance_fact(
    tx: &mut dyn Session,
    input: &FactInput,
    order: OrderNumber,
    state: Option<Attendance>,
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    for _ in 0..MOST_ATTEMPTS {
        let before = find_same_game(tx, input, order, state).await?;
        let tried = if before.booking.attendance == state {
            record_same(tx, input, &before, at).await?
        } else if before.attendance_latest_at.is_some_and(|last| last > at) {
            return Err(MarkAttendanceError::ChangedMeanwhile(Box::new(before)).into());
        } else {
            record_other(tx, input, &before, state, at).await?
        };
        if let Some(recorded) = tried {
            return Ok(recorded);
        }
    }
    Err(StoreError::Unavailable("the booking keeps changing".to_owned()).into())
}

/// Records that players were let in by a pass at `at`, also if money was due, the booking was moved, or its game of that day was over.
///
/// # Errors
/// [`FactError::NotAdmitted`] if the pass does not admit at that time, [`FactError::PassOfOtherVenue`] or [`FactError::PassUnknown`]
/// if the venue has no booking with its number, and the refusals of attendance.
pub(super) async fn record_scan_fact(
    tx: &mut dyn Session,
    input: &FactInput,
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    let (pass, pass_venue) = input.pass.as_ref().ok_or(FactError::NoSuchBooking)?;
    let details = match find_with_place(tx, input, pass.number).await {
        Err(FactError::NoSuchBooking) => {
            // The error names only the venue of the court on the pass: a clerk learns nothing about the bookings of other venues.
            let elsewhere = pass_venue.as_ref().filter(|(venue, _)| *venue != input.venue.id);
            return Err(elsewhere
                .map_or(FactError::PassUnknown, |(_, name)| FactError::PassOfOtherVenue(name.clone())));
        }
        found => found?,
    };
    let booking = &details.booking;
    // Players who came before they had another hour came for the one that they had then.
    if booking.number != pass.number
        && find_start_at(tx, pass.number, at, input.now).await? != Some(booking.time.slot.starts_at)
    {
        return Err(FactError::NotAdmitted(CheckIn::Cancelled, Box::new(details)));
    }
    let facts = CheckInFacts {
        on_pass: pass.slot,
        slot: booking.time.slot,
        ends_at: booking.time.ends_at,
        is_today: booking.day == input.venue.today(at),
        status: booking.status,
        attendance: booking.attendance,
        due: booking.amounts.due_at_desk(booking.status),
        is_let_in: true,
    };
    match check_in(&facts, at, input.check_in) {
        CheckIn::Admitted | CheckIn::AlreadyIn => {
            record_attendance_fact(tx, input, booking.number, Some(Attendance::Arrived), at).await
        }
        refused => Err(FactError::NotAdmitted(refused, Box::new(details))),
    }
}

/// The start of the booking that counted at `at` for a pass with this number: its own, or the last one in place of it that was made by
/// then, because a court was closed.
async fn find_start_at(
    tx: &mut dyn Session,
    number: OrderNumber,
    at: Timestamp,
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let mut start = None;
    let mut next = Some(number);
    while let Some(number) = next {
        let found = Board(tx).find_booking(number, now).await?;
        let Some(found) = found.filter(|found| start.is_none() || found.booked_at <= at) else { break };
        start = Some(found.booking.time.slot.starts_at);
        next = ClosureOffers(tx).find(number).await?.and_then(|offer| offer.new_order);
    }
    Ok(start)
}

/// Records a state that the booking has already. Of two arrivals the first counts, the audit keeps both times, and no absence that
/// is older than the last of them replaces it; `None` if another person changed the booking in between.
///
/// INVARIANT: of two devices that let the same players in, the earlier time stays on the booking (suite `offline`).
async fn record_same(
    tx: &mut dyn Session,
    input: &FactInput,
    before: &BookingDetails,
    at: Timestamp,
) -> Result<Option<Audited<KeptFact>>, FactError> {
    let booking = &before.booking;
    if booking.attendance != Some(Attendance::Arrived) {
        return Ok(Some(Audited::unchanged(FactOutcome::AlreadyDone.into())));
    }
    let after = Facts::offline(booking.attendance, at, input.staff);
    if booking.attendance_at.is_some_and(|first| first <= at) {
        // Of a booking that is not confirmed any more no absence is recorded, so the time is of no use.
        let can_change = booking.status == OrderStatus::Confirmed;
        if can_change && before.attendance_latest_at.is_some_and(|last| last < at) {
            if !Attendances(tx).put_again(booking.number, at, booking.version).await? {
                return Ok(None);
            }
            tx.announce(ChangeEvent::Board(booking.venue, booking.day));
        }
        let entry = Entry::added("attendance.seen_again", "booking", booking.number, &after);
        return Ok(Some(Audited::new(FactOutcome::AlreadyDone.into(), entry.at(booking.venue))));
    }
    let starts_at = booking.time.slot.starts_at;
    check_attendance(booking.attendance, booking.status, starts_at, at, input.check_in)
        .map_err(MarkAttendanceError::from)?;
    let new = NewAttendance {
        order: booking.number,
        state: booking.attendance,
        at,
        staff: Some(input.staff),
        way: AttendanceWay::Offline,
    };
    if !Attendances(tx).put(&new, booking.version).await? {
        return Ok(None);
    }
    tx.announce(ChangeEvent::Board(booking.venue, booking.day));
    let entry = Entry::changed("attendance.recorded", "booking", booking.number, &Facts::of(before), &after);
    Ok(Some(Audited::new(FactOutcome::Done.into(), entry.at(booking.venue))))
}

/// Records a state in place of another one that was recorded before `at`; `None` if another person changed the booking in between.
async fn record_other(
    tx: &mut dyn Session,
    input: &FactInput,
    before: &BookingDetails,
    state: Option<Attendance>,
    at: Timestamp,
) -> Result<Option<Audited<KeptFact>>, FactError> {
    let booking = &before.booking;
    let mark = MarkAttendance {
        number: booking.number,
        venues: vec![input.venue.id],
        state,
        way: AttendanceWay::Offline,
        staff: Some(input.staff),
        version: booking.version,
        now: at,
        check_in: input.check_in,
    };
    match mark_attendance(tx, &mark).await {
        Ok(_) => {
            let after = Facts::offline(state, at, input.staff);
            let entry =
                Entry::changed("attendance.recorded", "booking", booking.number, &Facts::of(before), &after);
            Ok(Some(Audited::new(FactOutcome::Done.into(), entry.at(booking.venue))))
        }
        Err(MarkAttendanceError::ChangedMeanwhile(_)) => Ok(None),
        Err(MarkAttendanceError::NoSuchBooking) => Err(FactError::NoSuchBooking),
        Err(MarkAttendanceError::NotAllowed(refused)) => Err(refused.into()),
        Err(MarkAttendanceError::Store(error)) => Err(error.into()),
        Err(error @ MarkAttendanceError::Refused(_)) => Err(error.into()),
    }
}
