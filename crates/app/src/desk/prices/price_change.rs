//! A change of prices, and the rules that it leads to.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date};
use serde::Serialize;
use sideout_domain::{
    CourtId,
    money::Money,
    price::{HourPrice, PriceRule, PriceWeek, RulesByCourt, Stroke, replace_from},
    price_compile::compile_rules,
    slot::StartTime,
    venue::{Court, Venue},
};
use sideout_store::{PriceVersions, Session, StoreError};

use super::read_prices::weeks;

/// Rules that ended more than this many days ago are dropped; their version keeps them.
const REMEMBERED_DAYS: i32 = 40;
/// How many days ahead prices can be published.
const MOST_DAYS_AHEAD: i32 = 366;

/// A change of the prices of a venue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PriceChange {
    /// The newest version that the caller saw; 0 if there was none.
    pub base: i64,
    /// From which day it is valid.
    pub valid_from: Date,
    /// What changes.
    pub edit: Edit,
}

/// What changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Edit {
    /// Hours are painted, one stroke after the other.
    Paint(Vec<Stroke>),
    /// The week of an earlier version comes back.
    Revert(i64),
}

/// Why a change of prices is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InvalidChange {
    /// A stroke names a court that is not of this venue.
    OtherCourt,
    /// There is no such version.
    NoSuchVersion,
    /// The day is past, or more than 366 days ahead.
    OutOfRange,
}

/// The rules before and after a change.
#[derive(Debug, Clone)]
pub(super) struct NewPrices {
    /// Today's date at the venue.
    pub(super) today: Date,
    /// The present rules.
    pub(super) old: Vec<PriceRule>,
    /// All rules once the change is published.
    pub(super) new: Vec<PriceRule>,
    /// Those of the new version alone: the week and single dates.
    pub(super) version: Vec<PriceRule>,
    /// The first day from which it may be valid: tomorrow if an hour of today would cost more or could no longer be booked.
    pub(super) earliest: Date,
}

/// The price of an hour of a court before and after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HourChange {
    pub(super) old: Option<Money>,
    pub(super) new: Option<Money>,
}

impl HourChange {
    pub(super) fn is_change(self) -> bool {
        self.old != self.new
    }

    /// Whether it is worse for players: the hour costs more, or cannot be booked any more.
    pub(super) fn is_worse(self) -> bool {
        self.old.is_some_and(|old| self.new.is_none_or(|new| new > old))
    }
}

/// The rules that `change` leads to.
pub(super) async fn find_new_prices(
    tx: &mut dyn Session,
    venue: &Venue,
    change: &PriceChange,
    now: Timestamp,
) -> Result<Result<NewPrices, InvalidChange>, StoreError> {
    let today = venue.today(now);
    let last = today.checked_add(MOST_DAYS_AHEAD.days()).unwrap_or(today);
    if !(today..=last).contains(&change.valid_from) {
        return Ok(Err(InvalidChange::OutOfRange));
    }
    let old = PriceVersions(tx).list_rules(venue.id).await?;
    let week = match &change.edit {
        Edit::Paint(strokes) => {
            let known = |court: &CourtId| venue.court(*court).is_some();
            if !strokes.iter().flat_map(|stroke| &stroke.courts).all(known) {
                return Ok(Err(InvalidChange::OtherCourt));
            }
            paint(venue, &old, strokes, today)
        }
        Edit::Revert(version) => {
            let Some(version) = PriceVersions(tx).find(venue.id, *version).await? else {
                return Ok(Err(InvalidChange::NoSuchVersion));
            };
            version.rules.into_iter().filter(|rule| rule.day.is_none() && rule.valid_to.is_none()).collect()
        }
    };
    let forget = today.checked_sub(REMEMBERED_DAYS.days()).unwrap_or(today);
    let replaced = |from: Date| replace_from(&old, week.clone(), from, forget);
    let new = replaced(change.valid_from);
    let from_today = replaced(today);
    let changes = HourChanges::of(venue, &old, &from_today);
    let is_dearer_today =
        hours_of(venue, today, now).any(|(court, start)| changes.of_hour(court, today, start).is_worse());
    let earliest = if is_dearer_today { today.tomorrow().unwrap_or(today) } else { today };
    let version = new.iter().filter(|rule| rule.valid_to.is_none()).cloned().collect();
    Ok(Ok(NewPrices { today, old, new, version, earliest }))
}

fn paint(venue: &Venue, old: &[PriceRule], strokes: &[Stroke], today: Date) -> Vec<PriceRule> {
    let mut weeks: Vec<(CourtId, PriceWeek)> = weeks(venue, old, today);
    let places: HashMap<CourtId, usize> =
        weeks.iter().enumerate().map(|(place, (court, _))| (*court, place)).collect();
    for stroke in strokes {
        for place in stroke.courts.iter().filter_map(|court| places.get(court)) {
            weeks[*place].1.paint(stroke);
        }
    }
    compile_rules(&weeks)
}

/// The hours of all courts on a day that have not begun.
pub(super) fn hours_of(
    venue: &Venue,
    day: Date,
    now: Timestamp,
) -> impl Iterator<Item = (&Court, StartTime)> {
    let ahead =
        move |start: &StartTime| start.on(day, &venue.zone).duration_since(now) > SignedDuration::ZERO;
    venue
        .starts_on(day)
        .filter(ahead)
        .flat_map(move |start| venue.courts.iter().map(move |court| (court, start)))
}

/// The rules before and after a change, court by court.
#[derive(Debug, Clone)]
pub(super) struct HourChanges<'r> {
    old: RulesByCourt<'r>,
    new: RulesByCourt<'r>,
}

impl<'r> HourChanges<'r> {
    fn of(venue: &Venue, old: &'r [PriceRule], new: &'r [PriceRule]) -> Self {
        HourChanges { old: RulesByCourt::of(old, &venue.courts), new: RulesByCourt::of(new, &venue.courts) }
    }

    /// The change of one hour.
    pub(super) fn of_hour(&self, court: &Court, day: Date, start: StartTime) -> HourChange {
        HourChange { old: self.old.price_of(court, day, start), new: self.new.price_of(court, day, start) }
    }
}

impl NewPrices {
    /// The changes of all hours of the venue.
    pub(super) fn changes(&self, venue: &Venue) -> HourChanges<'_> {
        HourChanges::of(venue, &self.old, &self.new)
    }

    /// Whether the lasting week of any court differs.
    pub(super) fn changes_a_week(&self, venue: &Venue) -> bool {
        weeks(venue, &self.old, self.today) != weeks(venue, &self.new, self.today)
    }

    /// The open hours of the new week without a price: weekday (Monday is 0), start (minute of the day) and number of courts.
    pub(super) fn unpriced(&self, venue: &Venue) -> Vec<(u8, u16, usize)> {
        let weeks = weeks(venue, &self.new, self.today);
        let Some((_, first)) = weeks.first() else { return Vec::new() };
        let mut found = Vec::new();
        for weekday in 0..7_u8 {
            for (column, start) in first.starts.iter().enumerate() {
                let is_unpriced = |(_, week): &&(CourtId, PriceWeek)| {
                    week.days[usize::from(weekday)][column] == HourPrice::NotForSale
                };
                let courts = weeks.iter().filter(is_unpriced).count();
                if courts > 0 {
                    found.push((weekday, *start, courts));
                }
            }
        }
        found
    }
}
