//! Booking: list free courts, hold one, confirm it, cancel it.

pub mod alternatives;
pub mod availability;
pub mod cancel;
pub mod confirm_at_court;
pub mod find_hold;
pub mod find_order;
pub mod follow_day;
pub mod free_hours;
pub mod list_bookings;
pub mod list_courts;
pub mod order_calendar;
pub mod own_courts;
pub mod place_hold;
pub mod quote_coupon;
pub mod release_hold;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    slot::{StartTime, last_bookable_day},
    venue::Venue,
};

/// Whether the slot at `start` on `day` can be booked at `now`: it is a start of the venue's opening hours, lies in the
/// future, and falls within the booking window (spec §9, up to one month in advance).
pub fn is_bookable(venue: &Venue, day: Date, start: StartTime, now: Timestamp) -> bool {
    is_within_reach(venue, day, now) && start.on(day, &venue.zone) > now && venue.is_start(day, start)
}

/// Whether `day` is within the booking window of `venue` at `now`: from today to one month ahead, in the venue's time
/// zone (spec §9).
pub fn is_within_reach(venue: &Venue, day: Date, now: Timestamp) -> bool {
    let today = StartTime::at(now, &venue.zone).0;
    (today..=last_bookable_day(today)).contains(&day)
}
