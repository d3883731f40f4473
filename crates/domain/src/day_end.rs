//! When a venue's day is over, and when it closes by itself.

use jiff::{Timestamp, civil::Date};

use crate::{slot::StartTime, venue::Venue};

/// The instant from which `day` of a venue can be closed: its last start has passed, or the day itself where the venue
/// is not open, and the last of its games has ended.
pub fn closable_from(venue: &Venue, day: Date, games_end: impl Iterator<Item = Timestamp>) -> Timestamp {
    let last_start = venue.starts_on(day).last().map(|start| start.on(day, &venue.zone));
    let hours_end = last_start.unwrap_or_else(|| venue.span_of(day).1);
    games_end.fold(hours_end, Timestamp::max)
}

/// The instant at which a day that is still open closes by itself: `hour` of the next day.
pub fn closes_itself_at(venue: &Venue, day: Date, hour: u8) -> Timestamp {
    let start = StartTime::from_minute(u16::from(hour) * 60).unwrap_or_default();
    day.tomorrow().map_or(Timestamp::MAX, |next| start.on(next, &venue.zone))
}

/// The newest day whose hour to close by itself has come at `now`.
pub fn last_to_close(venue: &Venue, now: Timestamp, hour: u8) -> Date {
    let yesterday = venue.today(now).yesterday().unwrap_or(Date::MIN);
    if closes_itself_at(venue, yesterday, hour) <= now {
        yesterday
    } else {
        yesterday.yesterday().unwrap_or(Date::MIN)
    }
}

#[cfg(test)]
mod tests {
    use jiff::{civil::date, tz::TimeZone};

    use super::*;
    use crate::{
        hours::{Hours, Week},
        venue::OpeningHours,
    };

    const SUNDAY: Date = date(2026, 11, 22);

    /// A venue that is open from 6 AM to 10 PM, and not at all on Mondays.
    fn venue() -> Venue {
        let start = |text: &str| text.parse().unwrap();
        let hours = OpeningHours { first_start: start("6:00 AM"), last_start: start("10:00 PM") };
        let mut week: Week = std::array::from_fn(|_| vec![hours]);
        week[0].clear();
        Venue::without_courts(Hours::of_week(week), TimeZone::get("Asia/Kolkata").unwrap())
    }

    fn on(day: Date, time: &str) -> Timestamp {
        time.parse::<StartTime>().unwrap().on(day, &venue().zone)
    }

    #[test]
    fn a_day_is_over_when_its_last_start_has_passed_and_its_last_game_has_ended() {
        let no_game = std::iter::empty();
        assert_eq!(closable_from(&venue(), SUNDAY, no_game), on(SUNDAY, "10:00 PM"));
        let games = [on(SUNDAY, "7:55 PM"), on(SUNDAY, "10:55 PM")];
        assert_eq!(closable_from(&venue(), SUNDAY, games.into_iter()), on(SUNDAY, "10:55 PM"));
        let monday = SUNDAY.tomorrow().unwrap();
        let tuesday = monday.tomorrow().unwrap();
        assert_eq!(closable_from(&venue(), monday, std::iter::empty()), on(tuesday, "12:00 AM"));
    }

    #[test]
    fn a_day_closes_by_itself_at_an_hour_of_the_next_one() {
        let monday = SUNDAY.tomorrow().unwrap();
        assert_eq!(closes_itself_at(&venue(), SUNDAY, 3), on(monday, "3:00 AM"));
        assert_eq!(last_to_close(&venue(), on(monday, "2:59 AM"), 3), date(2026, 11, 21));
        assert_eq!(last_to_close(&venue(), on(monday, "3:00 AM"), 3), SUNDAY);
        assert_eq!(last_to_close(&venue(), on(monday, "11:59 PM"), 3), SUNDAY);
    }
}
