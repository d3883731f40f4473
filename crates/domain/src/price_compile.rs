//! Turns painted weeks into price rules: few rules, by which every painted hour costs what was painted.
//!
//! A rule with a court outweighs one without, and of two rules of the same kind the one that covers less of the week applies. So the
//! week is built up of rectangles (weekdays × hours), the largest first, each painted over the larger ones.

use std::collections::{BTreeMap, HashMap};

use crate::{
    CourtId,
    price::{EVERY_WEEKDAY, PriceRule},
    price_week::{HourPrice, PriceWeek},
    slot::DAY_MINUTES,
};

/// A search that needs this many rectangles is given up, and each run of equal hours gets a rule.
const MOST_RECTANGLES: usize = 48;
/// How many of the most frequent prices are tried as the default.
const MOST_DEFAULTS: usize = 4;

/// How many weeks are tried as the base, which applies where a court has no rule of its own: those that the most
/// courts have. Trying all of them would take time that grows with the square of the number of courts.
const MOST_BASES: usize = 4;

/// Compiles few rules by which each court's week costs what was painted. The first one is a default without
/// conditions. Without an open hour the list is empty.
///
/// All weeks have the same starts: those of their venue.
pub fn compile_rules(weeks: &[(CourtId, PriceWeek)]) -> Vec<PriceRule> {
    compile(weeks, &mut 0)
}

/// As [`compile_rules`]; also adds to `covered` how many weeks were covered with rectangles: almost all of the work.
fn compile(weeks: &[(CourtId, PriceWeek)], covered: &mut usize) -> Vec<PriceRule> {
    let groups = group(weeks);
    let mut bases: Vec<usize> = (0..groups.len()).collect();
    bases.sort_by_key(|group| std::cmp::Reverse(groups[*group].1.len()));
    let candidates = bases.into_iter().take(MOST_BASES).map(|at| {
        let (base, _) = &groups[at];
        *covered += groups.len();
        let mut rules: Vec<PriceRule> =
            default_and_exceptions(base).into_iter().map(|rectangle| rule(rectangle, None)).collect();
        for (_, (week, courts)) in groups.iter().enumerate().filter(|(other, _)| *other != at) {
            for rectangle in cover(week, Painting::of(base)) {
                rules.extend(courts.iter().map(|court| rule(rectangle, Some(*court))));
            }
        }
        rules
    });
    candidates.min_by_key(Vec::len).unwrap_or_default()
}

/// The different weeks with their courts, in the order in which they come.
fn group(weeks: &[(CourtId, PriceWeek)]) -> Vec<(&PriceWeek, Vec<CourtId>)> {
    let mut groups: Vec<(&PriceWeek, Vec<CourtId>)> = Vec::new();
    let mut places: HashMap<&PriceWeek, usize> = HashMap::new();
    for (court, week) in weeks {
        let place = *places.entry(week).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, courts)) => courts.push(*court),
            None => groups.push((week, vec![*court])),
        }
    }
    groups
}

/// Hours of some weekdays with one price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rectangle {
    weekdays: u8,
    from_minute: u16,
    until_minute: u16,
    price: HourPrice,
}

impl Rectangle {
    fn area(&self) -> u32 {
        u32::from(self.until_minute - self.from_minute) * self.weekdays.count_ones()
    }

    fn covers(&self, weekday: usize, minute: u16) -> bool {
        self.weekdays & (1 << weekday) != 0 && (self.from_minute..self.until_minute).contains(&minute)
    }
}

fn rule(rectangle: Rectangle, court: Option<CourtId>) -> PriceRule {
    PriceRule {
        court,
        weekdays: rectangle.weekdays,
        from_minute: rectangle.from_minute,
        until_minute: rectangle.until_minute,
        price: rectangle.price.price(),
        ..PriceRule::EVERYWHERE
    }
}

/// The week as painted so far: at each hour the price and the area of the rectangle that gave it.
#[derive(Debug, Clone)]
struct Painting([Vec<(HourPrice, u32)>; 7]);

impl Painting {
    /// The week of `base`, which applies where a court has no rule of its own.
    fn of(base: &PriceWeek) -> Self {
        Painting(base.days.clone().map(|day| day.into_iter().map(|price| (price, u32::MAX)).collect()))
    }

    /// Paints `rectangle` over hours that were painted by a rectangle of at least the same area.
    fn add(&mut self, starts: &[u16], rectangle: &Rectangle) {
        let area = rectangle.area();
        for (weekday, day) in self.0.iter_mut().enumerate() {
            for (start, hour) in starts.iter().zip(day) {
                if hour.1 >= area && rectangle.covers(weekday, *start) {
                    *hour = (rectangle.price, area);
                }
            }
        }
    }

    fn is(&self, week: &PriceWeek) -> bool {
        let hours = self.0.iter().flatten().zip(week.days.iter().flatten());
        hours.into_iter().all(|((painted, _), wanted)| *wanted == HourPrice::Closed || painted == wanted)
    }
}

/// A default without conditions and what differs from it.
fn default_and_exceptions(week: &PriceWeek) -> Vec<Rectangle> {
    let mut frequency: BTreeMap<HourPrice, usize> = BTreeMap::new();
    for price in week.days.iter().flatten().filter(|price| **price != HourPrice::Closed) {
        *frequency.entry(*price).or_default() += 1;
    }
    let mut prices: Vec<(HourPrice, usize)> = frequency.into_iter().collect();
    prices.sort_by_key(|(_, hours)| std::cmp::Reverse(*hours));
    let covers = prices.iter().take(MOST_DEFAULTS).map(|(price, _)| {
        let default =
            Rectangle { weekdays: EVERY_WEEKDAY, from_minute: 0, until_minute: DAY_MINUTES, price: *price };
        let mut painting = Painting::of(week);
        for hour in painting.0.iter_mut().flatten() {
            *hour = (*price, default.area());
        }
        std::iter::once(default).chain(cover(week, painting)).collect::<Vec<_>>()
    });
    covers.min_by_key(Vec::len).unwrap_or_default()
}

/// Few rectangles that turn `painting` into `week`, the largest first.
fn cover(week: &PriceWeek, painting: Painting) -> Vec<Rectangle> {
    let runs = cover_by_runs(week, &painting);
    match cover_by_gain(week, painting, runs.len()) {
        Some(found) if found.len() < runs.len() => found,
        _ => runs,
    }
}

/// The span of the columns `first` to `last`: its first minute of the day, and the minute after its last one. A span
/// with the first start of the day begins at midnight, and a span with the last start ends at midnight, so that hours
/// that are added later have a price.
fn span(week: &PriceWeek, first: usize, last: usize) -> (u16, u16) {
    let from = if first == 0 { 0 } else { week.starts[first] };
    let after = week.starts[last].saturating_add(week.slot_minutes).min(DAY_MINUTES);
    let until = week.starts.get(last + 1).map_or(DAY_MINUTES, |next| after.min(*next));
    (from, until)
}

/// A rectangle for each run of equal hours that have to change, the same hours of several weekdays in one.
fn cover_by_runs(week: &PriceWeek, painting: &Painting) -> Vec<Rectangle> {
    let mut runs: BTreeMap<(usize, usize, HourPrice), u8> = BTreeMap::new();
    for (weekday, (wanted, painted)) in week.days.iter().zip(&painting.0).enumerate() {
        let differs =
            |column: usize| wanted[column] != HourPrice::Closed && wanted[column] != painted[column].0;
        let mut first = 0;
        while first < wanted.len() {
            let mut last = first;
            if differs(first) {
                while last + 1 < wanted.len() && wanted[last + 1] == wanted[first] && differs(last + 1) {
                    last += 1;
                }
                *runs.entry((first, last, wanted[first])).or_default() |= 1 << weekday;
            }
            first = last + 1;
        }
    }
    let rectangle = |((first, last, price), weekdays)| {
        let (from_minute, until_minute) = span(week, first, last);
        Rectangle { weekdays, from_minute, until_minute, price }
    };
    let mut rectangles: Vec<Rectangle> = runs.into_iter().map(rectangle).collect();
    rectangles.sort_by_key(|rectangle| std::cmp::Reverse(rectangle.area()));
    rectangles
}

/// Adds the rectangle that corrects the most hours until the week is right, and then leaves out those without which it is
/// right as well; `None` if [`best`] finds none that corrects anything, or if it takes at least `most` or [`MOST_RECTANGLES`] of them.
fn cover_by_gain(week: &PriceWeek, base: Painting, most: usize) -> Option<Vec<Rectangle>> {
    let mut prices: Vec<HourPrice> = week.days.iter().flatten().copied().collect();
    prices.sort_unstable();
    prices.dedup();
    prices.retain(|price| *price != HourPrice::Closed);
    let mut found: Vec<Rectangle> = Vec::new();
    let mut painting = base.clone();
    while !painting.is(week) {
        if found.len() + 1 >= most.min(MOST_RECTANGLES) {
            return None;
        }
        found.push(best(week, &painting, &prices)?);
        // The rules apply by their areas, not in the order in which they were found.
        found.sort_by_key(|rectangle| std::cmp::Reverse(rectangle.area()));
        painting = paint(week, &base, &found);
    }
    for index in (0..found.len()).rev() {
        let mut fewer = found.clone();
        fewer.remove(index);
        if paint(week, &base, &fewer).is(week) {
            found = fewer;
        }
    }
    Some(found)
}

fn paint(week: &PriceWeek, base: &Painting, rectangles: &[Rectangle]) -> Painting {
    let mut painting = base.clone();
    for rectangle in rectangles {
        painting.add(&week.starts, rectangle);
    }
    painting
}

/// The rectangle after which the most additional hours cost what they should; of equals the smallest. Its weekdays are chosen, and
/// others are skipped, by a gain that counts hours of smaller rectangles too, at which it does not apply. So a better one can be
/// missed: then there are more rules, with the same prices.
fn best(week: &PriceWeek, painting: &Painting, prices: &[HourPrice]) -> Option<Rectangle> {
    let mut best: Option<(i32, u32, Rectangle)> = None;
    for price in prices {
        for first in 0..week.starts.len() {
            let mut by_day = [0; 7];
            for last in first..week.starts.len() {
                for (weekday, gain) in by_day.iter_mut().enumerate() {
                    *gain += gain_of(week.days[weekday][last], painting.0[weekday][last].0, *price);
                }
                let weekdays = (0..7).filter(|day| by_day[*day] > 0).fold(0, |days, day| days | 1_u8 << day);
                let hoped: i32 = by_day.iter().filter(|gain| **gain > 0).sum();
                if weekdays == 0 || best.as_ref().is_some_and(|(most, ..)| hoped < *most) {
                    continue;
                }
                let (from_minute, until_minute) = span(week, first, last);
                let rectangle = Rectangle { weekdays, from_minute, until_minute, price: *price };
                let (gain, area) = (exact_gain(week, painting, &rectangle), rectangle.area());
                let is_better = best.as_ref().is_none_or(|(most, least, _)| {
                    (gain, std::cmp::Reverse(area)) > (*most, std::cmp::Reverse(*least))
                });
                if gain > 0 && is_better {
                    best = Some((gain, area, rectangle));
                }
            }
        }
    }
    best.map(|(.., rectangle)| rectangle)
}

fn gain_of(wanted: HourPrice, painted: HourPrice, price: HourPrice) -> i32 {
    match (wanted == painted, wanted == price) {
        _ if wanted == HourPrice::Closed => 0,
        (false, true) => 1,
        (true, false) => -1,
        _ => 0,
    }
}

/// The gain of the hours at which `rectangle` applies: it does not apply over smaller rectangles.
fn exact_gain(week: &PriceWeek, painting: &Painting, rectangle: &Rectangle) -> i32 {
    let area = rectangle.area();
    let mut gain = 0;
    for (weekday, (wanted, painted)) in week.days.iter().zip(&painting.0).enumerate() {
        for (column, start) in week.starts.iter().enumerate() {
            if painted[column].1 >= area && rectangle.covers(weekday, *start) {
                gain += gain_of(wanted[column], painted[column].0, rectangle.price);
            }
        }
    }
    gain
}

#[cfg(test)]
mod tests;
