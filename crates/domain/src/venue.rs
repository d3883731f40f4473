//! Venues, their courts and opening hours.

use std::{fmt, str::FromStr};

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Weekday},
    tz::TimeZone,
};

use crate::{
    CourtId, SportId, VenueId,
    hours::{Hours, starts_of},
    price::PriceRule,
    slot::StartTime,
    upi::UpiAddress,
};

/// The highest id of a venue.
pub const LAST_VENUE_ID: i64 = 9_999;
/// The highest number that is painted on a court, and so the most courts of a venue. The id of a court ends with two digits for it.
pub const MOST_COURTS: u16 = 99;

/// A place to play, with all data for availability and prices.
#[derive(Debug, Clone)]
pub struct Venue {
    /// Its id.
    pub id: VenueId,
    /// The name players use for it.
    pub name: String,
    /// The area in which it is, in a few words.
    pub location: String,
    /// The postal address.
    pub long_location: String,
    /// The target of 'Route Me' (https), if there is one.
    pub map_url: Option<String>,
    /// The address of the venue's own account, to which players pay by UPI at the desk.
    pub upi_address: Option<UpiAddress>,
    /// The picture on its card: a path or an https link.
    pub image: String,
    /// Its facilities: lockers, parking, washroom, fb (food and drinks) …
    pub facilities: Vec<String>,
    /// More pictures.
    pub gallery: Vec<String>,
    /// The time zone of the venue.
    pub zone: TimeZone,
    /// The length of a slot, in minutes.
    pub slot_minutes: u16,
    /// Minutes of play in a slot; the rest is handover.
    pub play_minutes: u16,
    /// The starts of play, by day.
    pub hours: Hours,
    /// Active courts by number.
    pub courts: Vec<Court>,
    /// The price rules.
    pub prices: Vec<PriceRule>,
}

/// First and last start of a span of a day, which may have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub struct OpeningHours {
    /// The first slot of the span starts at this time.
    pub first_start: StartTime,
    /// The last slot of the span starts at this time, or before it if no slot starts exactly then.
    pub last_start: StartTime,
}

impl OpeningHours {
    /// The starts of the span, in minutes after midnight.
    pub(crate) fn starts(self, slot_minutes: u16) -> impl Iterator<Item = u16> {
        (self.first_start.minute()..=self.last_start.minute()).step_by(usize::from(slot_minutes.max(1)))
    }
}

impl Venue {
    /// Whether a court of the venue is for `sport`.
    pub fn has(&self, sport: SportId) -> bool {
        self.courts.iter().any(|court| court.sport == sport)
    }

    /// The starts of `day` by the opening hours, earliest first, without those that a clock change skips: they would begin at the same
    /// instant as a later start.
    pub fn starts_on(&self, day: Date) -> impl Iterator<Item = StartTime> + '_ {
        let starts = starts_of(self.hours.on(day), self.slot_minutes);
        starts.filter(move |start| StartTime::at(start.on(day, &self.zone), &self.zone) == (day, *start))
    }

    /// How long a court is prepared for the next game at the end of each slot.
    pub fn handover(&self) -> SignedDuration {
        SignedDuration::from_mins(self.slot_minutes.saturating_sub(self.play_minutes).into())
    }

    /// Whether a slot starts at `time` on `day`.
    pub fn is_start(&self, day: Date, time: StartTime) -> bool {
        self.starts_on(day).any(|start| start == time)
    }

    /// The day at the venue at `now`.
    pub fn today(&self, now: Timestamp) -> Date {
        StartTime::at(now, &self.zone).0
    }

    /// The instants at which `day` begins and ends at the venue: its midnight and the next one.
    pub fn span_of(&self, day: Date) -> (Timestamp, Timestamp) {
        let midnight = |day: Date| StartTime::default().on(day, &self.zone);
        (midnight(day), day.tomorrow().map_or(Timestamp::MAX, midnight))
    }

    /// The active court with this id.
    pub fn court(&self, id: CourtId) -> Option<&Court> {
        self.courts.iter().find(|court| court.id == id)
    }

    /// The number of active courts for `sport` of this type.
    pub fn count(&self, sport: SportId, court_type: CourtType) -> usize {
        self.courts.iter().filter(|court| court.sport == sport && court.court_type == court_type).count()
    }
}

/// The place of `weekday` in a week that begins with Monday: 0 to 6.
pub fn days_since_monday(weekday: Weekday) -> usize {
    usize::from(weekday.to_monday_zero_offset().unsigned_abs())
}

/// The bit of `weekday` in a set of weekdays: Monday is bit 0.
pub fn weekday_bit(weekday: Weekday) -> u8 {
    1 << days_since_monday(weekday)
}

/// One court.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Court {
    /// Its id, unique over all venues.
    pub id: CourtId,
    /// Its venue.
    pub venue: VenueId,
    /// Its sport.
    pub sport: SportId,
    /// The number painted on it.
    pub number: u16,
    /// The name players use for it.
    pub name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
}

impl Court {
    /// Whether this court is for `sport`; every court is if that is `None`.
    pub fn is_for(&self, sport: Option<SportId>) -> bool {
        sport.is_none_or(|sport| self.sport == sport)
    }

    /// How different this court is from `wanted`, as a key to sort by: courts of its type (indoor or outdoor) first,
    /// then by distance of the court number; of two equally near, the lower number first.
    pub fn distance_to(&self, wanted: &Court) -> impl Ord + use<> {
        (self.court_type != wanted.court_type, self.number.abs_diff(wanted.number), self.number)
    }
}

/// Outdoor or indoor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum CourtType {
    /// Without a roof.
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

/// The text is not a court type.
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

#[cfg(test)]
impl Venue {
    /// A venue without courts and prices, with these hours in `zone` and slots of an hour, for tests.
    pub(crate) fn without_courts(hours: Hours, zone: TimeZone) -> Self {
        Self {
            id: VenueId(1),
            name: "Old Mill".to_owned(),
            location: String::new(),
            long_location: String::new(),
            map_url: None,
            upi_address: None,
            image: String::new(),
            facilities: Vec::new(),
            gallery: Vec::new(),
            zone,
            slot_minutes: 60,
            play_minutes: 55,
            hours,
            courts: Vec::new(),
            prices: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_start_that_a_clock_change_skips_is_left_out() {
        let all_day =
            OpeningHours { first_start: StartTime::default(), last_start: "11:00 PM".parse().unwrap() };
        let venue = Venue::without_courts(
            Hours::of_week(std::array::from_fn(|_| vec![all_day])),
            TimeZone::get("America/New_York").unwrap(),
        );
        let starts = |day: Date| venue.starts_on(day).map(StartTime::minute).collect::<Vec<u16>>();
        let (forward, back) = (date(2027, 3, 14), date(2027, 11, 7));
        assert_eq!(starts(forward)[..4], [0, 60, 180, 240]);
        assert!(!venue.is_start(forward, "2:00 AM".parse().unwrap()));
        let every_hour: Vec<u16> = (0..24).map(|hour| hour * 60).collect();
        assert_eq!(starts(forward.yesterday().unwrap()), every_hour);
        assert_eq!(starts(back), every_hour);
    }
}
