//! What was sold of the open time, by weekday and hour of the start.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Period, Share};
use crate::{
    CourtId,
    slot::StartTime,
    venue::{Venue, days_since_monday},
};

/// The number of weekdays.
pub const WEEKDAYS: usize = 7;

/// Sold time that starts at one time of one day, all courts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoldTime {
    /// The day at the venue.
    pub day: Date,
    /// The start.
    pub start: StartTime,
    /// The number of minutes.
    pub minutes: i64,
}

/// Time for which the venue closed a court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosedTime {
    /// The court.
    pub court: CourtId,
    /// The day at the venue.
    pub day: Date,
    /// The start.
    pub start: StartTime,
    /// The number of minutes.
    pub minutes: i64,
}

/// One hour of one weekday.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HourCell {
    /// Days since Monday.
    pub weekday: usize,
    /// The hour in which the slots start, 0 to 23.
    pub hour: u16,
    /// Minutes sold of the minutes that were open.
    pub share: Share,
}

/// Minutes sold of minutes open, for each weekday and hour with open time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HeatMap {
    cells: BTreeMap<(usize, u16), Share>,
}

impl HeatMap {
    /// The map of a period at a venue: the opening hours of each day on the present courts, without closed time. Sold
    /// time counts as open, so a share is never above the whole, also if the courts have changed since.
    pub fn of(venue: &Venue, period: Period, sold: &[SoldTime], closed: &[ClosedTime]) -> Self {
        let mut closed_at: BTreeMap<(Date, StartTime), i64> = BTreeMap::new();
        for time in closed.iter().filter(|time| venue.court(time.court).is_some()) {
            for (start, minutes) in overlapped_starts(venue, time) {
                *closed_at.entry((time.day, start)).or_default() += minutes;
            }
        }
        let mut times: BTreeMap<(Date, StartTime), Share> = BTreeMap::new();
        let all_courts = venue.courts.len() as i64 * i64::from(venue.slot_minutes);
        for day in period.days() {
            for start in venue.starts_on(day) {
                let closed = closed_at.get(&(day, start)).copied().unwrap_or_default();
                times.insert((day, start), Share { part: 0, whole: (all_courts - closed).max(0) });
            }
        }
        for time in sold {
            times.entry((time.day, time.start)).or_default().part += time.minutes;
        }
        let mut map = HeatMap::default();
        for ((day, start), share) in times {
            let cell = map.cells.entry((days_since_monday(day.weekday()), start.minute() / 60)).or_default();
            cell.part += share.part;
            cell.whole += share.whole.max(share.part);
        }
        map.cells.retain(|_, share| share.whole > 0);
        map
    }

    /// The cells, Monday and early hours first.
    pub fn cells(&self) -> impl Iterator<Item = HourCell> + '_ {
        self.cells.iter().map(|((weekday, hour), share)| HourCell {
            weekday: *weekday,
            hour: *hour,
            share: *share,
        })
    }

    /// The share of an hour of a weekday; the default, with a whole of zero, if the venue is not open then.
    pub fn at(&self, weekday: usize, hour: u16) -> Share {
        self.cells.get(&(weekday, hour)).copied().unwrap_or_default()
    }

    /// The share of all cells together for which `chosen` is true.
    pub fn sum(&self, chosen: impl Fn(&HourCell) -> bool) -> Share {
        self.cells().filter(chosen).fold(Share::default(), |sum, cell| Share {
            part: sum.part + cell.share.part,
            whole: sum.whole + cell.share.whole,
        })
    }
}

/// The starts of the slots that a closed time overlaps, and for how many minutes.
fn overlapped_starts<'v>(
    venue: &'v Venue,
    time: &ClosedTime,
) -> impl Iterator<Item = (StartTime, i64)> + use<'v> {
    let from = i64::from(time.start.minute());
    let until = from + time.minutes;
    venue.starts_on(time.day).filter_map(move |start| {
        let begin = i64::from(start.minute());
        let minutes = until.min(begin + i64::from(venue.slot_minutes)) - from.max(begin);
        (minutes > 0).then_some((start, minutes))
    })
}

#[cfg(test)]
mod tests {
    use jiff::{civil::date, tz::TimeZone};

    use super::*;
    use crate::{
        SportId, VenueId,
        hours::{Hours, Week},
        venue::{Court, CourtType, OpeningHours},
    };

    const MONDAY: Date = date(2026, 11, 23);

    fn time(text: &str) -> StartTime {
        text.parse().unwrap()
    }

    /// Two courts, open from 6 to 8 PM on each day but Tuesday.
    fn venue() -> Venue {
        let hours = OpeningHours { first_start: time("6:00 PM"), last_start: time("7:00 PM") };
        let mut week: Week = std::array::from_fn(|_| vec![hours]);
        week[1].clear();
        let court = |id| Court {
            id: CourtId(id),
            venue: VenueId(1),
            sport: SportId(1),
            number: 1,
            name: format!("Court {id}"),
            court_type: CourtType::Outdoor,
        };
        Venue {
            courts: vec![court(1), court(2)],
            ..Venue::without_courts(Hours::of_week(week), TimeZone::UTC)
        }
    }

    fn sold(day: Date, start: &str, minutes: i64) -> SoldTime {
        SoldTime { day, start: time(start), minutes }
    }

    fn closed(court: i64, start: &str, minutes: i64) -> ClosedTime {
        ClosedTime { court: CourtId(court), day: MONDAY, start: time(start), minutes }
    }

    fn monday(sold: &[SoldTime], closed: &[ClosedTime]) -> Vec<(u16, i64, i64)> {
        let period = Period::new(MONDAY, MONDAY).unwrap();
        let map = HeatMap::of(&venue(), period, sold, closed);
        map.cells().map(|cell| (cell.hour, cell.share.part, cell.share.whole)).collect()
    }

    #[test]
    fn open_time_is_that_of_the_grid_on_the_weekdays_of_the_period() {
        let period = Period::new(MONDAY, date(2026, 12, 6)).unwrap();
        let map = HeatMap::of(&venue(), period, &[sold(MONDAY, "6:00 PM", 60)], &[]);
        assert_eq!(map.at(0, 18), Share { part: 60, whole: 240 });
        assert_eq!(map.at(1, 18), Share::default(), "closed on Tuesday");
        assert_eq!(map.sum(|_| true), Share { part: 60, whole: 6 * 2 * 2 * 120 });
        assert_eq!(map.sum(|cell| cell.weekday == 0), Share { part: 60, whole: 480 });
    }

    #[test]
    fn closed_time_of_active_courts_is_not_open() {
        assert_eq!(monday(&[], &[closed(1, "6:00 PM", 60)]), [(18, 0, 60), (19, 0, 120)]);
        assert_eq!(monday(&[], &[closed(1, "6:30 PM", 60)]), [(18, 0, 90), (19, 0, 90)], "half of two slots");
        assert_eq!(monday(&[], &[closed(9, "6:00 PM", 60)]), [(18, 0, 120), (19, 0, 120)], "another court");
        let all = [closed(1, "6:00 PM", 60), closed(2, "6:00 PM", 60)];
        assert_eq!(monday(&[], &all), [(19, 0, 120)], "an hour that was closed on all courts has no share");
    }

    #[test]
    fn sold_time_counts_as_open() {
        let at_nine = [sold(MONDAY, "9:00 PM", 60)];
        assert_eq!(monday(&at_nine, &[]), [(18, 0, 120), (19, 0, 120), (21, 60, 60)]);
        let on_three = [sold(MONDAY, "6:00 PM", 180)];
        assert_eq!(monday(&on_three, &[]), [(18, 180, 180), (19, 0, 120)]);
    }
}
