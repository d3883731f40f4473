//! Slots: the time of day a slot starts, its period, and its instant at a venue.

use std::{fmt, str::FromStr};

use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// The minutes of a day by the clock, from midnight to midnight.
pub const DAY_MINUTES: u16 = 1_440;

/// The time of day a slot starts, to the minute, by the venue's clock. The default is midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
pub struct StartTime {
    minute: u16,
}

/// The text is not a time of day such as `6:00 AM`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a time is written like '6:00 AM' or '12:30 PM'")]
pub struct NotATime;

impl StartTime {
    /// The time `minute` minutes after midnight; `None` if `minute` is [`DAY_MINUTES`] or more.
    pub fn from_minute(minute: u16) -> Option<Self> {
        (minute < DAY_MINUTES).then_some(StartTime { minute })
    }

    /// Minutes after midnight, 0 to 1439.
    pub fn minute(self) -> u16 {
        self.minute
    }

    /// The part of the day this time is listed under (spec §9: morning to 11 AM, afternoon 12 to 5 PM, evening from 6
    /// PM).
    pub fn period(self) -> Period {
        match self.minute / 60 {
            0..12 => Period::Morning,
            12..18 => Period::Afternoon,
            _ => Period::Evening,
        }
    }

    /// The instant at which `day` shows this time in `zone`. Times skipped by a clock change move forward (RFC 5545).
    pub fn on(self, day: Date, zone: &TimeZone) -> Timestamp {
        let time = jiff::civil::time((self.minute / 60) as i8, (self.minute % 60) as i8, 0, 0);
        // A civil date-time is out of range for an instant only in the years -9999 and 9999.
        zone.to_timestamp(day.to_datetime(time)).unwrap_or(Timestamp::MAX)
    }

    /// The day and time that `at` shows in `zone`, seconds dropped.
    pub fn at(at: Timestamp, zone: &TimeZone) -> (Date, StartTime) {
        let local = zone.to_datetime(at);
        let minute = u16::from(local.hour().unsigned_abs()) * 60 + u16::from(local.minute().unsigned_abs());
        (local.date(), StartTime { minute })
    }
}

/// `6:00 AM`: twelve hours, no leading zero, as in the specification's calls.
impl fmt::Display for StartTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute) = (self.minute / 60, self.minute % 60);
        let half = if hour < 12 { "AM" } else { "PM" };
        write!(f, "{}:{minute:02} {half}", (hour + 11) % 12 + 1)
    }
}

/// Reads `6:00 AM`, and also `06:00 am` and `6:00AM`.
impl FromStr for StartTime {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<Self, NotATime> {
        let text = text.trim().to_ascii_uppercase();
        let (clock, afternoon) = match (text.strip_suffix("AM"), text.strip_suffix("PM")) {
            (Some(clock), _) => (clock, false),
            (_, Some(clock)) => (clock, true),
            _ => return Err(NotATime),
        };
        let (hour, minute) = clock.trim_end().split_once(':').ok_or(NotATime)?;
        let number = |digits: &str, len: std::ops::RangeInclusive<usize>| {
            let plain = len.contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| digits.parse::<u16>().ok()).flatten().ok_or(NotATime)
        };
        let (hour, minute) = (number(hour, 1..=2)?, number(minute, 2..=2)?);
        if !(1..=12).contains(&hour) || minute > 59 {
            return Err(NotATime);
        }
        let hour = hour % 12 + if afternoon { 12 } else { 0 };
        StartTime::from_minute(hour * 60 + minute).ok_or(NotATime)
    }
}

/// A part of the day, as `gettimeslots` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Period {
    /// Starts before noon.
    Morning,
    /// Starts from noon until before 6 PM.
    Afternoon,
    /// Starts from 6 PM on.
    Evening,
}

impl Period {
    /// `MORNING`, `AFTERNOON` or `EVENING` (spec §3).
    pub fn name(self) -> &'static str {
        match self {
            Period::Morning => "MORNING",
            Period::Afternoon => "AFTERNOON",
            Period::Evening => "EVENING",
        }
    }
}

/// The same day of the next month, or that month's last day: 31 January gives 28 or 29 February (spec §9 'up to 1
/// month in advance').
pub fn same_day_next_month(day: Date) -> Date {
    day.checked_add(jiff::Span::new().months(1)).unwrap_or(Date::MAX)
}

/// The days whose availability changes if a court is taken from `start` on `day` for `minutes` minutes: that day; the
/// next one if the time reaches past midnight; and the day before if a slot of that day could overlap it.
pub fn touched_days(day: Date, start: StartTime, minutes: u16) -> impl Iterator<Item = Date> {
    let before = (start.minute() < LONGEST_SLOT_MINUTES).then(|| day.yesterday().ok()).flatten();
    let after = (start.minute() + minutes > DAY_MINUTES).then(|| day.tomorrow().ok()).flatten();
    [Some(day), before, after].into_iter().flatten()
}

/// The shortest slot a venue can have, in minutes.
pub const SHORTEST_SLOT_MINUTES: u16 = 15;

/// The longest slot a venue can have, in minutes.
pub const LONGEST_SLOT_MINUTES: u16 = 240;

/// The shortest play in a slot, in minutes.
pub const SHORTEST_PLAY_MINUTES: u16 = 5;

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn times_are_read_as_they_are_written() {
        for minute in 0..DAY_MINUTES {
            let time = StartTime::from_minute(minute).unwrap();
            assert_eq!(time.to_string().parse(), Ok(time));
        }
        assert_eq!("12:00 AM".parse::<StartTime>().unwrap().minute(), 0);
        assert_eq!("12:30 pm".parse::<StartTime>().unwrap().minute(), 750);
        assert_eq!("11:00 PM".parse::<StartTime>().unwrap().minute(), 1380);
    }

    #[test]
    fn a_text_that_is_not_a_time_is_refused() {
        for text in [
            "",
            "6",
            "6:00",
            "24:00 AM",
            "0:30 AM",
            "13:00 PM",
            "6:60 AM",
            "6:0 AM",
            "+6:00 AM",
            "६:०० AM",
            "6:00:00 AM",
        ] {
            assert_eq!(text.parse::<StartTime>(), Err(NotATime), "{text}");
        }
    }

    #[test]
    fn periods_follow_the_specification() {
        let period = |text: &str| text.parse::<StartTime>().unwrap().period();
        assert_eq!(
            ["6:00 AM", "11:00 AM", "12:00 PM", "5:00 PM", "6:00 PM", "11:00 PM"].map(period),
            [
                Period::Morning,
                Period::Morning,
                Period::Afternoon,
                Period::Afternoon,
                Period::Evening,
                Period::Evening
            ]
        );
    }

    #[test]
    fn midnight_in_india_is_half_past_six_in_the_evening_in_london() {
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let midnight = StartTime::from_minute(0).unwrap().on(date(2026, 11, 22), &zone);
        assert_eq!(midnight.to_string(), "2026-11-21T18:30:00Z");
        assert_eq!(StartTime::at(midnight, &zone), (date(2026, 11, 22), StartTime::from_minute(0).unwrap()));
    }

    #[test]
    fn a_court_taken_around_midnight_changes_the_availability_of_the_day_beside() {
        let days = |start: &str, minutes| {
            let days = touched_days(date(2026, 11, 22), start.parse().unwrap(), minutes);
            days.map(|day| day.day()).collect::<Vec<_>>()
        };
        assert_eq!(days("7:00 PM", 60), [22]);
        assert_eq!(days("11:00 PM", 60), [22]);
        assert_eq!(days("11:30 PM", 60), [22, 23]);
        assert_eq!(days("3:59 AM", 60), [22, 21]);
        assert_eq!(days("4:00 AM", 60), [22]);
    }

    #[test]
    fn a_month_ahead_ends_on_a_day_that_exists() {
        let last = |y, m, d| same_day_next_month(date(y, m, d)).to_string();
        assert_eq!(last(2026, 11, 21), "2026-12-21");
        assert_eq!(last(2027, 1, 31), "2027-02-28");
        assert_eq!(last(2028, 1, 31), "2028-02-29");
        assert_eq!(last(2026, 12, 31), "2027-01-31");
    }
}
