//! When a venue is open: the week from a day on, with several spans of starts on a day, and single days that differ; and how far
//! ahead and how late players may book.

use std::collections::BTreeSet;

use jiff::{
    SignedDuration, Timestamp, ToSpan as _,
    civil::{Date, Weekday},
};

use crate::{
    slot::{StartTime, same_day_next_month},
    venue::{OpeningHours, days_since_monday},
};

/// The most spans of a day.
pub const MOST_SPANS: usize = 6;
/// The most special days of a venue from today on.
pub const MOST_SPECIAL_DAYS: usize = 400;
/// The most special days of a venue in the operator's file: those from today on, and the past ones that a publication keeps.
pub const MOST_SPECIAL_DAYS_IN_FILE: usize = MOST_SPECIAL_DAYS + REMEMBERED_DAYS.unsigned_abs() as usize;
/// The longest horizon a venue can set: how many days ahead players can book.
pub const MOST_HORIZON_DAYS: u16 = 90;
/// The longest lead time a venue can set: until how many minutes before the start players can book.
pub const MOST_LEAD_MINUTES: u16 = 2_880;
/// The longest label of a special day, in characters.
pub const LONGEST_LABEL: usize = 40;
/// A publication drops special days that are more than this many days past. Reports need the open time of later ones.
const REMEMBERED_DAYS: i32 = 400;

/// The spans of each weekday, Monday first; a day without one is closed.
pub type Week = [Vec<OpeningHours>; 7];

/// The week from a day on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DatedWeek {
    /// The first day on which the week is valid; `None` if it has no first day.
    pub valid_from: Option<Date>,
    /// Its days.
    pub days: Week,
}

/// A day with hours of its own, such as a holiday.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SpecialDay {
    /// The day.
    pub day: Date,
    /// What players read: `Diwali`.
    pub label: String,
    /// Its spans of hours; empty if the venue is closed.
    pub spans: Vec<OpeningHours>,
}

/// How far ahead and how late players may book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct BookingWindow {
    /// How many days ahead players may book; `None` for up to the same day of the next month (spec §9).
    pub horizon_days: Option<u16>,
    /// How many minutes before the start booking ends; 0 if it ends at the start.
    pub lead_minutes: u16,
}

impl BookingWindow {
    /// The last day that players can book on `today`.
    pub fn last_day(self, today: Date) -> Date {
        match self.horizon_days {
            None => same_day_next_month(today),
            Some(days) => today.checked_add(i32::from(days).days()).unwrap_or(Date::MAX),
        }
    }

    /// The window of staff at a venue with this window for players: up to the last day that players can book on `today`, at
    /// least up to the same day of the next month, and until the start of play.
    #[must_use]
    pub fn for_staff(self, today: Date) -> Self {
        let usual = BookingWindow::default();
        let is_longer = self.last_day(today) > usual.last_day(today);
        BookingWindow { horizon_days: self.horizon_days.filter(|_| is_longer), ..usual }
    }

    /// The instant until which players can book a slot that starts at `starts_at`.
    pub fn ends_for(self, starts_at: Timestamp) -> Timestamp {
        let lead = SignedDuration::from_mins(self.lead_minutes.into());
        starts_at.checked_sub(lead).unwrap_or(starts_at)
    }
}

/// The opening hours of a venue.
///
/// INVARIANT: weeks are in ascending order and the first one has no start date; special days are in ascending order
/// (test `what_is_published_keeps_its_order`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hours {
    /// The weeks, by their first day.
    pub weeks: Vec<DatedWeek>,
    /// The special days, which replace the week on their day.
    pub special_days: Vec<SpecialDay>,
    /// How far ahead and how late players may book.
    pub window: BookingWindow,
}

/// Without hours: never open.
impl Default for Hours {
    fn default() -> Self {
        Hours {
            weeks: vec![DatedWeek::default()],
            special_days: Vec::new(),
            window: BookingWindow::default(),
        }
    }
}

/// Why hours cannot be published.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HoursFault {
    /// A span ends before it begins.
    #[error("the last start {last} is before the first one, {first}", first = .0.first_start, last = .0.last_start)]
    Backwards(OpeningHours),
    /// A span begins before the last slot of the one before it has ended, or the spans are out of order.
    #[error("the hours from {0} begin before the slots before them have ended")]
    Overlap(StartTime),
    /// A day has too many spans.
    #[error("there are more than {MOST_SPANS} spans of hours on one day; join or leave out some")]
    TooManySpans,
}

/// Whether `spans` can be the hours of a day with slots of `slot_minutes`: at most [`MOST_SPANS`], ascending, and no slot begins before
/// the one before it has ended.
///
/// # Errors
/// [`HoursFault`].
pub fn check_day(spans: &[OpeningHours], slot_minutes: u16) -> Result<(), HoursFault> {
    if spans.len() > MOST_SPANS {
        return Err(HoursFault::TooManySpans);
    }
    let mut free_from = 0;
    for span in spans {
        if span.last_start < span.first_start {
            return Err(HoursFault::Backwards(*span));
        }
        if span.first_start.minute() < free_from {
            return Err(HoursFault::Overlap(span.first_start));
        }
        free_from = span.starts(slot_minutes).last().unwrap_or_default() + slot_minutes;
    }
    Ok(())
}

/// The starts of a day with these spans, earliest first, at least a slot apart: where the length of slots has changed since, a start
/// that falls into the slot before it is left out.
pub fn starts_of(spans: &[OpeningHours], slot_minutes: u16) -> impl Iterator<Item = StartTime> + '_ {
    let starts = spans_apart(spans, slot_minutes).flat_map(move |span| span.starts(slot_minutes));
    starts.filter_map(StartTime::from_minute)
}

/// The spans without the starts that fall into a slot before them, so that they can be the hours of a day ([`check_day`]): the same ones,
/// unless the length of slots has changed since.
pub fn spans_apart(spans: &[OpeningHours], slot_minutes: u16) -> impl Iterator<Item = OpeningHours> + '_ {
    let mut free_from = 0;
    spans.iter().filter_map(move |span| {
        let first = span.starts(slot_minutes).find(|minute| *minute >= free_from)?;
        let apart = OpeningHours { first_start: StartTime::from_minute(first)?, ..*span };
        free_from = apart.starts(slot_minutes).last().unwrap_or_default() + slot_minutes;
        Some(apart)
    })
}

impl Hours {
    /// Hours with the same week on all days.
    pub fn of_week(days: Week) -> Self {
        Hours { weeks: vec![DatedWeek { valid_from: None, days }], ..Hours::default() }
    }

    /// Hours with the same span on all days.
    pub fn every_day(span: OpeningHours) -> Self {
        Hours::of_week(std::array::from_fn(|_| vec![span]))
    }

    /// The spans of `day`, of a special day its own; empty: closed.
    pub fn on(&self, day: Date) -> &[OpeningHours] {
        match self.special_day(day) {
            Some(special) => &special.spans,
            None => self.week_on(day).map_or(&[], |week| &week.days[days_since_monday(day.weekday())]),
        }
    }

    /// The special day, if `day` is one.
    pub fn special_day(&self, day: Date) -> Option<&SpecialDay> {
        let found = self.special_days.binary_search_by_key(&day, |special| special.day);
        found.ok().map(|at| &self.special_days[at])
    }

    /// The week that is valid on `day`.
    pub fn week_on(&self, day: Date) -> Option<&DatedWeek> {
        self.weeks.iter().rfind(|week| week.valid_from.is_none_or(|from| from <= day))
    }

    /// The last week, which stays valid until another one is published.
    pub fn lasting_week(&self) -> Week {
        self.weeks.last().map(|week| week.days.clone()).unwrap_or_default()
    }

    /// The week that is valid on `day`, and those that begin later.
    pub fn weeks_from(&self, day: Date) -> impl Iterator<Item = &DatedWeek> {
        let first = self.week_on(day).map(|week| week.valid_from);
        self.weeks.iter().filter(move |week| first.is_none_or(|first| week.valid_from >= first))
    }

    /// The minutes of the day at which play starts on a weekday from `day` on: of the week that is valid then, of later
    /// ones, and of special days.
    pub fn starts_from(&self, day: Date, weekday: Weekday, slot_minutes: u16) -> BTreeSet<u16> {
        let at = days_since_monday(weekday);
        let weeks = self.weeks_from(day).map(|week| &week.days[at]);
        let special = self.special_days.iter();
        let special = special.filter(|special| special.day >= day && special.day.weekday() == weekday);
        let spans = weeks.chain(special.map(|special| &special.spans));
        spans.flat_map(|spans| starts_of(spans, slot_minutes)).map(StartTime::minute).collect()
    }

    /// These hours once `week` is valid from the day `from` on, which replaces all weeks that were to begin then or later;
    /// `special_days` replace those from `today` on, and `window` counts at once.
    #[must_use]
    pub fn replace_from(
        &self,
        week: Week,
        mut special_days: Vec<SpecialDay>,
        window: BookingWindow,
        (from, today): (Date, Date),
    ) -> Hours {
        let mut weeks: Vec<DatedWeek> = self.weeks.clone();
        weeks.retain(|week| week.valid_from.is_none_or(|first| first < from));
        if weeks.last().is_none_or(|last| last.days != week) {
            weeks.push(DatedWeek { valid_from: Some(from), days: week });
        }
        let forget = today.checked_sub(REMEMBERED_DAYS.days()).unwrap_or(today);
        let past = self.special_days.iter().filter(|special| (forget..today).contains(&special.day));
        special_days.retain(|special| special.day >= today);
        special_days.extend(past.cloned());
        special_days.sort_by_key(|special| special.day);
        special_days.dedup_by_key(|special| special.day);
        Hours { weeks, special_days, window }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const SUNDAY: Date = date(2026, 11, 22);

    fn span(first: &str, last: &str) -> OpeningHours {
        OpeningHours { first_start: first.parse().unwrap(), last_start: last.parse().unwrap() }
    }

    fn week(spans: &[OpeningHours]) -> Week {
        std::array::from_fn(|_| spans.to_vec())
    }

    fn starts(spans: &[OpeningHours], slot_minutes: u16) -> Vec<String> {
        starts_of(spans, slot_minutes).map(|start| start.to_string()).collect()
    }

    #[test]
    fn a_day_can_have_a_break_and_each_span_has_its_own_grid() {
        let spans = [span("6:00 AM", "8:00 AM"), span("4:30 PM", "6:00 PM")];
        assert_eq!(starts(&spans, 60), ["6:00 AM", "7:00 AM", "8:00 AM", "4:30 PM", "5:30 PM"]);
        assert_eq!(starts(&spans, 90), ["6:00 AM", "7:30 AM", "4:30 PM", "6:00 PM"]);
        assert!(starts(&[], 60).is_empty());
    }

    #[test]
    fn slots_of_a_day_never_overlap_whatever_the_spans() {
        let spans = [span("6:00 AM", "8:00 AM"), span("8:30 AM", "11:30 AM"), span("11:00 AM", "11:00 AM")];
        assert_eq!(starts(&spans, 60), ["6:00 AM", "7:00 AM", "8:00 AM", "9:30 AM", "10:30 AM", "11:30 AM"]);
        assert_eq!(check_day(&spans, 60), Err(HoursFault::Overlap("8:30 AM".parse().unwrap())));
        assert_eq!(check_day(&spans[..2], 30), Ok(()));
        assert_eq!(
            check_day(&[span("4:00 PM", "5:00 PM"), span("6:00 AM", "7:00 AM")], 60),
            Err(HoursFault::Overlap("6:00 AM".parse().unwrap())),
            "out of order"
        );
        let backwards = span("9:00 AM", "8:00 AM");
        assert_eq!(check_day(&[backwards], 60), Err(HoursFault::Backwards(backwards)));
        let many = (0..7).map(|hour| span(&format!("{}:00 AM", hour + 1), &format!("{}:00 AM", hour + 1)));
        assert_eq!(check_day(&many.collect::<Vec<_>>(), 60), Err(HoursFault::TooManySpans));
        // Only starts count: with slots of an hour from 6 AM on, no slot starts at 8:30 AM.
        assert_eq!(check_day(&[span("6:00 AM", "8:30 AM"), span("9:00 AM", "9:00 AM")], 60), Ok(()));
    }

    #[test]
    fn spans_that_overlap_with_longer_slots_are_kept_apart_without_the_starts_in_a_slot_before() {
        let spans = [span("6:00 AM", "9:00 AM"), span("10:00 AM", "10:00 AM"), span("11:00 AM", "8:00 PM")];
        let apart = |slot_minutes| spans_apart(&spans, slot_minutes).collect::<Vec<_>>();
        for slot_minutes in [30, 60, 75, 90, 120, 180] {
            assert_eq!(check_day(&apart(slot_minutes), slot_minutes), Ok(()), "{slot_minutes}");
        }
        assert_eq!(apart(60), spans);
        assert_eq!(apart(90), [spans[0], span("11:00 AM", "8:00 PM")]);
        assert_eq!(apart(180), [spans[0], span("2:00 PM", "8:00 PM")]);
        assert!(check_day(&spans, 90).is_err(), "as they are they cannot be the hours of a day");
    }

    #[test]
    fn a_week_is_valid_from_its_day_on_and_a_special_day_wins() {
        let short = span("4:00 PM", "9:00 PM");
        let long = span("6:00 AM", "10:00 PM");
        let monday = SUNDAY.tomorrow().unwrap();
        let diwali = SpecialDay { day: date(2026, 11, 24), label: "Diwali".to_owned(), spans: Vec::new() };
        let hours = Hours::every_day(long).replace_from(
            week(&[short]),
            vec![diwali.clone()],
            BookingWindow::default(),
            (monday, SUNDAY),
        );
        assert_eq!(hours.on(SUNDAY), [long]);
        assert_eq!(hours.on(monday), [short]);
        assert!(hours.on(diwali.day).is_empty());
        assert_eq!(hours.on(date(2026, 11, 25)), [short]);
        assert_eq!(hours.special_day(diwali.day), Some(&diwali));
    }

    #[test]
    fn what_is_published_keeps_its_order() {
        let (one, two, three) =
            (week(&[span("6:00 AM", "9:00 PM")]), week(&[span("7:00 AM", "9:00 PM")]), week(&[]));
        let on = |day, label: &str| SpecialDay { day, label: label.to_owned(), spans: Vec::new() };
        let first = Hours::of_week(one.clone());
        let window = BookingWindow { horizon_days: Some(14), lead_minutes: 30 };
        let december = date(2026, 12, 1);
        let special = vec![on(date(2026, 12, 25), "Christmas"), on(SUNDAY, "Finals")];
        let second = first.replace_from(two.clone(), special, window, (december, SUNDAY));
        let froms: Vec<_> = second.weeks.iter().map(|week| week.valid_from).collect();
        assert_eq!(froms, [None, Some(december)]);
        assert_eq!(second.special_days.iter().map(|day| day.day.day()).collect::<Vec<_>>(), [22, 25]);
        // Sooner than a scheduled week: that one is replaced. Past special days stay for the reports.
        let monday = SUNDAY.tomorrow().unwrap();
        let third = second.replace_from(three, vec![on(SUNDAY, "late")], window, (monday, monday));
        let froms: Vec<_> = third.weeks.iter().map(|week| week.valid_from).collect();
        assert_eq!(froms, [None, Some(monday)]);
        assert_eq!(third.special_days, [on(SUNDAY, "Finals")]);
        // The same week again adds none.
        let again = second.replace_from(one.clone(), Vec::new(), window, (monday, monday));
        assert_eq!(again.weeks, first.weeks);
        assert_eq!(again.window, window);
    }

    #[test]
    fn players_book_up_to_the_horizon_and_until_the_lead_time() {
        let usual = BookingWindow::default();
        assert_eq!(usual.last_day(SUNDAY), date(2026, 12, 22));
        let at: Timestamp = "2026-11-22T13:30:00Z".parse().unwrap();
        assert_eq!(usual.ends_for(at), at);
        let window = BookingWindow { horizon_days: Some(7), lead_minutes: 90 };
        assert_eq!(window.last_day(SUNDAY), date(2026, 11, 29));
        assert_eq!(window.ends_for(at).to_string(), "2026-11-22T12:00:00Z");
    }

    #[test]
    fn staff_book_as_far_ahead_as_players_and_at_least_a_month() {
        let usual = BookingWindow::default();
        let at: Timestamp = "2026-11-22T13:30:00Z".parse().unwrap();
        for (horizon_days, last) in [
            (None, date(2026, 12, 22)),
            (Some(7), date(2026, 12, 22)),
            (Some(30), date(2026, 12, 22)),
            (Some(31), date(2026, 12, 23)),
            (Some(90), date(2027, 2, 20)),
        ] {
            let window = BookingWindow { horizon_days, lead_minutes: 90 }.for_staff(SUNDAY);
            assert_eq!((window.last_day(SUNDAY), window.ends_for(at)), (last, at), "{horizon_days:?}");
        }
        assert_eq!(usual.for_staff(SUNDAY), usual);
    }

    #[test]
    fn the_starts_from_a_day_on_are_of_all_weeks_that_are_or_will_be_valid() {
        let monday = SUNDAY.tomorrow().unwrap();
        let december = date(2026, 12, 1);
        let window = BookingWindow::default();
        let friday = SpecialDay {
            day: date(2026, 12, 4),
            label: String::new(),
            spans: vec![span("11:00 PM", "11:00 PM")],
        };
        let hours = Hours::every_day(span("6:00 AM", "7:00 AM"))
            .replace_from(week(&[span("7:00 AM", "8:00 AM")]), Vec::new(), window, (monday, SUNDAY))
            .replace_from(week(&[span("9:00 AM", "9:00 AM")]), vec![friday], window, (december, SUNDAY));
        let starts = |day, weekday| Vec::from_iter(hours.starts_from(day, weekday, 60));
        assert_eq!(starts(SUNDAY, Weekday::Monday), [360, 420, 480, 540]);
        assert_eq!(starts(monday, Weekday::Monday), [420, 480, 540]);
        assert_eq!(starts(december, Weekday::Friday), [540, 1380]);
    }
}
