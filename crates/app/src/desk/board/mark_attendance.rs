//! Records whether the players of a booking came, in a unit of work of the caller.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{
    StaffId, VenueId,
    attendance::{Attendance, AttendanceRefused, AttendanceWay, check_attendance},
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{
    Attendances, Board, ChangeEvent, Session, StoreError, attendance::NewAttendance, board::BookingDetails,
};

use crate::steps::audited::Refused;

/// The input of [`mark_attendance`].
#[derive(Debug, Clone)]
pub struct MarkAttendance {
    /// The number of the booking.
    pub number: OrderNumber,
    /// Where the member of staff works: other venues' bookings do not exist for them.
    pub venues: Vec<VenueId>,
    /// Whether the players came; `None` removes what was recorded.
    pub state: Option<Attendance>,
    /// How the booking was recognized.
    pub way: AttendanceWay,
    /// The member of staff who records it.
    pub staff: Option<StaffId>,
    /// The version of the booking that was read before the decision.
    pub version: i64,
    /// When it is recorded; from a device without network, the earlier time at which it was noted there.
    pub now: Timestamp,
    /// From how long before the start players may arrive (`business.check_in_minutes`).
    pub check_in: SignedDuration,
}

/// A booking before and after the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedAttendance {
    /// The booking before the change.
    pub before: BookingDetails,
    /// The booking after the change. Equal to `before` if the same was recorded already: then nothing was written.
    pub after: BookingDetails,
}

/// Why attendance is not recorded.
#[derive(Debug, thiserror::Error)]
pub enum MarkAttendanceError {
    /// No booking at the actor's venues has this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// The booking's status or the time does not allow it.
    #[error(transparent)]
    Refused(#[from] AttendanceRefused),
    /// The booking was changed since its version was read; this is the booking as it is now.
    #[error("changed meanwhile")]
    ChangedMeanwhile(Box<BookingDetails>),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    NotAllowed(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Records attendance and announces it to the boards of the day.
///
/// # Errors
/// [`MarkAttendanceError`]. Unless the database failed, nothing was written, and the unit of work may go on.
pub async fn mark_attendance(
    tx: &mut dyn Session,
    input: &MarkAttendance,
) -> Result<MarkedAttendance, MarkAttendanceError> {
    let before = find_marked(tx, input).await?;
    if before.booking.version != input.version {
        return Err(MarkAttendanceError::ChangedMeanwhile(Box::new(before)));
    }
    let booking = &before.booking;
    check_attendance(input.state, booking.status, booking.time.slot.starts_at, input.now, input.check_in)?;
    if booking.attendance == input.state {
        return Ok(MarkedAttendance { after: before.clone(), before });
    }
    let new = NewAttendance {
        order: input.number,
        state: input.state,
        at: input.now,
        staff: input.staff,
        way: input.way,
    };
    if !Attendances(tx).put(&new, input.version).await? {
        // Another unit of work changed the booking after the read above.
        let current = find_marked(tx, input).await?;
        if matches!(current.booking.status, OrderStatus::Completed | OrderStatus::NoShow) {
            return Err(AttendanceRefused::DayClosed.into());
        }
        return Err(MarkAttendanceError::ChangedMeanwhile(Box::new(current)));
    }
    tx.announce(ChangeEvent::Board(booking.venue, booking.day));
    let after = find_marked(tx, input).await?;
    Ok(MarkedAttendance { before, after })
}

/// The booking that is marked, as it is now.
///
/// # Errors
/// [`MarkAttendanceError::NoSuchBooking`], or the error of the database.
pub(crate) async fn find_marked(
    tx: &mut dyn Session,
    input: &MarkAttendance,
) -> Result<BookingDetails, MarkAttendanceError> {
    let found = Board(tx).find_booking(input.number, input.now).await?;
    found
        .filter(|found| input.venues.contains(&found.booking.venue))
        .ok_or(MarkAttendanceError::NoSuchBooking)
}
