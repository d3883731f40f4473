//! The days of a report, and the days before that they are compared with.

use jiff::{Span, ToSpan as _, civil::Date, civil::date};

/// The most days of a period.
pub const MOST_DAYS: i32 = 366;

/// From one day to another, both included; at most [`MOST_DAYS`] days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    first: Date,
    last: Date,
}

/// The days are not a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPeriod {
    /// The last day is before the first one.
    #[error("the last day is before the first one")]
    Backwards,
    /// There are more than [`MOST_DAYS`] days.
    #[error("a period has at most {MOST_DAYS} days")]
    TooLong,
    /// A day is before 2000 or after 2199.
    #[error("the days are from 2000 to 2199")]
    OutOfRange,
}

impl Period {
    /// From `first` to `last`, both included.
    ///
    /// # Errors
    /// [`BadPeriod`] with the reason.
    pub fn new(first: Date, last: Date) -> Result<Self, BadPeriod> {
        if first < date(2000, 1, 1) || last > date(2199, 12, 31) {
            return Err(BadPeriod::OutOfRange);
        }
        match days_between(first, last) + 1 {
            ..1 => Err(BadPeriod::Backwards),
            1..=MOST_DAYS => Ok(Period { first, last }),
            _ => Err(BadPeriod::TooLong),
        }
    }

    /// The four weeks that end with `today`.
    pub fn four_weeks_to(today: Date) -> Self {
        Period { first: moved(today, -27), last: today }
    }

    /// The seven days that begin with `today`.
    pub fn week_from(today: Date) -> Self {
        Period { first: today, last: moved(today, 6) }
    }

    /// The first day.
    pub fn first(self) -> Date {
        self.first
    }

    /// The last day.
    pub fn last(self) -> Date {
        self.last
    }

    /// Each day, the first one first.
    pub fn days(self) -> impl DoubleEndedIterator<Item = Date> {
        (0..self.count()).map(move |n| moved(self.first, n))
    }

    /// The number of days.
    pub fn count(self) -> i32 {
        days_between(self.first, self.last) + 1
    }

    /// Whether `day` is one of them.
    pub fn contains(self, day: Date) -> bool {
        self.first <= day && day <= self.last
    }

    /// The days that are not among `days`, which are in order, as periods: the first one first.
    #[must_use]
    pub fn without(self, days: &[Date]) -> Vec<Period> {
        let mut rest = Vec::new();
        let mut first = self.first;
        for day in days.iter().copied().filter(|day| self.contains(*day)) {
            if first < day {
                rest.push(Period { first, last: moved(day, -1) });
            }
            first = moved(day, 1);
        }
        if first <= self.last {
            rest.push(Period { first, last: self.last });
        }
        rest
    }

    /// The period it is compared with: for a whole month the month before, else the same number of days before it.
    #[must_use]
    pub fn before(self) -> Self {
        let last = moved(self.first, -1);
        let is_month = self.first.day() == 1 && self.last == self.first.last_of_month();
        let first = if is_month { last.first_of_month() } else { moved(self.first, -self.count()) };
        Period { first, last }
    }
}

fn days_between(first: Date, last: Date) -> i32 {
    // Two days are never further apart than an i32 counts.
    first.until(last).map_or(i32::MAX - 1, |span: Span| span.get_days())
}

fn moved(day: Date, days: i32) -> Date {
    day.saturating_add(days.days())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(period: Period) -> String {
        format!("{} {}", period.first, period.last)
    }

    #[test]
    fn a_period_has_one_to_366_days() {
        let day = date(2026, 11, 22);
        assert_eq!(Period::new(day, day).unwrap().count(), 1);
        assert_eq!(Period::new(day, date(2026, 11, 21)), Err(BadPeriod::Backwards));
        assert_eq!(Period::new(date(2028, 1, 1), date(2028, 12, 31)).unwrap().count(), 366);
        assert_eq!(Period::new(date(2028, 1, 1), date(2029, 1, 1)), Err(BadPeriod::TooLong));
        assert_eq!(Period::new(date(1999, 12, 31), date(2000, 1, 1)), Err(BadPeriod::OutOfRange));
        assert_eq!(Period::new(date(2199, 12, 31), date(2200, 1, 1)), Err(BadPeriod::OutOfRange));
    }

    #[test]
    fn a_month_is_compared_with_the_month_before_and_days_with_as_many_days() {
        let before = |first, last| shown(Period::new(first, last).unwrap().before());
        assert_eq!(before(date(2026, 3, 1), date(2026, 3, 31)), "2026-02-01 2026-02-28");
        assert_eq!(before(date(2026, 11, 16), date(2026, 11, 22)), "2026-11-09 2026-11-15");
        assert_eq!(before(date(2026, 3, 1), date(2026, 3, 30)), "2026-01-30 2026-02-28");
        assert_eq!(shown(Period::four_weeks_to(date(2026, 11, 22))), "2026-10-26 2026-11-22");
    }

    #[test]
    fn days_are_taken_out_of_a_period() {
        let period = Period::new(date(2026, 2, 27), date(2026, 3, 4)).unwrap();
        let rest = |days: &[Date]| period.without(days).into_iter().map(shown).collect::<Vec<_>>();
        assert_eq!(rest(&[]), ["2026-02-27 2026-03-04"]);
        let inside = [date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 3)];
        assert_eq!(
            rest(&inside),
            ["2026-02-27 2026-02-27", "2026-03-02 2026-03-02", "2026-03-04 2026-03-04"]
        );
        let at_the_ends = [date(2026, 2, 26), date(2026, 2, 27), date(2026, 3, 4), date(2026, 3, 5)];
        assert_eq!(rest(&at_the_ends), ["2026-02-28 2026-03-03"]);
        assert!(rest(&period.days().collect::<Vec<_>>()).is_empty());
    }

    #[test]
    fn the_days_of_a_period_are_in_order_and_within_it() {
        let period = Period::new(date(2026, 2, 27), date(2026, 3, 2)).unwrap();
        let days: Vec<String> = period.days().map(|day| day.to_string()).collect();
        assert_eq!(days, ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
        assert!(period.days().all(|day| period.contains(day)));
        assert!(!period.contains(date(2026, 3, 3)));
    }
}
