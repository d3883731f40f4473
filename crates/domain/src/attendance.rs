//! Attendance: whether the players of a booking came.

use jiff::{SignedDuration, Timestamp};

use crate::{named::named, order::OrderStatus};

named! {
    /// Whether the players came.
    Attendance, "attendance" {
        /// The players have come.
        Arrived = "arrived",
        /// The players did not come.
        Absent = "absent",
    }
}

named! {
    /// How the desk recognized the booking.
    AttendanceWay, "way of recording attendance" {
        /// By the code of the pass.
        Scan = "scan",
        /// By name.
        Name = "name",
        /// On a device without network, sent later.
        Offline = "offline",
    }
}

/// Why attendance is not recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AttendanceRefused {
    /// The order is not a confirmed booking.
    #[error("not a confirmed booking")]
    WrongState,
    /// The day of the booking is closed: its status says whether the players came.
    #[error("the day is closed")]
    DayClosed,
    /// Arrival can be recorded only from some hours before the start on, absence only from the start on.
    #[error("too early")]
    TooEarly,
}

/// Whether the attendance of a booking with `status` that starts at `starts_at` may become `next` at `now` (`None` takes
/// back what was recorded). Players may arrive from `check_in` before the start and be absent from the start on.
///
/// # Errors
/// [`AttendanceRefused`] with the reason.
pub fn check_attendance(
    next: Option<Attendance>,
    status: OrderStatus,
    starts_at: Timestamp,
    now: Timestamp,
    check_in: SignedDuration,
) -> Result<(), AttendanceRefused> {
    match status {
        OrderStatus::Confirmed => {}
        OrderStatus::Completed | OrderStatus::NoShow => return Err(AttendanceRefused::DayClosed),
        _ => return Err(AttendanceRefused::WrongState),
    }
    let before_start = starts_at.duration_since(now);
    let earliest = match next {
        None => return Ok(()),
        Some(Attendance::Arrived) => check_in,
        Some(Attendance::Absent) => SignedDuration::ZERO,
    };
    if before_start > earliest { Err(AttendanceRefused::TooEarly) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp::constant(1_795_354_200, 0);
    const THREE_HOURS: SignedDuration = SignedDuration::from_hours(3);

    fn at(minutes: i64, next: Option<Attendance>) -> Result<(), AttendanceRefused> {
        let now = START + SignedDuration::from_mins(minutes);
        check_attendance(next, OrderStatus::Confirmed, START, now, THREE_HOURS)
    }

    #[test]
    fn players_arrive_from_three_hours_before_the_start_and_are_absent_from_the_start_on() {
        assert_eq!(at(-181, Some(Attendance::Arrived)), Err(AttendanceRefused::TooEarly));
        assert_eq!(at(-180, Some(Attendance::Arrived)), Ok(()));
        assert_eq!(at(-1, Some(Attendance::Absent)), Err(AttendanceRefused::TooEarly));
        assert_eq!(at(0, Some(Attendance::Absent)), Ok(()));
    }

    #[test]
    fn what_was_recorded_may_be_taken_back_and_corrected_at_any_later_time() {
        for minutes in [-10_000, 0, 10_000] {
            assert_eq!(at(minutes, None), Ok(()));
        }
        for next in Attendance::ALL {
            assert_eq!(at(26 * 60, Some(*next)), Ok(()));
        }
    }

    #[test]
    fn only_a_confirmed_booking_has_attendance() {
        for status in OrderStatus::ALL.iter().filter(|status| **status != OrderStatus::Confirmed) {
            for next in [None, Some(Attendance::Arrived), Some(Attendance::Absent)] {
                let is_of_closed_day = matches!(status, OrderStatus::Completed | OrderStatus::NoShow);
                let expected = match is_of_closed_day {
                    true => AttendanceRefused::DayClosed,
                    false => AttendanceRefused::WrongState,
                };
                let refused = check_attendance(next, *status, START, START, THREE_HOURS);
                assert_eq!(refused, Err(expected), "{status}");
            }
        }
    }
}
