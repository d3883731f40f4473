//! Check-in by pass: what a scanned pass of a booking leads to.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{attendance::Attendance, claim::Slot, money::Money, order::OrderStatus};

/// A booking and its pass, the input of check-in.
#[derive(Debug, Clone, Copy)]
pub struct CheckInFacts {
    /// Court and start that the pass names.
    pub on_pass: Slot,
    /// Court and start of the booking now.
    pub slot: Slot,
    /// When the court is free again.
    pub ends_at: Timestamp,
    /// Whether the booking is on the venue's present day.
    pub is_today: bool,
    /// Its status.
    pub status: OrderStatus,
    /// Whether the players came.
    pub attendance: Option<Attendance>,
    /// What is still to be paid.
    pub due: Money,
    /// Whether a clerk who saw the booking lets the players in although it was moved, is over or owes money.
    pub is_let_in: bool,
}

/// What a scanned pass of a known booking leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckIn {
    /// The players are checked in.
    Admitted,
    /// Something is still to be paid.
    Due,
    /// They were checked in before.
    AlreadyIn,
    /// The booking is for another day.
    WrongDay,
    /// Check-in for the booking has not begun.
    TooEarly,
    /// The game has ended, and no arrival was recorded.
    Over,
    /// The game has another court or start than the pass says.
    Moved,
    /// There is no booking to check in: it was cancelled, or the order never became one.
    Cancelled,
    /// The day of the booking is closed.
    DayClosed,
}

/// Decides what a scanned pass leads to at `now`; check-in opens `opens_before` before the start. A game of the next
/// day that begins soon, and one of the day before that is still on, count as today's.
pub fn check_in(facts: &CheckInFacts, now: Timestamp, opens_before: SignedDuration) -> CheckIn {
    match facts.status {
        OrderStatus::Confirmed => {}
        OrderStatus::Completed | OrderStatus::NoShow if facts.is_today => return CheckIn::DayClosed,
        OrderStatus::Completed | OrderStatus::NoShow => return CheckIn::WrongDay,
        _ => return CheckIn::Cancelled,
    }
    let is_in = facts.attendance == Some(Attendance::Arrived);
    let is_early = facts.slot.starts_at.duration_since(now) > opens_before;
    let is_over = now >= facts.ends_at;
    if facts.slot != facts.on_pass && !is_in && !facts.is_let_in {
        CheckIn::Moved
    } else if !facts.is_today && (is_early || is_over) {
        CheckIn::WrongDay
    } else if is_in {
        CheckIn::AlreadyIn
    } else if is_early {
        CheckIn::TooEarly
    } else if is_over && !facts.is_let_in {
        CheckIn::Over
    } else if facts.due > Money::ZERO && !facts.is_let_in {
        CheckIn::Due
    } else {
        CheckIn::Admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CourtId;

    const START: Timestamp = Timestamp::constant(1_795_354_200, 0);
    const SLOT: Slot = Slot { court: CourtId(3), starts_at: START };
    const ARRIVED: Option<Attendance> = Some(Attendance::Arrived);

    /// A paid booking of today that begins at [`START`] and lasts an hour.
    fn paid() -> CheckInFacts {
        CheckInFacts {
            on_pass: SLOT,
            slot: SLOT,
            ends_at: START + SignedDuration::from_hours(1),
            is_today: true,
            status: OrderStatus::Confirmed,
            attendance: None,
            due: Money::ZERO,
            is_let_in: false,
        }
    }

    /// What a scan leads to this many minutes after the start, with check-in from three hours before it.
    fn at(minutes: i64, facts: CheckInFacts) -> CheckIn {
        check_in(&facts, START + SignedDuration::from_mins(minutes), SignedDuration::from_hours(3))
    }

    #[test]
    fn a_paid_booking_is_admitted_from_three_hours_before_its_start_until_its_end() {
        assert_eq!(at(-181, paid()), CheckIn::TooEarly);
        assert_eq!(at(-180, paid()), CheckIn::Admitted);
        assert_eq!(at(59, paid()), CheckIn::Admitted);
        assert_eq!(at(60, paid()), CheckIn::Over);
        let marked_absent = CheckInFacts { attendance: Some(Attendance::Absent), ..paid() };
        assert_eq!(
            at(20, marked_absent),
            CheckIn::Admitted,
            "a player who was marked absent comes after all"
        );
    }

    #[test]
    fn a_clerk_can_admit_players_whose_booking_was_moved_is_over_or_owes_money() {
        let elsewhere = Slot { court: CourtId(5), starts_at: START };
        let due = CheckInFacts { due: Money::from_rupees(850), ..paid() };
        let moved = CheckInFacts { slot: elsewhere, ..paid() };
        for (minutes, facts, stopped) in
            [(-10, due, CheckIn::Due), (-10, moved, CheckIn::Moved), (60, paid(), CheckIn::Over)]
        {
            assert_eq!(at(minutes, facts), stopped);
            assert_eq!(at(minutes, CheckInFacts { is_let_in: true, ..facts }), CheckIn::Admitted);
        }
    }

    #[test]
    fn a_clerk_cannot_admit_a_pass_of_another_day_an_early_pass_or_a_second_scan() {
        let let_in = CheckInFacts { is_let_in: true, ..paid() };
        assert_eq!(at(-181, let_in), CheckIn::TooEarly);
        assert_eq!(at(-2_000, CheckInFacts { is_today: false, ..let_in }), CheckIn::WrongDay);
        assert_eq!(at(10, CheckInFacts { attendance: ARRIVED, ..let_in }), CheckIn::AlreadyIn);
    }

    #[test]
    fn another_day_counts_as_today_while_check_in_is_open() {
        let other_day = CheckInFacts { is_today: false, ..paid() };
        assert_eq!(at(-181, other_day), CheckIn::WrongDay);
        assert_eq!(
            at(-30, other_day),
            CheckIn::Admitted,
            "half an hour before a game that begins after midnight"
        );
        assert_eq!(at(30, other_day), CheckIn::Admitted, "a game that began before midnight");
        assert_eq!(at(60, other_day), CheckIn::WrongDay);
        let was_in = CheckInFacts { attendance: ARRIVED, ..other_day };
        assert_eq!(at(24 * 60, was_in), CheckIn::WrongDay, "a pass of yesterday");
    }

    #[test]
    fn a_second_scan_reports_that_the_players_are_in_also_after_a_move() {
        let arrived = CheckInFacts { attendance: ARRIVED, due: Money::from_rupees(850), ..paid() };
        assert_eq!(at(5, arrived), CheckIn::AlreadyIn);
        let moved = CheckInFacts { slot: Slot { court: CourtId(5), starts_at: START }, ..arrived };
        assert_eq!(at(5, moved), CheckIn::AlreadyIn);
    }

    #[test]
    fn only_confirmed_bookings_are_admitted() {
        use OrderStatus as S;
        let other_statuses = OrderStatus::ALL.iter().copied().filter(|status| *status != S::Confirmed);
        for status in other_statuses {
            let (today, other_day) = match status {
                S::Completed | S::NoShow => (CheckIn::DayClosed, CheckIn::WrongDay),
                _ => (CheckIn::Cancelled, CheckIn::Cancelled),
            };
            let facts = CheckInFacts { status, is_let_in: true, ..paid() };
            assert_eq!(at(5, facts), today, "{status}");
            assert_eq!(at(5, CheckInFacts { is_today: false, ..facts }), other_day, "{status}");
        }
    }
}
