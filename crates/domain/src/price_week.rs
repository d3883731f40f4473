//! A week of prices as a manager paints it: one price for each weekday and start of the opening hours.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashSet},
};

use jiff::civil::{Date, Weekday};

use crate::price::PriceRule;
use crate::{CourtId, money::Money, venue::Venue};

/// What an hour of the week costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HourPrice {
    /// Nothing starts then, so there is no price.
    Closed,
    /// Within the opening hours, but without a price: it cannot be booked.
    NotForSale,
    /// It costs this much.
    Price(Money),
}

impl HourPrice {
    /// An open hour with this price, or without one.
    pub fn open(price: Option<Money>) -> Self {
        price.map_or(HourPrice::NotForSale, HourPrice::Price)
    }

    /// The price; `None` for an hour that cannot be booked.
    pub fn price(self) -> Option<Money> {
        match self {
            HourPrice::Price(price) => Some(price),
            HourPrice::Closed | HourPrice::NotForSale => None,
        }
    }
}

/// The prices of a court in a week, without those of single dates.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PriceWeek {
    /// The starts of all weekdays, minutes of the day, the earliest first.
    pub starts: Vec<u16>,
    /// The length of a slot, in minutes.
    pub slot_minutes: u16,
    /// The price at each of `starts`, Monday first.
    pub days: [Vec<HourPrice>; 7],
}

/// Courts and hours that are painted with one price.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Stroke {
    /// The courts.
    pub courts: Vec<CourtId>,
    /// On these weekdays, bit 0 is Monday.
    pub weekdays: u8,
    /// For starts from this minute of the day.
    pub from_minute: u16,
    /// For starts before this minute of the day.
    pub until_minute: u16,
    /// The price; `None`: it cannot be booked.
    pub price: Option<Money>,
}

impl Stroke {
    fn covers(&self, weekday: usize, minute: u16) -> bool {
        self.weekdays & (1 << weekday) != 0 && (self.from_minute..self.until_minute).contains(&minute)
    }
}

impl PriceWeek {
    /// The week of `court` by the rules that stay valid for ever, without those of single dates.
    /// It has the hours at which play starts on any day from `today` on, so that hours of later weeks and special
    /// days have prices too.
    pub fn of<'r>(
        venue: &Venue,
        rules: impl IntoIterator<Item = &'r PriceRule>,
        court: CourtId,
        today: Date,
    ) -> Self {
        let mut weekday = Weekday::Monday;
        let open: [(Weekday, BTreeSet<u16>); 7] = std::array::from_fn(|_| {
            let day = (weekday, venue.hours.starts_from(today, weekday, venue.slot_minutes));
            weekday = weekday.next();
            day
        });
        let starts: BTreeSet<u16> = open.iter().flat_map(|(_, starts)| starts).copied().collect();
        let lasting: Vec<&PriceRule> =
            rules.into_iter().filter(|rule| rule.day.is_none() && rule.valid_to.is_none()).collect();
        let days = open.map(|(weekday, open)| {
            let prices = starts.iter().map(|start| {
                if !open.contains(start) {
                    return HourPrice::Closed;
                }
                let applying = lasting.iter().filter(|rule| rule.covers(court, weekday, *start));
                HourPrice::open(applying.max_by_key(|rule| rule.weight()).and_then(|rule| rule.price))
            });
            prices.collect()
        });
        PriceWeek { starts: starts.into_iter().collect(), slot_minutes: venue.slot_minutes, days }
    }

    /// Paints the week of one of the stroke's courts: open hours get the price of the stroke, closed ones stay closed.
    pub fn paint(&mut self, stroke: &Stroke) {
        for (weekday, prices) in self.days.iter_mut().enumerate() {
            for (start, price) in self.starts.iter().zip(prices) {
                if *price != HourPrice::Closed && stroke.covers(weekday, *start) {
                    *price = HourPrice::open(stroke.price);
                }
            }
        }
    }
}

/// The rules of a venue after `new` ones were published, which replace all others from the day `from` on. Prices of single dates that
/// lie ahead stay. Rules that ended before `forget` are dropped.
pub fn replace_from(old: &[PriceRule], new: Vec<PriceRule>, from: Date, forget: Date) -> Vec<PriceRule> {
    let last = from.yesterday().unwrap_or(from);
    let mut rules: Vec<PriceRule> = Vec::new();
    for rule in old.iter().filter(|rule| rule.valid_from.is_none_or(|first| first < from)) {
        let valid_to = rule.valid_to.map_or(last, |to| to.min(last));
        if valid_to >= forget && rule.day.is_none_or(|day| forget <= day && day < from) {
            rules.push(PriceRule { valid_to: Some(valid_to), ..rule.clone() });
        }
    }
    let special = old.iter().filter(|rule| rule.day.is_some_and(|day| day >= from && rule.is_valid_on(day)));
    let added = new.into_iter().chain(special.cloned());
    rules.extend(added.map(|rule| PriceRule { valid_from: Some(from), valid_to: None, ..rule }));
    rules
}

/// The day from which the prices of the week that stay valid for ever all apply; `None` if they have no first day.
pub fn lasting_from(rules: &[PriceRule]) -> Option<Date> {
    let lasting = rules.iter().filter(|rule| rule.day.is_none() && rule.valid_to.is_none());
    lasting.filter_map(|rule| rule.valid_from).max()
}

/// Prices of a season that end because other ones are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndingSeason {
    /// Its first day; `None`: no start date.
    pub from: Option<Date>,
    /// Its last day, as it was set.
    pub to: Date,
    /// Its prices.
    pub prices: PriceSpan,
}

/// The lowest and the highest price; `None` if nothing was for sale.
type PriceSpan = Option<(Money, Money)>;

/// Whether a price of the week is valid both on the day `before` and on the day after it. Then no version begins on the day
/// after: publishing ends all prices that were valid before.
fn has_price_across(rules: &[PriceRule], before: Date) -> bool {
    rules.iter().any(|rule| {
        rule.day.is_none()
            && rule.valid_from.is_none_or(|first| first <= before)
            && rule.valid_to.is_none_or(|to| to > before)
    })
}

/// The last days of the versions that newer ones follow: from the newest one, which stays valid for ever, back to the first one.
fn followed_days(rules: &[PriceRule]) -> HashSet<Date> {
    let mut weekly: Vec<&PriceRule> = rules.iter().filter(|rule| rule.day.is_none()).collect();
    weekly.sort_by_key(|rule| Reverse(rule.valid_from));
    let mut followed = HashSet::new();
    for rule in weekly {
        let is_version = rule.valid_to.is_none_or(|to| followed.contains(&to));
        if let Some(before) = rule.valid_from.and_then(|first| first.yesterday().ok())
            && is_version
            && !has_price_across(rules, before)
        {
            followed.insert(before);
        }
    }
    followed
}

/// The seasons among `rules` that lose days when other prices are valid from the day `from` on, the earliest first. A
/// rule that ended because newer prices were published is not a season, unless it began while other prices were valid.
pub fn ending_seasons(rules: &[PriceRule], from: Date) -> Vec<EndingSeason> {
    let followed = followed_days(rules);
    let is_version = |rule: &PriceRule, to: Date| {
        let before = rule.valid_from.and_then(|first| first.yesterday().ok());
        followed.contains(&to) && before.is_none_or(|before| !has_price_across(rules, before))
    };
    let mut seasons: BTreeMap<(Option<Date>, Date), PriceSpan> = BTreeMap::new();
    for rule in rules.iter().filter(|rule| rule.day.is_none()) {
        let Some(to) = rule.valid_to.filter(|to| *to >= from && !is_version(rule, *to)) else { continue };
        if rule.valid_from.is_some_and(|first| first > to) {
            continue;
        }
        let prices = seasons.entry((rule.valid_from, to)).or_default();
        if let Some(price) = rule.price {
            let (lowest, highest) = prices.unwrap_or((price, price));
            *prices = Some((lowest.min(price), highest.max(price)));
        }
    }
    seasons.into_iter().map(|((from, to), prices)| EndingSeason { from, to, prices }).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn rule(rupees: i64) -> PriceRule {
        PriceRule { price: Some(Money::from_rupees(rupees)), ..PriceRule::EVERYWHERE }
    }

    #[test]
    fn published_rules_replace_all_others_from_their_day_on() {
        let (friday, saturday) = (date(2026, 11, 27), date(2026, 11, 28));
        let long_ago = PriceRule { valid_to: Some(date(2026, 9, 1)), ..rule(500) };
        let scheduled = PriceRule { valid_from: Some(date(2026, 12, 1)), ..rule(1_000) };
        let christmas = PriceRule { day: Some(date(2026, 12, 25)), ..rule(1_200) };
        let past_day = PriceRule { day: Some(date(2026, 11, 24)), ..rule(700) };
        let old = [long_ago, rule(800), past_day.clone(), christmas.clone(), scheduled];
        let rules = replace_from(&old, vec![rule(900)], saturday, date(2026, 11, 1));
        let ended = |rule: PriceRule| PriceRule { valid_to: Some(friday), ..rule };
        let begun = |rule: PriceRule| PriceRule { valid_from: Some(saturday), ..rule };
        let expected = [ended(rule(800)), ended(past_day), begun(rule(900)), begun(christmas)];
        assert_eq!(
            rules, expected,
            "what was scheduled for later is replaced, what ended long ago is forgotten"
        );
        let again = replace_from(&rules, vec![rule(950)], saturday, date(2026, 11, 1));
        assert_eq!(again.len(), 4, "a version that never applied leaves nothing: {again:?}");
        // A version from Tuesday on gave Monday's price an end; a version from Saturday on keeps it nevertheless.
        let monday = PriceRule { day: Some(date(2026, 11, 30)), ..rule(650) };
        let later = replace_from(&[rule(800), monday], vec![rule(900)], date(2026, 12, 1), date(2026, 11, 1));
        let sooner = replace_from(&later, vec![rule(900)], saturday, date(2026, 11, 1));
        assert!(
            sooner
                .iter()
                .any(|rule| rule.day == Some(date(2026, 11, 30)) && rule.is_valid_on(date(2026, 11, 30)))
        );
    }

    #[test]
    fn seasons_that_lose_days_are_named_and_versions_that_were_replaced_are_not() {
        let season = |from: Date, to: Date, rupees: i64| PriceRule {
            valid_from: Some(from),
            valid_to: Some(to),
            ..rule(rupees)
        };
        let (first, last) = (date(2026, 12, 20), date(2027, 1, 3));
        let past = season(date(2026, 10, 1), date(2026, 10, 31), 700);
        let christmas = PriceRule { day: Some(date(2026, 12, 25)), valid_to: Some(last), ..rule(1_500) };
        let rules = [rule(800), past, season(first, last, 1_200), season(first, last, 900), christmas];
        let expected = EndingSeason {
            from: Some(first),
            to: last,
            prices: Some((Money::from_rupees(900), Money::from_rupees(1_200))),
        };
        assert_eq!(
            ending_seasons(&rules, date(2026, 12, 1)),
            std::slice::from_ref(&expected),
            "it would begin"
        );
        assert_eq!(ending_seasons(&rules, last), [expected], "its last day");
        assert_eq!(ending_seasons(&rules, date(2027, 1, 4)), []);
        // A version from 10 December ended the week before it; one from 1 December replaces both.
        let scheduled = replace_from(&[rule(800)], vec![rule(900)], date(2026, 12, 10), date(2026, 11, 1));
        assert_eq!(ending_seasons(&scheduled, date(2026, 12, 1)), []);
    }

    #[test]
    fn versions_that_follow_each_other_are_no_seasons_and_a_season_before_another_one_is() {
        let forget = date(2026, 11, 1);
        let second = replace_from(&[rule(800)], vec![rule(900)], date(2026, 12, 1), forget);
        let third = replace_from(&second, vec![rule(950)], date(2026, 12, 10), forget);
        assert_eq!(third.len(), 3, "{third:?}");
        assert_eq!(ending_seasons(&third, date(2026, 11, 28)), []);

        let season =
            |from: Date, to: Date| PriceRule { valid_from: Some(from), valid_to: Some(to), ..rule(1_200) };
        let advent = season(date(2026, 12, 1), date(2026, 12, 19));
        let holidays = season(date(2026, 12, 20), date(2027, 1, 3));
        let ending = ending_seasons(&[rule(800), advent, holidays], date(2026, 11, 28));
        let days: Vec<_> = ending.iter().map(|season| (season.from, season.to)).collect();
        assert_eq!(
            days,
            [(Some(date(2026, 12, 1)), date(2026, 12, 19)), (Some(date(2026, 12, 20)), date(2027, 1, 3))]
        );
    }

    #[test]
    fn a_season_is_named_though_prices_that_stay_begin_after_it_or_a_version_ends_it() {
        let season =
            |from: Date, to: Date| PriceRule { valid_from: Some(from), valid_to: Some(to), ..rule(1_200) };
        let days = |rules: &[PriceRule]| -> Vec<_> {
            let ending = ending_seasons(rules, date(2026, 11, 28));
            ending.iter().map(|season| (season.from, season.to)).collect()
        };
        let advent = season(date(2026, 12, 1), date(2026, 12, 19));
        let named = (Some(date(2026, 12, 1)), date(2026, 12, 19));
        // One court costs more from 20 December on and for ever; the general price stays as it is.
        let dearer = PriceRule { valid_from: Some(date(2026, 12, 20)), ..rule(1_000) };
        assert_eq!(days(&[rule(800), advent.clone(), dearer]), [named]);
        // A version from the same day on ends the general price with the season.
        let (version, forget) = (date(2026, 12, 20), date(2026, 11, 1));
        let ended = replace_from(&[rule(800), advent], vec![rule(900)], version, forget);
        assert_eq!(days(&ended), [named]);
        // A version makes a longer season end early; one from a day in the season would take more days from it.
        let long = season(date(2026, 12, 1), date(2027, 1, 31));
        let cut = replace_from(&[rule(800), long], vec![rule(900)], version, forget);
        assert_eq!(days(&cut), [named]);
    }
}
