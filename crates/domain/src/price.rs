//! The price of a slot on a court: the most specific rule applies.

use std::collections::HashMap;

use jiff::civil::{Date, Weekday};

use crate::{
    CourtId, SportId,
    money::Money,
    slot::{DAY_MINUTES, StartTime},
    venue::{Court, Venue, weekday_bit},
};

pub use crate::price_week::{
    EndingSeason, HourPrice, PriceWeek, Stroke, ending_seasons, lasting_from, replace_from,
};

/// The weekdays of a rule that applies every day.
pub const EVERY_WEEKDAY: u8 = 0b111_1111;
/// The highest price of a slot.
pub const HIGHEST_PRICE: Money = Money::from_rupees(1_000_000);

/// One price rule of a venue. A rule without conditions is the venue's default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceRule {
    /// The court for which the rule applies; `None`: all courts.
    pub court: Option<CourtId>,
    /// The date on which the rule applies; `None`: every date.
    pub day: Option<Date>,
    /// The first day on which it applies; `None`: no start date.
    pub valid_from: Option<Date>,
    /// The last day on which it applies; `None`: no last day.
    pub valid_to: Option<Date>,
    /// The weekdays on which it applies: bit 0 is Monday; [`EVERY_WEEKDAY`] is every day.
    pub weekdays: u8,
    /// It applies to starts from this minute of the day.
    pub from_minute: u16,
    /// It applies to starts before this minute of the day.
    pub until_minute: u16,
    /// The price of the whole court, for up to four players; `None`: it cannot be booked.
    pub price: Option<Money>,
}

impl PriceRule {
    /// A rule without conditions and without a price.
    pub const EVERYWHERE: PriceRule = PriceRule {
        court: None,
        day: None,
        valid_from: None,
        valid_to: None,
        weekdays: EVERY_WEEKDAY,
        from_minute: 0,
        until_minute: DAY_MINUTES,
        price: None,
    };

    fn applies(&self, court: CourtId, day: Date, start: StartTime) -> bool {
        self.day.is_none_or(|only| only == day)
            && self.is_valid_on(day)
            && self.covers(court, day.weekday(), start.minute())
    }

    /// Whether it is valid on `day`.
    pub fn is_valid_on(&self, day: Date) -> bool {
        self.valid_from.is_none_or(|from| from <= day) && self.valid_to.is_none_or(|to| day <= to)
    }

    /// Whether it covers this court, weekday and minute of the day, without regard to its dates.
    pub(crate) fn covers(&self, court: CourtId, weekday: Weekday, minute: u16) -> bool {
        self.court.is_none_or(|id| id == court)
            && self.weekdays & weekday_bit(weekday) != 0
            && (self.from_minute..self.until_minute).contains(&minute)
    }

    /// Whether it has no condition on court, date, weekday and hour: a venue's default.
    pub fn is_default(&self) -> bool {
        self.court.is_none()
            && self.day.is_none()
            && self.weekdays == EVERY_WEEKDAY
            && (self.from_minute, self.until_minute) == (0, DAY_MINUTES)
    }

    /// How specific this rule is: a date outweighs a court, a court outweighs hours, and of two rules for hours the one
    /// that covers less of the week applies.
    pub(crate) fn weight(&self) -> (bool, bool, std::cmp::Reverse<u32>) {
        let minutes = u32::from(self.until_minute.saturating_sub(self.from_minute));
        (self.day.is_some(), self.court.is_some(), std::cmp::Reverse(minutes * self.weekdays.count_ones()))
    }
}

/// The price of `court` at `start` on `day`; `None` if no rule covers it or the rule has no price.
///
/// Of equally specific rules the later one in `rules` applies.
pub fn price_of(rules: &[PriceRule], court: &Court, day: Date, start: StartTime) -> Option<Money> {
    price_among(rules.iter(), court, day, start)
}

fn price_among<'r>(
    rules: impl Iterator<Item = &'r PriceRule>,
    court: &Court,
    day: Date,
    start: StartTime,
) -> Option<Money> {
    rules
        .filter(|rule| rule.applies(court.id, day, start))
        .max_by_key(|rule| rule.weight())
        .and_then(|rule| rule.price)
}

/// The rules of a venue court by court: those of the court alone and those of all courts, in their order. The time to
/// find one price then depends on the rules of its court and not on the number of courts.
#[derive(Debug, Clone)]
pub struct RulesByCourt<'r>(HashMap<CourtId, Vec<&'r PriceRule>>);

impl<'r> RulesByCourt<'r> {
    /// Groups `rules` by these courts.
    pub fn of(rules: &'r [PriceRule], courts: &[Court]) -> Self {
        let mut by_court: HashMap<CourtId, Vec<&PriceRule>> =
            courts.iter().map(|court| (court.id, Vec::new())).collect();
        for rule in rules {
            match rule.court {
                Some(court) => by_court.get_mut(&court).into_iter().for_each(|own| own.push(rule)),
                None => by_court.values_mut().for_each(|own| own.push(rule)),
            }
        }
        RulesByCourt(by_court)
    }

    /// The rules of one court; none for a court that is not among them.
    pub fn of_court(&self, court: CourtId) -> impl Iterator<Item = &'r PriceRule> {
        self.0.get(&court).into_iter().flatten().copied()
    }

    /// The price of `court` at `start` on `day`, by the rules of [`price_of`].
    pub fn price_of(&self, court: &Court, day: Date, start: StartTime) -> Option<Money> {
        price_among(self.of_court(court.id), court, day, start)
    }
}

/// The price on `day` of the rule without conditions: the newest default that is valid then; `None` without one, or if it
/// has no price.
pub fn standard_price(rules: &[PriceRule], day: Date) -> Option<Money> {
    rules.iter().rfind(|rule| rule.is_default() && rule.is_valid_on(day)).and_then(|rule| rule.price)
}

/// The lowest and the highest price of `venue` in its opening hours on `days`, of the courts for `sport` or of all courts; `None` if no
/// hour can be booked.
pub fn price_range(
    venue: &Venue,
    sport: Option<SportId>,
    days: impl Iterator<Item = Date>,
) -> Option<(Money, Money)> {
    let has_rule = |court: &Court| venue.prices.iter().any(|rule| rule.court == Some(court.id));
    // Courts without a rule of their own cost the same, so one of them is enough.
    let courts = venue.courts.iter().filter(|court| sport.is_none_or(|sport| court.sport == sport));
    let (own, shared): (Vec<&Court>, Vec<&Court>) = courts.partition(|court| has_rule(court));
    let courts: Vec<&Court> = own.into_iter().chain(shared.into_iter().next()).collect();
    let mut range = None;
    for day in days {
        for start in venue.starts_on(day) {
            for price in courts.iter().filter_map(|court| price_of(&venue.prices, court, day, start)) {
                let (lowest, highest) = range.unwrap_or((price, price));
                range = Some((price.min(lowest), price.max(highest)));
            }
        }
    }
    range
}

#[cfg(test)]
mod tests {
    use jiff::{civil::date, tz::TimeZone};

    use super::*;
    use crate::{
        VenueId,
        hours::Hours,
        venue::{CourtType, OpeningHours},
    };

    const ALWAYS: PriceRule = PriceRule { price: Some(Money::from_rupees(800)), ..PriceRule::EVERYWHERE };

    fn court(id: i64) -> Court {
        Court {
            id: CourtId(id),
            venue: VenueId(1),
            sport: SportId(1),
            number: 1,
            name: "Court 1".to_owned(),
            court_type: CourtType::Outdoor,
        }
    }

    fn rupees(rules: &[PriceRule], court_id: i64, day: Date, time: &str) -> Option<i64> {
        price_of(rules, &court(court_id), day, time.parse().unwrap()).map(|price| price.paise() / 100)
    }

    #[test]
    fn the_most_specific_rule_applies_in_any_order_of_the_rules() {
        let friday = date(2026, 11, 20);
        let mut rules = vec![
            ALWAYS,
            PriceRule {
                weekdays: 0b001_1111,
                from_minute: 720,
                until_minute: 1080,
                price: Some(Money::from_rupees(500)),
                ..ALWAYS
            },
            PriceRule { court: Some(CourtId(7)), price: Some(Money::from_rupees(900)), ..ALWAYS },
            PriceRule { day: Some(date(2026, 11, 27)), price: Some(Money::from_rupees(1_200)), ..ALWAYS },
        ];
        for _ in 0..rules.len() {
            rules.rotate_left(1);
            assert_eq!(rupees(&rules, 1, friday, "9:00 AM"), Some(800), "the venue's default");
            assert_eq!(rupees(&rules, 1, friday, "12:00 PM"), Some(500), "then weekday and hours");
            assert_eq!(rupees(&rules, 1, friday, "6:00 PM"), Some(800), "the end of a range is not in it");
            assert_eq!(
                rupees(&rules, 1, date(2026, 11, 21), "12:00 PM"),
                Some(800),
                "the rule is not for Saturday"
            );
            assert_eq!(rupees(&rules, 7, friday, "12:00 PM"), Some(900), "then the court");
            assert_eq!(
                rupees(&rules, 7, date(2026, 11, 27), "12:00 PM"),
                Some(1_200),
                "then the single date"
            );
        }
    }

    #[test]
    fn a_rule_applies_from_its_first_to_its_last_day_and_one_without_a_price_stops_the_sale() {
        let monday = date(2026, 11, 23);
        let until = PriceRule { valid_to: Some(monday), ..ALWAYS };
        let since = PriceRule {
            valid_from: Some(date(2026, 11, 24)),
            price: Some(Money::from_rupees(900)),
            ..ALWAYS
        };
        let rules = [until, since, PriceRule { weekdays: 0b000_0100, ..PriceRule::EVERYWHERE }];
        assert_eq!(rupees(&rules, 1, monday, "9:00 AM"), Some(800), "the last day is included");
        assert_eq!(rupees(&rules, 1, date(2026, 11, 24), "9:00 AM"), Some(900), "the first day, too");
        assert_eq!(rupees(&rules, 1, date(2026, 11, 25), "9:00 AM"), None, "Wednesday is not sold");
    }

    #[test]
    fn rules_by_court_give_the_same_prices_and_grow_linearly_with_the_courts() {
        let friday = date(2026, 11, 20);
        let venue = |courts: i64| {
            let courts: Vec<Court> = (1..=courts).map(court).collect();
            let own = |court: &Court| PriceRule {
                court: Some(court.id),
                price: Some(Money::from_rupees(900 + court.id.0)),
                ..ALWAYS
            };
            let rules: Vec<PriceRule> = [ALWAYS].into_iter().chain(courts.iter().skip(1).map(own)).collect();
            (courts, rules)
        };
        let count_rules = |count: i64| {
            let (courts, rules) = venue(count);
            let by_court = RulesByCourt::of(&rules, &courts);
            let at = "9:00 AM".parse().unwrap();
            for one in &courts {
                assert_eq!(by_court.price_of(one, friday, at), price_of(&rules, one, friday, at));
            }
            assert_eq!(by_court.price_of(&court(999), friday, at), None, "not one of the courts");
            courts.iter().map(|court| by_court.of_court(court.id).count()).sum::<usize>()
        };
        assert_eq!((count_rules(12), count_rules(48)), (12 + 11, 48 + 47));
    }

    #[test]
    fn without_a_rule_there_is_no_price() {
        assert_eq!(rupees(&[], 1, date(2026, 11, 20), "9:00 AM"), None);
    }

    #[test]
    fn the_price_range_is_that_of_hours_that_can_be_booked() {
        let venue = |prices: Vec<PriceRule>| Venue {
            courts: vec![court(1), court(2), court(7)],
            prices,
            ..Venue::without_courts(
                Hours::every_day(OpeningHours {
                    first_start: "6:00 AM".parse().unwrap(),
                    last_start: "10:00 PM".parse().unwrap(),
                }),
                TimeZone::UTC,
            )
        };
        let week = || date(2026, 11, 21).series(jiff::Span::new().days(1)).take(7);
        let range = |prices: Vec<PriceRule>| {
            price_range(&venue(prices), None, week())
                .map(|(low, high)| (low.paise() / 100, high.paise() / 100))
        };
        let rule = |price: i64| PriceRule { price: Some(Money::from_rupees(price)), ..ALWAYS };
        let night = PriceRule { from_minute: 0, until_minute: 360, ..rule(100) };
        let afternoon = PriceRule { from_minute: 720, until_minute: 1080, ..rule(500) };
        let seven = PriceRule { court: Some(CourtId(7)), ..rule(900) };
        let on = |day: Date, price: i64| PriceRule { day: Some(day), ..rule(price) };
        assert_eq!(range(vec![ALWAYS]), Some((800, 800)));
        assert_eq!(range(vec![ALWAYS, night, afternoon.clone()]), Some((500, 800)), "closed at night");
        assert_eq!(
            range(vec![ALWAYS, afternoon.clone(), seven.clone()]),
            Some((500, 900)),
            "one court is dearer"
        );
        let days = [date(2026, 11, 20), date(2026, 11, 28)].map(|day| on(day, 50));
        assert_eq!(range([vec![ALWAYS], days.to_vec()].concat()), Some((800, 800)), "days outside the week");
        assert_eq!(range(vec![ALWAYS, on(date(2026, 11, 22), 300)]), Some((300, 800)));
        assert_eq!(range(Vec::new()), None);
        // The range is the same as that of the prices of all courts.
        let rules = vec![ALWAYS, afternoon, seven];
        let each = venue(rules.clone());
        let all = week().flat_map(|day| {
            each.starts_on(day)
                .flat_map(|start| each.courts.iter().map(move |c| (c, day, start)))
                .collect::<Vec<_>>()
        });
        let prices: Vec<_> =
            all.filter_map(|(court, day, start)| price_of(&rules, court, day, start)).collect();
        assert_eq!(
            price_range(&each, None, week()),
            prices.iter().min().copied().zip(prices.iter().max().copied())
        );
        // Court 7 is for another sport.
        let mut mixed = each;
        mixed.courts[2].sport = SportId(2);
        let range = |sport| price_range(&mixed, Some(SportId(sport)), week());
        assert_eq!(range(1), Some((Money::from_rupees(500), Money::from_rupees(800))));
        assert_eq!(range(2), Some((Money::from_rupees(900), Money::from_rupees(900))));
        assert_eq!(range(3), None);
    }

    #[test]
    fn the_standard_price_is_that_of_the_newest_rule_without_conditions() {
        let friday = PriceRule { weekdays: 0b001_0000, price: Some(Money::from_rupees(600)), ..ALWAYS };
        let newer = PriceRule { price: Some(Money::from_rupees(850)), ..ALWAYS };
        let day = date(2026, 11, 20);
        assert_eq!(standard_price(&[ALWAYS, newer.clone(), friday.clone()], day), newer.price);
        assert_eq!(standard_price(&[friday], day), None);
        let later = PriceRule { valid_from: Some(date(2026, 11, 21)), ..newer.clone() };
        assert_eq!(standard_price(&[ALWAYS, later], day), ALWAYS.price, "the newer price is not valid yet");
    }
}
