//! A slot as the desk names it, and whether the desk can sell it.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use sideout_domain::{
    CourtId,
    claim::{CourtTime, Slot},
    money::Money,
    price::price_of,
    slot::StartTime,
    venue::Venue,
};

use crate::booking::window_of_staff;

/// A slot of a venue: a court, a day and a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeskSlot {
    /// The court.
    pub court: CourtId,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
}

impl DeskSlot {
    /// The time of the slot.
    pub(super) fn time_at(&self, venue: &Venue) -> CourtTime {
        let slot = Slot { court: self.court, starts_at: self.start.on(self.day, &venue.zone) };
        slot.lasting(venue.slot_minutes)
    }
}

impl Serialize for DeskSlot {
    /// The court, the day and the minute.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.court, self.day.to_string(), self.start.minute()).serialize(serializer)
    }
}

/// The last day of a weekly series of at most `weeks` weeks whose first game is on `first`.
pub(super) fn last_day_of_series(first: Date, weeks: u32) -> Date {
    let later = jiff::Span::new().weeks(i64::from(weeks.saturating_sub(1)));
    first.checked_add(later).unwrap_or(Date::MAX)
}

/// Why the desk cannot sell a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotForSale {
    /// No venue has this id, or the venue is retired and the caller does not work there.
    #[error("no such venue")]
    NoSuchVenue,
    /// The venue does not have the court, or has retired it.
    #[error("no such court")]
    NoSuchCourt,
    /// The venue is retired.
    #[error("the venue is retired")]
    VenueRetired,
    /// The hour is over.
    #[error("the hour is over")]
    Over,
    /// The day of the hour is closed.
    #[error("the day is closed")]
    DayClosed,
    /// The day is beyond [`window_of_staff`]; of a booking that is moved or extended, also beyond its own day.
    #[error("too far ahead")]
    TooFarAhead,
    /// The weekly series has more weeks than the setting `business.desk.series_weeks` allows.
    #[error("too many weeks")]
    TooManyWeeks,
    /// The venue is closed at that hour, or the hour has no price.
    #[error("not for sale")]
    Closed,
}

/// The time of a slot and its price, up to the last day of [`window_of_staff`].
///
/// Unlike a player, the desk can sell an hour that has begun: a walk-in plays the rest of it.
///
/// # Errors
/// [`NotForSale`].
pub(super) fn quote(
    venue: &Venue,
    desk_slot: DeskSlot,
    now: Timestamp,
) -> Result<(CourtTime, Money), NotForSale> {
    quote_until(venue, desk_slot, window_of_staff(venue, now).last_day(venue.today(now)), now)
}

/// As [`quote`], for a booking of `day` that is moved or extended: up to that day as well, because a game of a weekly series can be
/// further ahead than the window.
///
/// # Errors
/// [`NotForSale`].
pub(super) fn quote_for_booking(
    venue: &Venue,
    desk_slot: DeskSlot,
    day: Date,
    now: Timestamp,
) -> Result<(CourtTime, Money), NotForSale> {
    let last_day = window_of_staff(venue, now).last_day(venue.today(now)).max(day);
    quote_until(venue, desk_slot, last_day, now)
}

/// As [`quote`], up to `last_day`.
///
/// # Errors
/// [`NotForSale`].
pub(super) fn quote_until(
    venue: &Venue,
    desk_slot: DeskSlot,
    last_day: Date,
    now: Timestamp,
) -> Result<(CourtTime, Money), NotForSale> {
    let court = venue.court(desk_slot.court).ok_or(NotForSale::NoSuchCourt)?;
    let time = desk_slot.time_at(venue);
    if time.slot.lasting(venue.play_minutes).ends_at <= now {
        return Err(NotForSale::Over);
    }
    if desk_slot.day > last_day {
        return Err(NotForSale::TooFarAhead);
    }
    if !venue.is_start(desk_slot.day, desk_slot.start) {
        return Err(NotForSale::Closed);
    }
    let price = price_of(&venue.prices, court, desk_slot.day, desk_slot.start).ok_or(NotForSale::Closed)?;
    Ok((time, price))
}
