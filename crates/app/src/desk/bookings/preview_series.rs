//! Tells which weeks of a weekly series are free, before it is booked.

use std::sync::Arc;

use jiff::{Span, Timestamp, civil::Date};
use sideout_domain::{
    VenueId,
    claim::{Claim, CourtTime},
    money::Money,
    price::price_of,
    staff::Permission,
    venue::{Court, Venue},
};
use sideout_store::{Claims, Session, StoreError};

use super::{
    desk_slot::{DeskSlot, NotForSale, last_day_of_series, quote, quote_until},
    open_venue::find_open_venue,
};
use crate::{
    App,
    steps::audited::{Actor, Refused},
};

/// The most other courts that are named for a slot.
const MOST_OTHERS: usize = 3;

/// A week of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesWeek {
    /// The day.
    pub day: Date,
    /// The slots, as in the first week.
    pub slots: Vec<SeriesSlot>,
}

/// A slot of a later week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesSlot {
    /// The slot.
    pub slot: DeskSlot,
    /// Whether it can be booked.
    pub state: SeriesSlotState,
    /// Other courts that are free at that time with their prices, the most similar first, at most three; empty unless the slot is taken.
    pub others: Vec<(Court, Money)>,
}

/// Whether a slot of a series can be booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesSlotState {
    /// It is free, at this price.
    Free(Money),
    /// Another claim has it.
    Taken,
    /// It cannot be sold.
    NotForSale,
}

/// Why a series is not shown.
#[derive(Debug, thiserror::Error)]
pub enum PreviewSeriesError {
    /// The series, or a slot of its first week, cannot be sold.
    #[error(transparent)]
    NotForSale(#[from] NotForSale),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venue: Arc<Venue>,
    first: Vec<DeskSlot>,
    weeks: u32,
    last_day: Date,
    now: Timestamp,
}

/// The later weeks of a series of `weeks` weeks whose first week has the slots `first`, all on one day. No court is held: whether
/// a slot is free is decided by the booking.
///
/// # Errors
/// [`PreviewSeriesError`].
pub async fn preview_series(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    first: Vec<DeskSlot>,
    weeks: u32,
) -> Result<Vec<SeriesWeek>, PreviewSeriesError> {
    let now = app.clock.now();
    actor.check_at(venue, Permission::BookingMake, now)?;
    let venue = find_open_venue(app, actor, venue).await??;
    if weeks > app.settings.desk.series_weeks {
        return Err(NotForSale::TooManyWeeks.into());
    }
    for slot in &first {
        quote(&venue, *slot, now)?;
    }
    let Some(day) = first.first().map(|slot| slot.day) else { return Ok(Vec::new()) };
    let last_day = last_day_of_series(day, weeks);
    let input = Input { venue, first, weeks, last_day, now };
    app.store.read(input, |tx, input| Box::pin(list_weeks(tx, input))).await
}

async fn list_weeks(tx: &mut dyn Session, input: &Input) -> Result<Vec<SeriesWeek>, PreviewSeriesError> {
    let mut weeks = Vec::new();
    for later in 1..input.weeks {
        let of_week = |slot: &DeskSlot| {
            let day = slot.day.checked_add(Span::new().weeks(i64::from(later))).unwrap_or(Date::MAX);
            DeskSlot { day, ..*slot }
        };
        let slots: Vec<DeskSlot> = input.first.iter().map(of_week).collect();
        let Some(day) = slots.first().map(|slot| slot.day) else { break };
        let claims = list_claims(tx, input, &slots).await?;
        weeks.push(SeriesWeek {
            day,
            slots: slots.iter().map(|slot| describe(input, *slot, &slots, &claims)).collect(),
        });
    }
    Ok(weeks)
}

/// The claims from the start of the first of these slots to the end of the last one; holds that have expired are left out.
async fn list_claims(
    tx: &mut dyn Session,
    Input { venue, now, .. }: &Input,
    slots: &[DeskSlot],
) -> Result<Vec<Claim>, StoreError> {
    let times = || slots.iter().map(|slot| slot.time_at(venue));
    let from = times().map(|time| time.slot.starts_at).min();
    let until = times().map(|time| time.ends_at).max();
    let (Some(from), Some(until)) = (from, until) else { return Ok(Vec::new()) };
    let mut claims = Claims(tx).list_of_venue(venue.id, from, until).await?;
    claims.retain(|claim| claim.held_until.is_none_or(|held_until| held_until > *now));
    Ok(claims)
}

fn describe(input: &Input, slot: DeskSlot, week: &[DeskSlot], claims: &[Claim]) -> SeriesSlot {
    let Input { venue, last_day, now, .. } = input;
    let state = match quote_until(venue, slot, *last_day, *now) {
        Err(_) => SeriesSlotState::NotForSale,
        Ok((time, price)) if is_free(time, claims) => SeriesSlotState::Free(price),
        Ok(_) => SeriesSlotState::Taken,
    };
    let others = match state {
        SeriesSlotState::Taken => list_others(venue, slot, week, claims),
        SeriesSlotState::Free(_) | SeriesSlotState::NotForSale => Vec::new(),
    };
    SeriesSlot { slot, state, others }
}

fn is_free(time: CourtTime, claims: &[Claim]) -> bool {
    !claims.iter().any(|claim| claim.time.overlaps(&time))
}

/// Courts that are free at the time of `slot` and are not in the series, the most similar first.
fn list_others(venue: &Venue, slot: DeskSlot, week: &[DeskSlot], claims: &[Claim]) -> Vec<(Court, Money)> {
    let Some(wanted) = venue.court(slot.court) else { return Vec::new() };
    let mut free: Vec<(Court, Money)> = venue
        .courts
        .iter()
        .filter(|court| court.sport == wanted.sport)
        .map(|court| (court, DeskSlot { court: court.id, ..slot }))
        .filter(|(_, other)| !week.contains(other) && is_free(other.time_at(venue), claims))
        .filter_map(|(court, other)| {
            Some((court.clone(), price_of(&venue.prices, court, other.day, other.start)?))
        })
        .collect();
    free.sort_by_key(|(court, _)| court.distance_to(wanted));
    free.truncate(MOST_OTHERS);
    free
}
