//! Lists the free courts of all venues at one hour, with the nearest free hour of each venue that has none.

use std::{collections::BTreeMap, sync::Arc};

use jiff::civil::Date;
use sideout_domain::{SportId, slot::StartTime, venue::Venue};
use sideout_store::StoreError;

use super::availability::list_bookable_days;
use crate::{
    App,
    platform::{
        availability::{ClosedReason, DayOffer, OpenSlot},
        venues::list_venues,
    },
};

/// The free courts of all venues at one hour.
#[derive(Debug, Clone)]
pub struct FreeHours {
    /// One entry for each venue with a court for the sport, in the operator's order.
    pub venues: Vec<VenueHour>,
    /// The starts of that day that players can still book, earliest first, each with the number of free courts of all
    /// venues together, which is 0 if all of them are full.
    pub hours: Vec<(StartTime, usize)>,
}

/// The free courts of one venue at the hour.
#[derive(Debug, Clone)]
pub struct VenueHour {
    /// The venue.
    pub venue: Arc<Venue>,
    /// Free courts, or why there are none.
    pub at: Result<OpenSlot, ClosedReason>,
    /// If there are none: the nearest hour that has some.
    pub next: Option<(Date, OpenSlot)>,
}

/// Why the request is refused.
#[derive(Debug, thiserror::Error)]
pub enum FreeHoursError {
    /// The day is over, or too far ahead to be booked, at every venue (spec §9: up to 1 month in advance).
    #[error("day out of reach")]
    OutOfReach,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Lists what every venue for `sport` has free at `start` on `day`. It reads cached snapshots, so it is advice: the claim decides.
///
/// # Errors
/// [`FreeHoursError`].
pub async fn list_free_hours(
    app: &App,
    sport: SportId,
    day: Date,
    start: StartTime,
) -> Result<FreeHours, FreeHoursError> {
    let mut free = FreeHours { venues: Vec::new(), hours: Vec::new() };
    let mut by_start = BTreeMap::new();
    let mut is_in_reach = false;
    for venue in list_venues(app).await?.iter() {
        if !venue.has(sport) {
            continue;
        }
        let bookable = list_bookable_days(app, venue, sport).await?;
        let offer = bookable.days.iter().find(|offer| offer.day == day);
        is_in_reach |= offer.is_some();
        for (start, courts) in offer.into_iter().flat_map(hours_ahead) {
            *by_start.entry(start).or_default() += courts;
        }
        let at = offer.map_or(Err(ClosedReason::NotForSale), |offer| find_slot(offer, start));
        let next = at.err().and_then(|_| nearest_open(&bookable.days, day, start));
        free.venues.push(VenueHour { venue: venue.clone(), at, next });
    }
    if !is_in_reach && !free.venues.is_empty() {
        return Err(FreeHoursError::OutOfReach);
    }
    free.hours = by_start.into_iter().collect();
    Ok(free)
}

/// The free courts at `start`, or why there are none.
fn find_slot(offer: &DayOffer, start: StartTime) -> Result<OpenSlot, ClosedReason> {
    let closed = offer.closed.iter().find(|(time, _)| *time == start).map(|(_, reason)| *reason);
    offer
        .open
        .iter()
        .find(|slot| slot.start == start)
        .copied()
        .ok_or(closed.unwrap_or(ClosedReason::NotForSale))
}

/// The starts that players can still book and at which a court is for sale, with the number of free courts, 0 if all
/// are taken.
fn hours_ahead(offer: &DayOffer) -> impl Iterator<Item = (StartTime, usize)> + '_ {
    let full = offer.closed.iter().filter(|(_, reason)| *reason == ClosedReason::Full);
    offer.open.iter().map(|slot| (slot.start, slot.free)).chain(full.map(|(start, _)| (*start, 0)))
}

/// The free hour nearest to `start`: on `day` itself, or else on the next day that has any. Of two equally near hours
/// the later one, because it leaves the player more time to get there.
pub fn nearest_open(days: &[DayOffer], day: Date, start: StartTime) -> Option<(Date, OpenSlot)> {
    let offer = days.iter().find(|offer| offer.day >= day && !offer.open.is_empty())?;
    let distance = |slot: &&OpenSlot| (slot.start.minute().abs_diff(start.minute()), slot.start < start);
    offer.open.iter().min_by_key(distance).map(|slot| (offer.day, *slot))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use sideout_domain::money::Money;

    use super::*;

    fn offer(day: Date, open: &[&str]) -> DayOffer {
        let slot = |time: &&str| OpenSlot {
            start: time.parse().unwrap(),
            price: Money::from_rupees(800),
            highest_price: Money::from_rupees(800),
            free: 1,
            indoor: 0,
        };
        DayOffer { day, open: open.iter().map(slot).collect(), closed: Vec::new() }
    }

    #[test]
    fn the_nearest_free_hour_is_of_the_same_day_and_of_two_equally_near_ones_the_later() {
        let (today, tomorrow) = (date(2026, 11, 21), date(2026, 11, 22));
        let nearest = |days: &[DayOffer], time: &str| {
            let (day, slot) = nearest_open(days, today, time.parse().unwrap())?;
            Some(format!("{day} {}", slot.start))
        };
        let days = [offer(today, &["6:00 AM", "6:00 PM", "8:00 PM"]), offer(tomorrow, &["7:00 PM"])];
        assert_eq!(nearest(&days, "7:00 PM").unwrap(), "2026-11-21 8:00 PM");
        assert_eq!(nearest(&days, "1:00 PM").unwrap(), "2026-11-21 6:00 PM");
        assert_eq!(nearest(&days, "11:00 PM").unwrap(), "2026-11-21 8:00 PM");
        let full = [offer(today, &[]), offer(tomorrow, &["6:00 AM", "7:00 PM"])];
        assert_eq!(nearest(&full, "7:00 PM").unwrap(), "2026-11-22 7:00 PM");
        assert_eq!(nearest(&[offer(today, &[])], "7:00 PM"), None);
    }
}
