//! Venues, their courts and opening hours.

use std::{fmt, str::FromStr};

use jiff::{
    civil::{Date, Weekday},
    tz::TimeZone,
};

use crate::{CourtId, SportId, VenueId, price::PriceRule, slot::StartTime};

/// A place to play, with all that availability and prices need.
#[derive(Debug, Clone)]
pub struct Venue {
    /// Its id.
    pub id: VenueId,
    /// What players call it.
    pub name: String,
    /// The area, short.
    pub location: String,
    /// The postal address.
    pub long_location: String,
    /// Where 'Route Me' leads (https), if the operator set it.
    pub map_url: Option<String>,
    /// The card's picture: a path or an https link.
    pub image: String,
    /// What there is: lockers, parking, washroom, fb …
    pub facilities: Vec<String>,
    /// More pictures.
    pub gallery: Vec<String>,
    /// The zone its clock shows.
    pub zone: TimeZone,
    /// From one start to the next, in minutes.
    pub slot_minutes: u16,
    /// How long is played of that, in minutes; the rest is handover.
    pub play_minutes: u16,
    /// When play may start, Monday first; `None` is a day off.
    pub hours: [Option<OpeningHours>; 7],
    /// Active courts by number.
    pub courts: Vec<Court>,
    /// What an hour costs.
    pub prices: Vec<PriceRule>,
}

/// First and last start of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpeningHours {
    /// The first slot of the day starts then …
    pub first_start: StartTime,
    /// … and the last one then.
    pub last_start: StartTime,
}

impl Venue {
    /// The starts of `day` by the opening hours, earliest first.
    pub fn starts_on(&self, day: Date) -> impl Iterator<Item = StartTime> + '_ {
        let hours = self.hours_on(day);
        let (first, last) = hours.map_or((1, 0), |h| (h.first_start.minute(), h.last_start.minute()));
        (first..=last).step_by(usize::from(self.slot_minutes.max(1))).filter_map(StartTime::from_minute)
    }

    /// The opening hours of `day`, or `None` on a day off.
    pub fn hours_on(&self, day: Date) -> Option<OpeningHours> {
        self.hours[usize::from(day.weekday().to_monday_zero_offset().unsigned_abs())]
    }

    /// Whether a slot starts at `time` on `day`.
    pub fn is_start(&self, day: Date, time: StartTime) -> bool {
        self.starts_on(day).any(|start| start == time)
    }

    /// The active court with this id.
    pub fn court(&self, id: CourtId) -> Option<&Court> {
        self.courts.iter().find(|court| court.id == id)
    }

    /// How many active courts are of this type.
    pub fn count(&self, court_type: CourtType) -> usize {
        self.courts.iter().filter(|court| court.court_type == court_type).count()
    }
}

/// The bit of `weekday` in a set of weekdays: Monday is bit 0.
pub fn weekday_bit(weekday: Weekday) -> u8 {
    1 << weekday.to_monday_zero_offset()
}

/// One court.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Court {
    /// Its id, unique over all venues.
    pub id: CourtId,
    /// Whose it is.
    pub venue: VenueId,
    /// What is played on it.
    pub sport: SportId,
    /// What is painted on it.
    pub number: u16,
    /// What players call it.
    pub name: String,
    /// Under the sky or a roof.
    pub court_type: CourtType,
}

/// Under the sky or under a roof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum CourtType {
    /// Under the sky.
    Outdoor,
    /// Under a roof.
    Indoor,
}

impl CourtType {
    /// `OUTDOOR` or `INDOOR` (spec §3).
    pub fn name(self) -> &'static str {
        match self {
            CourtType::Outdoor => "OUTDOOR",
            CourtType::Indoor => "INDOOR",
        }
    }
}

impl fmt::Display for CourtType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no court type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a court is OUTDOOR or INDOOR")]
pub struct NotACourtType;

impl FromStr for CourtType {
    type Err = NotACourtType;

    fn from_str(text: &str) -> Result<Self, NotACourtType> {
        match text {
            "OUTDOOR" => Ok(CourtType::Outdoor),
            "INDOOR" => Ok(CourtType::Indoor),
            _ => Err(NotACourtType),
        }
    }
}
