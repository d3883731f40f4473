//! What publishing hours would do.

use std::{collections::BTreeSet, sync::Arc};

use jiff::{Timestamp, ToSpan as _, civil::Date};
use sideout_domain::{
    VenueId,
    hours::HoursFault,
    money::Money,
    price::{PriceRule, price_of},
    slot::StartTime,
    staff::Permission,
    venue::Venue,
};
use sideout_store::{PriceVersions, Session, StoreError};

use super::{
    HoursChange, Stranded,
    hours_change::{InvalidChange, NewHours, find_new_hours},
};
use crate::{
    App,
    operator::find_outside,
    platform::venues::find_venue,
    steps::audited::{Actor, Refused},
};

/// The days of a week. Each weekday is searched once for hours without a price, from the first day of the new week on.
const WEEK: i32 = 7;

/// What a change of hours would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoursPreview {
    /// The first day that is counted: today.
    pub from: Date,
    /// The last day that is counted: the last one that players can book, before or after the change, or the end of the first new week
    /// if that is later. Special days are counted also if they are later.
    pub to: Date,
    /// How many of these days change.
    pub days: usize,
    /// Slots of all courts that open. Those that a closure keeps closed are counted as well.
    pub opened: usize,
    /// The lowest and the highest price of these.
    pub opened_prices: Option<(Money, Money)>,
    /// Slots of all courts that close. Those that are booked are counted as well.
    pub closed: usize,
    /// Slots of the new hours without a price: the day, the start, and on how many courts. Each weekday is listed
    /// once, and each special day.
    pub unpriced: Vec<(Date, StartTime, usize)>,
    /// Bookings and holds ahead that are within the present hours and outside the new ones.
    pub outside: Vec<Stranded>,
    /// How many are outside the present hours already.
    pub outside_before: usize,
}

/// Why there is no preview.
#[derive(Debug, thiserror::Error)]
pub enum PreviewHoursError {
    /// Another version was published since the caller read the hours.
    #[error("hours were published since")]
    ChangedMeanwhile,
    /// There is no such version.
    #[error("no such version")]
    NoSuchVersion,
    /// The day is past or more than 366 days ahead.
    #[error("the day is past or too far ahead")]
    OutOfRange,
    /// The hours of a weekday (Monday is 0) are not valid.
    #[error("weekday {0}: {1}")]
    Weekday(usize, HoursFault),
    /// The hours of a special day are not valid.
    #[error("{0}: {1}")]
    SpecialDay(Date, HoursFault),
    /// A special day is listed twice, is too far ahead, or is one more than a venue may have.
    #[error("{0} is there twice, too far ahead, or one special day too many")]
    BadSpecialDay(Date),
    /// Today is closed, and an hour of today that is not over would be added: its report would miss the bookings.
    #[error("today is closed")]
    TodayClosed,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<InvalidChange> for PreviewHoursError {
    fn from(invalid: InvalidChange) -> Self {
        match invalid {
            InvalidChange::ChangedMeanwhile => PreviewHoursError::ChangedMeanwhile,
            InvalidChange::NoSuchVersion => PreviewHoursError::NoSuchVersion,
            InvalidChange::OutOfRange => PreviewHoursError::OutOfRange,
            InvalidChange::Weekday(weekday, fault) => PreviewHoursError::Weekday(weekday, fault),
            InvalidChange::SpecialDay(day, fault) => PreviewHoursError::SpecialDay(day, fault),
            InvalidChange::BadSpecialDay(day) => PreviewHoursError::BadSpecialDay(day),
            InvalidChange::TodayClosed => PreviewHoursError::TodayClosed,
        }
    }
}

/// What `change` would do now.
///
/// # Errors
/// [`PreviewHoursError`].
pub async fn preview_hours(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    change: HoursChange,
) -> Result<HoursPreview, PreviewHoursError> {
    let now = app.clock.now();
    actor.check_at(venue, Permission::BoardRead, now)?;
    let venue = find_venue(app, venue).await?.ok_or(Refused::OtherVenue)?;
    app.store.read((venue, change, now), |tx, input| Box::pin(preview(tx, input))).await
}

async fn preview(
    tx: &mut dyn Session,
    (venue, change, now): &(Arc<Venue>, HoursChange, Timestamp),
) -> Result<HoursPreview, PreviewHoursError> {
    let hours = find_new_hours(tx, venue, change, *now).await??;
    Ok(count(tx, &hours, change.valid_from, *now).await?)
}

/// Counts what `hours` change if their week is valid from `from` on.
pub(super) async fn count(
    tx: &mut dyn Session,
    hours: &NewHours,
    from: Date,
    now: Timestamp,
) -> Result<HoursPreview, StoreError> {
    let NewHours { today, old, new, .. } = hours;
    let prices = PriceVersions(tx).list_rules(new.id).await?;
    let week_end = from.checked_add((WEEK - 1).days()).unwrap_or(from);
    let last = |venue: &Venue| venue.hours.window.last_day(*today);
    let to = last(old).max(last(new)).max(week_end);
    let (outside, outside_before) = find_outside(tx, old, new, now).await?;
    let mut seen = HoursPreview {
        from: *today,
        to,
        days: 0,
        opened: 0,
        opened_prices: None,
        closed: 0,
        unpriced: unpriced(new, &prices, from, *today),
        outside,
        outside_before,
    };
    for day in counted_days(hours, to) {
        let [before, after] = [old, new].map(|venue| starts_ahead(venue, day, now));
        let opened: Vec<StartTime> = after.difference(&before).copied().collect();
        let closed = before.difference(&after).count();
        seen.days += usize::from(!opened.is_empty() || closed > 0);
        seen.opened += opened.len() * new.courts.len();
        seen.closed += closed * new.courts.len();
        let opened = opened.iter().flat_map(|start| new.courts.iter().map(move |court| (court, *start)));
        for price in opened.filter_map(|(court, start)| price_of(&prices, court, day, start)) {
            let (lowest, highest) = seen.opened_prices.unwrap_or((price, price));
            seen.opened_prices = Some((lowest.min(price), highest.max(price)));
        }
    }
    Ok(seen)
}

/// From today to `to`, and the special days after it.
fn counted_days(hours: &NewHours, to: Date) -> BTreeSet<Date> {
    let special = [&hours.old, &hours.new].into_iter().flat_map(|venue| &venue.hours.special_days);
    let special = special.map(|special| special.day).filter(|day| *day > to);
    hours.today.series(1.day()).take_while(|day| *day <= to).chain(special).collect()
}

/// The starts of a day that are still ahead.
fn starts_ahead(venue: &Venue, day: Date, now: Timestamp) -> BTreeSet<StartTime> {
    venue.starts_on(day).filter(|start| start.on(day, &venue.zone) > now).collect()
}

fn unpriced(new: &Venue, prices: &[PriceRule], from: Date, today: Date) -> Vec<(Date, StartTime, usize)> {
    let special = new.hours.special_days.iter().map(|special| special.day).filter(|day| *day >= today);
    let special: BTreeSet<Date> = special.collect();
    let first_week = from.series(1.day()).take(WEEK.unsigned_abs() as usize);
    // A special day has hours of its own, so its weekday is searched in a later week.
    let usual = |first: Date| first.series(WEEK.days()).find(|day| !special.contains(day));
    let days: BTreeSet<Date> = first_week.filter_map(usual).chain(special.iter().copied()).collect();
    let mut found = Vec::new();
    for day in days {
        for start in new.starts_on(day) {
            let courts =
                new.courts.iter().filter(|court| price_of(prices, court, day, start).is_none()).count();
            if courts > 0 {
                found.push((day, start, courts));
            }
        }
    }
    found
}
