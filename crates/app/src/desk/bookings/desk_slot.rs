//! A court and hour as the desk picks it, and whether the desk can sell it.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use sideout_domain::{
    CourtId,
    claim::{CourtTime, Slot},
    money::Money,
    price::price_of,
    slot::{StartTime, last_bookable_day},
    venue::Venue,
};

/// A court and hour of a venue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeskSlot {
    /// The court.
    pub court: CourtId,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
}

impl Serialize for DeskSlot {
    /// The court, the day and the minute.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.court, self.day.to_string(), self.start.minute()).serialize(serializer)
    }
}

/// Why the desk cannot sell a court and hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotForSale {
    /// There is no such court at the venue.
    #[error("no such court")]
    NoSuchCourt,
    /// The hour is over.
    #[error("the hour is over")]
    Over,
    /// The day is more than a month ahead.
    #[error("too far ahead")]
    TooFarAhead,
    /// The venue is closed at that hour, or the hour has no price.
    #[error("not for sale")]
    Closed,
}

/// The time of a slot and its price.
///
/// Unlike a player, the desk can sell the hour that runs: who walks in plays the rest of it.
///
/// # Errors
/// [`NotForSale`].
pub(super) fn offer(venue: &Venue, pick: DeskSlot, now: Timestamp) -> Result<(CourtTime, Money), NotForSale> {
    let court = venue.court(pick.court).ok_or(NotForSale::NoSuchCourt)?;
    let slot = Slot { court: court.id, starts_at: pick.start.on(pick.day, &venue.zone) };
    let time = slot.lasting(venue.slot_minutes);
    if slot.lasting(venue.play_minutes).ends_at <= now {
        return Err(NotForSale::Over);
    }
    let (today, _) = StartTime::at(now, &venue.zone);
    if pick.day > last_bookable_day(today) {
        return Err(NotForSale::TooFarAhead);
    }
    if !venue.is_start(pick.day, pick.start) {
        return Err(NotForSale::Closed);
    }
    let price = price_of(&venue.prices, court, pick.day, pick.start).ok_or(NotForSale::Closed)?;
    Ok((time, price))
}
