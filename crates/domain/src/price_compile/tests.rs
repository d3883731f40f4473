//! Every painted hour costs what was painted, by few rules.

use jiff::{
    civil::{Date, date},
    tz::TimeZone,
};

use super::*;
use crate::{
    SportId, VenueId,
    hours::Hours,
    money::Money,
    price::{Stroke, price_of},
    slot::StartTime,
    venue::{Court, CourtType, OpeningHours, Venue, days_since_monday},
};

const MONDAY: Date = date(2026, 11, 23);

/// A small random number generator: the same seed gives the same weeks.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn venue(courts: i64) -> Venue {
    let court = |id: i64| Court {
        id: CourtId(id),
        venue: VenueId(1),
        sport: SportId(1),
        number: u16::try_from(id).unwrap(),
        name: format!("Court {id}"),
        court_type: CourtType::Outdoor,
    };
    let open = |first: &str, last: &str| {
        vec![OpeningHours { first_start: first.parse().unwrap(), last_start: last.parse().unwrap() }]
    };
    let week = || open("6:00 AM", "10:00 PM");
    // Tuesday starts half past, Wednesday is closed.
    let hours = Hours::of_week([
        week(),
        open("6:30 AM", "9:30 PM"),
        Vec::new(),
        week(),
        week(),
        week(),
        open("8:00 AM", "8:00 PM"),
    ]);
    Venue { courts: (1..=courts).map(court).collect(), ..Venue::without_courts(hours, TimeZone::UTC) }
}

fn weeks(venue: &Venue, rules: &[PriceRule]) -> Vec<(CourtId, PriceWeek)> {
    venue.courts.iter().map(|court| (court.id, PriceWeek::of(venue, rules, court.id, MONDAY))).collect()
}

/// Checks each hour of a week by the rules themselves.
fn assert_same(venue: &Venue, painted: &[(CourtId, PriceWeek)], rules: &[PriceRule]) {
    for day in MONDAY.series(jiff::Span::new().days(1)).take(7) {
        for start in venue.starts_on(day) {
            for (court, (id, week)) in venue.courts.iter().zip(painted) {
                assert_eq!(court.id, *id);
                let weekday = days_since_monday(day.weekday());
                let column = week.starts.iter().position(|at| *at == start.minute()).unwrap();
                let price = price_of(rules, court, day, start);
                assert_eq!(HourPrice::open(price), week.days[weekday][column], "{court:?} {day} {start}");
            }
        }
    }
}

fn minute(time: &str) -> u16 {
    time.parse::<StartTime>().unwrap().minute()
}

fn stroke(courts: &[i64], weekdays: u8, from: &str, until: &str, rupees: Option<i64>) -> Stroke {
    Stroke {
        courts: courts.iter().copied().map(CourtId).collect(),
        weekdays,
        from_minute: minute(from),
        until_minute: minute(until),
        price: rupees.map(Money::from_rupees),
    }
}

fn painted(venue: &Venue, strokes: &[Stroke]) -> Vec<(CourtId, PriceWeek)> {
    let mut weeks = weeks(venue, &[]);
    for (court, week) in &mut weeks {
        for stroke in strokes.iter().filter(|stroke| stroke.courts.contains(court)) {
            week.paint(stroke);
        }
    }
    weeks
}

const ALL: [i64; 3] = [1, 2, 3];

#[test]
fn one_price_for_everything_is_one_rule() {
    let venue = venue(3);
    let weeks = painted(&venue, &[stroke(&ALL, 127, "12:00 AM", "11:30 PM", Some(800))]);
    let rules = compile_rules(&weeks);
    assert!(matches!(&rules[..], [rule] if rule.is_default()), "{rules:?}");
    assert_same(&venue, &weeks, &rules);
}

#[test]
fn evenings_and_an_afternoon_without_a_price_are_one_rule_each() {
    let venue = venue(3);
    let weeks = painted(
        &venue,
        &[
            stroke(&ALL, 127, "12:00 AM", "11:30 PM", Some(800)),
            stroke(&ALL, 0b110_0000, "6:00 PM", "10:30 PM", Some(1_200)),
            stroke(&ALL, 0b000_0001, "1:00 PM", "4:00 PM", None),
            // Within the evening, so it has to outweigh it.
            stroke(&ALL, 0b010_0000, "8:00 PM", "9:00 PM", Some(1_500)),
        ],
    );
    let rules = compile_rules(&weeks);
    assert_eq!(rules.len(), 4, "{rules:#?}");
    assert_same(&venue, &weeks, &rules);
}

#[test]
fn a_court_that_differs_at_one_hour_gets_a_rule_for_that_hour() {
    let venue = venue(3);
    let weeks = painted(
        &venue,
        &[
            stroke(&ALL, 127, "12:00 AM", "11:30 PM", Some(800)),
            stroke(&[2], 0b001_0000, "6:00 PM", "7:00 PM", Some(900)),
        ],
    );
    let rules = compile_rules(&weeks);
    assert_eq!(rules.len(), 2, "{rules:#?}");
    assert_same(&venue, &weeks, &rules);
}

#[test]
fn any_painted_week_is_reproduced_to_the_hour() {
    let venue = venue(3);
    let times: Vec<String> =
        (6..=22).map(|hour| StartTime::from_minute(hour * 60).unwrap().to_string()).collect();
    let mut numbers = Numbers(7);
    for round in 0..30 {
        let mut strokes = Vec::new();
        for _ in 0..=numbers.below(if round < 20 { 6 } else { 40 }) {
            let mut pick = |end: u64| usize::try_from(numbers.below(end)).unwrap();
            let (from, length) = (pick(16), 1 + pick(8));
            let until = (from + length).min(times.len() - 1);
            let courts: &[i64] = [&ALL[..], &ALL[..2], &ALL[2..]][pick(3)];
            let weekdays = u8::try_from(1 + pick(127)).unwrap();
            let rupees = [None, Some(500), Some(800), Some(1_000), Some(1_200)][pick(5)];
            strokes.push(stroke(courts, weekdays, &times[from], &times[until], rupees));
        }
        let weeks = painted(&venue, &strokes);
        let rules = compile_rules(&weeks);
        assert!(rules[0].is_default());
        assert_same(&venue, &weeks, &rules);
        // Never more than a rule for each hour of each court.
        assert!(rules.len() <= 7 * 17 * 3);
    }
}

#[test]
fn the_rules_of_a_file_are_compiled_into_no_more_rules_than_before() {
    let mut venue = venue(3);
    let default = PriceRule { price: Some(Money::from_rupees(800)), ..PriceRule::EVERYWHERE };
    let rule = |weekdays, from: &str, until_minute, rupees| PriceRule {
        weekdays,
        from_minute: minute(from),
        until_minute,
        price: Some(Money::from_rupees(rupees)),
        ..PriceRule::EVERYWHERE
    };
    // The prices of the week at the sample operator's first venue.
    let all = [
        default,
        rule(0b001_1111, "12:00 AM", 720, 600),
        rule(0b001_1111, "12:00 PM", 1080, 500),
        rule(0b110_0000, "6:00 PM", 1440, 1_000),
    ];
    let hall = |rule: &PriceRule| PriceRule {
        court: Some(CourtId(3)),
        price: rule.price.map(|price| price.plus(Money::from_rupees(100))),
        ..rule.clone()
    };
    let rules: Vec<PriceRule> = all.iter().cloned().chain(all.iter().map(hall)).collect();
    venue.prices = rules.clone();
    let weeks = weeks(&venue, &rules);
    let compiled = compile_rules(&weeks);
    assert!(compiled.len() <= rules.len(), "{compiled:#?}");
    assert_same(&venue, &weeks, &compiled);
}

#[test]
fn the_work_grows_with_the_courts_and_not_with_their_square() {
    let covered = |courts: i64| {
        let venue = venue(courts);
        let all: Vec<i64> = (1..=courts).collect();
        let mut strokes = vec![stroke(&all, 127, "12:00 AM", "11:30 PM", Some(800))];
        // Each court has a price of its own on Friday evenings.
        strokes.extend(
            all.iter().map(|court| stroke(&[*court], 0b001_0000, "6:00 PM", "7:00 PM", Some(900 + court))),
        );
        let weeks = painted(&venue, &strokes);
        let mut covered = 0;
        let rules = compile(&weeks, &mut covered);
        assert_same(&venue, &weeks, &rules);
        covered
    };
    assert_eq!((covered(12), covered(48)), (MOST_BASES * 12, MOST_BASES * 48));
}
