//! A change of hours, and the hours that it leads to.

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::Serialize;
use sideout_domain::{
    hours::{BookingWindow, Hours, HoursFault, MOST_SPECIAL_DAYS, SpecialDay, Week, check_day, spans_apart},
    venue::{OpeningHours, Venue},
};
use sideout_store::{HoursVersions, Session, StoreError};

use crate::steps::closed_days::find_closed_day_with_new_hours;

/// How many days ahead hours can be published. Special days can be twice as far ahead.
const MOST_DAYS_AHEAD: i32 = 366;

/// A change of the hours of a venue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HoursChange {
    /// The newest version that the caller saw; 0 if there was none.
    pub base: i64,
    /// From which day the week is valid. Special days are valid on their day, and the limits of players immediately.
    pub valid_from: Date,
    /// What changes.
    pub edit: Edit,
}

/// What changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Edit {
    /// The hours become these.
    Set(Draft),
    /// An earlier version comes back: its lasting week, its special days ahead and its limits.
    Revert(i64),
}

/// Hours as a manager set them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Draft {
    /// The week.
    pub week: Week,
    /// All special days from today on.
    pub special_days: Vec<SpecialDay>,
    /// How far ahead and how late players may book.
    pub window: BookingWindow,
}

/// Why a change of hours is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum InvalidChange {
    /// Another version was published since the caller read the hours.
    ChangedMeanwhile,
    /// There is no such version.
    NoSuchVersion,
    /// The day is past, or more than 366 days ahead.
    OutOfRange,
    /// The hours of a weekday (Monday is 0) are not valid.
    Weekday(usize, HoursFault),
    /// The hours of a special day are not valid.
    SpecialDay(Date, HoursFault),
    /// A special day is listed twice, is too far ahead, or is one more than a venue may have.
    BadSpecialDay(Date),
    /// Today is closed, and an hour of today that is not over would be added.
    TodayClosed,
}

/// The hours before and after a change.
#[derive(Debug, Clone)]
pub(super) struct NewHours {
    /// Today's date at the venue.
    pub(super) today: Date,
    /// The venue with the present hours.
    pub(super) old: Venue,
    /// The venue with the hours once the change is published.
    pub(super) new: Venue,
    /// The number of the newest version.
    pub(super) newest: i64,
}

/// The hours that `change` leads to.
///
/// # Errors
/// [`StoreError`], and [`InvalidChange`] if the change is refused.
pub(super) async fn find_new_hours(
    tx: &mut dyn Session,
    venue: &Venue,
    change: &HoursChange,
    now: Timestamp,
) -> Result<Result<NewHours, InvalidChange>, StoreError> {
    let today = venue.today(now);
    // Read in this unit of work: `venue` comes from the cache, and its hours may be older.
    let (newest, old) = match HoursVersions(tx).find_newest(venue.id).await? {
        Some(version) => (version.version, version.hours),
        None => (0, Hours::default()),
    };
    if newest != change.base {
        return Ok(Err(InvalidChange::ChangedMeanwhile));
    }
    let last = |days: i32| today.checked_add(days.days()).unwrap_or(today);
    if !(today..=last(MOST_DAYS_AHEAD)).contains(&change.valid_from) {
        return Ok(Err(InvalidChange::OutOfRange));
    }
    let draft = match &change.edit {
        Edit::Set(draft) => draft.clone(),
        Edit::Revert(version) => {
            let Some(version) = HoursVersions(tx).find(venue.id, *version).await? else {
                return Ok(Err(InvalidChange::NoSuchVersion));
            };
            brought_back(&version.hours, venue.slot_minutes)
        }
    };
    if let Err(invalid) = check(&draft, venue.slot_minutes, today, last(2 * MOST_DAYS_AHEAD)) {
        return Ok(Err(invalid));
    }
    let Draft { week, special_days, window } = draft;
    let hours = old.replace_from(week, special_days, window, (change.valid_from, today));
    let with = |hours: Hours| Venue { hours, ..venue.clone() };
    let (old, new) = (with(old), with(hours));
    if find_closed_day_with_new_hours(tx, (&old, &new), now).await?.is_some() {
        return Ok(Err(InvalidChange::TodayClosed));
    }
    Ok(Ok(NewHours { today, old, new, newest }))
}

/// The hours of an earlier version. If slots have become longer since, a start that falls into the slot before it is left out.
fn brought_back(hours: &Hours, slot_minutes: u16) -> Draft {
    let apart = |spans: &[OpeningHours]| spans_apart(spans, slot_minutes).collect::<Vec<_>>();
    let mut special_days = hours.special_days.clone();
    for special in &mut special_days {
        special.spans = apart(&special.spans);
    }
    Draft { week: hours.lasting_week().map(|spans| apart(&spans)), special_days, window: hours.window }
}

fn check(draft: &Draft, slot_minutes: u16, today: Date, last: Date) -> Result<(), InvalidChange> {
    for (weekday, spans) in draft.week.iter().enumerate() {
        check_day(spans, slot_minutes).map_err(|fault| InvalidChange::Weekday(weekday, fault))?;
    }
    // Special days that are past are not checked: they stay as they are.
    let mut days: Vec<&SpecialDay> =
        draft.special_days.iter().filter(|special| special.day >= today).collect();
    days.sort_by_key(|special| special.day);
    for special in &days {
        check_day(&special.spans, slot_minutes)
            .map_err(|fault| InvalidChange::SpecialDay(special.day, fault))?;
        if special.day > last {
            return Err(InvalidChange::BadSpecialDay(special.day));
        }
    }
    if let Some(pair) = days.windows(2).find(|pair| pair[0].day == pair[1].day) {
        return Err(InvalidChange::BadSpecialDay(pair[0].day));
    }
    match days.get(MOST_SPECIAL_DAYS) {
        Some(special) => Err(InvalidChange::BadSpecialDay(special.day)),
        None => Ok(()),
    }
}
