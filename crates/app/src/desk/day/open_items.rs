//! What is still to do before a day is closed.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{attendance::Attendance, drawer::Shift, money::Money, order::OrderStatus};
use sideout_store::{board::DeskBooking, takings::ListedPayment};

/// What is still to do before a day is closed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenItems {
    /// The games that have begun without recorded attendance, the earliest first.
    pub unmarked: Vec<DeskBooking>,
    /// Games that were played and not paid, the earliest first.
    pub due: Vec<DeskBooking>,
    /// Payments to the venue's own UPI account that were not found in the bank's list yet, the oldest first.
    pub to_match: Vec<ListedPayment>,
    /// The open shift that a member of staff keeps, if there is one: its drawer is still to be counted.
    pub shift: Option<Shift>,
}

impl OpenItems {
    /// How much is open.
    pub fn count(&self) -> usize {
        self.unmarked.len() + self.due.len() + self.to_match.len() + usize::from(self.shift.is_some())
    }
}

/// What is open at `now`, by the bookings of the day, the payments of its time and the open shift of the drawer.
pub(super) fn list_open(
    bookings: &[DeskBooking],
    payments: Vec<ListedPayment>,
    shift: Option<Shift>,
    now: Timestamp,
) -> OpenItems {
    let mut unmarked: Vec<_> = bookings.iter().filter(|booking| is_unmarked(booking, now)).cloned().collect();
    let mut due: Vec<_> = bookings.iter().filter(|booking| is_unpaid(booking, now)).cloned().collect();
    for list in [&mut unmarked, &mut due] {
        list.sort_by_key(|booking| (booking.time.slot.starts_at, booking.court_number));
    }
    let mut to_match: Vec<_> = payments.into_iter().filter(|listed| listed.payment.is_to_match()).collect();
    to_match.reverse();
    let shift = shift.filter(Shift::is_kept);
    OpenItems { unmarked, due, to_match, shift }
}

/// Whether a game has begun and its attendance is not recorded.
pub(super) fn is_unmarked(booking: &DeskBooking, now: Timestamp) -> bool {
    booking.status == OrderStatus::Confirmed
        && booking.attendance.is_none()
        && booking.time.slot.starts_at <= now
}

/// Whether a game was played, as far as is known, and is not paid.
pub(super) fn is_unpaid(booking: &DeskBooking, now: Timestamp) -> bool {
    let was_missed = booking.status == OrderStatus::NoShow || booking.attendance == Some(Attendance::Absent);
    booking.time.slot.starts_at <= now
        && !was_missed
        && booking.amounts.due_at_desk(booking.status) > Money::ZERO
}

/// The end of play of each confirmed booking, which has no outcome yet.
pub(super) fn play_ends(
    bookings: &[DeskBooking],
    handover: SignedDuration,
) -> impl Iterator<Item = Timestamp> + '_ {
    let undecided = bookings.iter().filter(|booking| booking.status == OrderStatus::Confirmed);
    undecided.map(move |booking| booking.time.ends_at - handover)
}
