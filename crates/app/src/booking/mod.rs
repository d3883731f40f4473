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
use sideout_domain::{hours::BookingWindow, slot::StartTime, venue::Venue};

/// Why a player cannot book a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unbookable {
    /// No slot starts at that time, the slot has begun, or the day is beyond the month of spec §9.
    Closed,
    /// The day is too far ahead: players can book up to this many days ahead at this venue.
    TooFarAhead(u16),
    /// It is too late: at this venue players can book until this many minutes before the start.
    TooLate(u16),
}

/// Checks that a player can book the slot at `start` on `day` at `now`: it is a start of the venue's opening hours, lies in the future, and
/// falls within the booking window (spec §9, up to one month in advance, unless the venue has a limit of its own).
///
/// # Errors
/// [`Unbookable`].
pub fn check_bookable(venue: &Venue, day: Date, start: StartTime, now: Timestamp) -> Result<(), Unbookable> {
    let window = venue.hours.window;
    let starts_at = start.on(day, &venue.zone);
    if starts_at <= now || !venue.is_start(day, start) {
        return Err(Unbookable::Closed);
    }
    if day > window.last_day(venue.today(now)) {
        return Err(window.horizon_days.map_or(Unbookable::Closed, Unbookable::TooFarAhead));
    }
    if window.ends_for(starts_at) <= now {
        return Err(Unbookable::TooLate(window.lead_minutes));
    }
    Ok(())
}

/// How far ahead staff can book at `venue` at `now`.
pub fn window_of_staff(venue: &Venue, now: Timestamp) -> BookingWindow {
    venue.hours.window.for_staff(venue.today(now))
}

/// The last day on which a player whose court was closed on the day `lost` can be booked at `venue` at `now`: that of
/// [`window_of_staff`], and at least that day itself, because a game of a weekly series can be further ahead than the window.
pub fn last_day_of_choices(venue: &Venue, lost: Date, now: Timestamp) -> Date {
    window_of_staff(venue, now).last_day(venue.today(now)).max(lost)
}

/// Whether the slot at `start` on `day` has not begun and lies on a day up to `last_day`.
pub fn is_sold_until(venue: &Venue, last_day: Date, day: Date, start: StartTime, now: Timestamp) -> bool {
    is_until(venue, day, last_day, now) && start.on(day, &venue.zone) > now && venue.is_start(day, start)
}

/// Whether the slot at `start` on `day` can be sold to players within `window`.
pub fn is_sold_within(
    venue: &Venue,
    window: BookingWindow,
    day: Date,
    start: StartTime,
    now: Timestamp,
) -> bool {
    let starts_at = start.on(day, &venue.zone);
    is_within(venue, window, day, now)
        && starts_at > now
        && window.ends_for(starts_at) > now
        && venue.is_start(day, start)
}

/// Whether `day` is within the booking window of players of `venue` at `now`: from today to one month ahead (spec §9), or to the
/// venue's own limit, in the venue's time zone.
pub fn is_within_reach(venue: &Venue, day: Date, now: Timestamp) -> bool {
    is_within(venue, venue.hours.window, day, now)
}

fn is_within(venue: &Venue, window: BookingWindow, day: Date, now: Timestamp) -> bool {
    is_until(venue, day, window.last_day(venue.today(now)), now)
}

/// Whether `day` lies from today to `last_day` at `venue` at `now`.
fn is_until(venue: &Venue, day: Date, last_day: Date, now: Timestamp) -> bool {
    (venue.today(now)..=last_day).contains(&day)
}
