//! Finds other courts and hours for a player whose chosen court was taken.

use std::sync::Arc;

use jiff::civil::Date;
use sideout_domain::{
    claim::Slot,
    money::Money,
    slot::StartTime,
    venue::{Court, Venue},
};
use sideout_store::StoreError;

use super::{
    availability::{find_taken, list_bookable_days},
    is_until, is_within_reach,
    list_courts::{CourtOffer, list_courts, list_courts_at_desk},
    place_hold::Pick,
    window_of_staff,
};
use crate::{
    App,
    platform::{
        availability::{DayOffer, OpenSlot},
        venues::find_venue,
    },
};

/// The most courts that are offered.
const COURTS: usize = 3;
/// The most hours that are offered.
const HOURS: usize = 3;
/// The number of days after the chosen one that are searched for the same hour when the chosen day has too few free hours.
const DAYS_AHEAD: usize = 7;

/// Other courts and hours, nearest first.
#[derive(Debug, Clone, Default)]
pub struct Alternatives {
    /// Free courts at the requested hour.
    pub courts: Vec<FreeCourt>,
    /// Other hours with a free court.
    pub hours: Vec<FreeHour>,
}

/// A court that is free at the requested hour.
#[derive(Debug, Clone)]
pub struct FreeCourt {
    /// The court.
    pub court: Court,
    /// Its price at that hour.
    pub price: Money,
}

/// An hour with at least one free court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeHour {
    /// The day.
    pub day: Date,
    /// The start of play.
    pub start: StartTime,
    /// The price of the cheapest free court.
    pub price: Money,
    /// How many courts are free.
    pub free: usize,
}

/// As [`find_alternatives`], for a player whose claim the database has just refused. A cached snapshot that still
/// shows that court as free is out of date and is dropped first.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_alternatives_to_taken(app: &App, pick: Pick) -> Result<Alternatives, StoreError> {
    let Some(venue) = find_venue(app, pick.venue).await? else { return Ok(Alternatives::default()) };
    drop_outdated(app, &venue, pick, last_day_of_staff(app, &venue)).await?;
    find_alternatives(app, pick).await
}

/// As [`find_alternatives_to_taken`], for a clerk: courts that the desk can sell, on the days of [`window_of_staff`] and also at an hour that
/// runs, and hours that players can book.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_alternatives_at_desk(app: &App, pick: Pick) -> Result<Alternatives, StoreError> {
    let Some(venue) = find_venue(app, pick.venue).await? else { return Ok(Alternatives::default()) };
    find_until(app, &venue, pick, last_day_of_staff(app, &venue)).await
}

/// As [`find_alternatives_at_desk`], for a booking that is moved: also on a day beyond the window, as a game of a weekly series can be.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_alternatives_of_move(app: &App, pick: Pick) -> Result<Alternatives, StoreError> {
    let Some(venue) = find_venue(app, pick.venue).await? else { return Ok(Alternatives::default()) };
    find_until(app, &venue, pick, last_day_of_staff(app, &venue).max(pick.day)).await
}

fn last_day_of_staff(app: &App, venue: &Venue) -> Date {
    let now = app.clock.now();
    window_of_staff(venue, now).last_day(venue.today(now))
}

async fn find_until(
    app: &App,
    venue: &Arc<Venue>,
    pick: Pick,
    last_day: Date,
) -> Result<Alternatives, StoreError> {
    drop_outdated(app, venue, pick, last_day).await?;
    if !is_until(venue, pick.day, last_day, app.clock.now()) {
        return Ok(Alternatives::default());
    }
    let offers = list_courts_at_desk(app, venue, (pick.day, pick.start), last_day).await?;
    list_nearest(app, venue, pick, offers).await
}

/// Drops the cached snapshot of a day up to `last_day` if it shows the court of `pick` as free.
async fn drop_outdated(app: &App, venue: &Venue, pick: Pick, last_day: Date) -> Result<(), StoreError> {
    let slot = Slot { court: pick.court, starts_at: pick.start.on(pick.day, &venue.zone) };
    let time = slot.lasting(venue.slot_minutes);
    if is_until(venue, pick.day, last_day, app.clock.now())
        && !find_taken(app, venue, pick.day).await?.overlaps(time)
    {
        app.availability.forget(venue.id, pick.day);
    }
    Ok(())
}

/// Finds the nearest free courts at the hour of `pick`, and the nearest hours at its venue. Both are empty if the venue or court does
/// not exist or the day is outside the booking window.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_alternatives(app: &App, pick: Pick) -> Result<Alternatives, StoreError> {
    let Some(venue) = find_venue(app, pick.venue).await? else { return Ok(Alternatives::default()) };
    if !is_within_reach(&venue, pick.day, app.clock.now()) {
        return Ok(Alternatives::default());
    }
    let offers = list_courts(app, pick.venue, pick.day, pick.start).await?;
    list_nearest(app, &venue, pick, offers.unwrap_or_default()).await
}

/// The nearest of the courts `offers`, and the nearest hours that players can book. Both are empty if the venue has no such court
/// for the sport.
async fn list_nearest(
    app: &App,
    venue: &Arc<Venue>,
    pick: Pick,
    offers: Vec<CourtOffer>,
) -> Result<Alternatives, StoreError> {
    let Some(wanted) = venue.court(pick.court).filter(|court| court.sport == pick.sport) else {
        return Ok(Alternatives::default());
    };
    let bookable = list_bookable_days(app, venue, wanted.sport).await?;
    let from = bookable.days.iter().position(|offer| offer.day == pick.day);
    let days =
        from.map_or(&[][..], |from| &bookable.days[from..bookable.days.len().min(from + 1 + DAYS_AHEAD)]);
    let courts = nearest_courts(wanted, offers);
    Ok(Alternatives { courts, hours: nearest_hours(pick.start, days) })
}

/// The free courts for the sport of `wanted`, the most similar first.
fn nearest_courts(wanted: &Court, offers: Vec<CourtOffer>) -> Vec<FreeCourt> {
    let mut free: Vec<FreeCourt> = offers
        .into_iter()
        .filter(|offer| offer.available && offer.court.id != wanted.id && offer.court.sport == wanted.sport)
        .filter_map(|offer| Some(FreeCourt { court: offer.court, price: offer.price? }))
        .collect();
    free.sort_by_key(|FreeCourt { court, .. }| court.distance_to(wanted));
    free.truncate(COURTS);
    free
}

/// The open hours nearest to `start` on the first of `days`; of two equally near, the earlier first. If there are fewer
/// than [`HOURS`], the same hour of the following days fills the list.
fn nearest_hours(start: StartTime, days: &[DayOffer]) -> Vec<FreeHour> {
    let hours_of = |offer: &DayOffer| -> Vec<FreeHour> {
        let hour = |open: &OpenSlot| FreeHour {
            day: offer.day,
            start: open.start,
            price: open.price,
            free: open.free,
        };
        offer.open.iter().map(hour).collect()
    };
    let Some((today, later)) = days.split_first() else { return Vec::new() };
    let mut hours = hours_of(today);
    hours.retain(|hour| hour.start != start);
    hours.sort_by_key(|hour| (hour.start.minute().abs_diff(start.minute()), hour.start.minute()));
    hours.extend(later.iter().flat_map(hours_of).filter(|hour| hour.start == start));
    hours.truncate(HOURS);
    hours
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use sideout_domain::{CourtId, SportId, VenueId, venue::CourtType};

    use super::*;
    use crate::platform::availability::ClosedReason;

    fn court(number: u16, court_type: CourtType, sport: i64) -> Court {
        Court {
            id: CourtId(i64::from(number)),
            venue: VenueId(1),
            sport: SportId(sport),
            number,
            name: format!("Court {number}"),
            court_type,
        }
    }

    fn offer(number: u16, court_type: CourtType, available: bool) -> CourtOffer {
        let court = court(number, court_type, 1);
        CourtOffer { court, available, price: Some(Money::from_rupees(800)) }
    }

    fn day(day: i8, open: &[&str]) -> DayOffer {
        let open = open.iter().map(|start| OpenSlot {
            start: start.parse().unwrap(),
            price: Money::from_rupees(800),
            highest_price: Money::from_rupees(800),
            free: 2,
            indoor: 0,
        });
        let closed = vec![("7:00 PM".parse().unwrap(), ClosedReason::Full)];
        DayOffer { day: date(2026, 11, day), open: open.collect(), closed }
    }

    fn hours(days: &[DayOffer]) -> Vec<String> {
        let hours = nearest_hours("7:00 PM".parse().unwrap(), days);
        hours.iter().map(|hour| format!("{} {}", hour.day.day(), hour.start)).collect()
    }

    #[test]
    fn courts_of_the_same_kind_come_first_then_the_nearest_number() {
        use CourtType::{Indoor, Outdoor};
        let offers = [(2, Outdoor), (4, Outdoor), (5, Outdoor), (6, Indoor), (1, Outdoor)]
            .map(|(number, kind)| offer(number, kind, true));
        let near = |wanted: Court| {
            let near = nearest_courts(&wanted, offers.to_vec());
            near.iter().map(|free| free.court.number).collect::<Vec<_>>()
        };
        assert_eq!(near(court(3, Outdoor, 1)), [2, 4, 1]);
        assert_eq!(near(court(7, Indoor, 1)), [6, 5, 4]);
        assert_eq!(near(court(3, Outdoor, 2)), [0_u16; 0], "a court for another sport is not offered");
    }

    #[test]
    fn the_court_itself_taken_ones_and_those_not_for_sale_are_not_offered() {
        let mut offers = vec![
            offer(1, CourtType::Outdoor, false),
            offer(2, CourtType::Outdoor, true),
            offer(3, CourtType::Outdoor, true),
        ];
        offers[1].price = None;
        let near = nearest_courts(&court(3, CourtType::Outdoor, 1), offers);
        assert!(near.is_empty(), "{near:?}");
    }

    #[test]
    fn the_nearest_hours_come_first_and_of_two_equally_near_ones_the_earlier() {
        let today = day(22, &["8:00 AM", "5:00 PM", "6:00 PM", "7:00 PM", "8:00 PM", "10:00 PM"]);
        assert_eq!(hours(&[today]), ["22 6:00 PM", "22 8:00 PM", "22 5:00 PM"]);
    }

    #[test]
    fn on_a_full_day_the_same_hour_of_the_following_days_is_offered() {
        let week =
            [day(22, &[]), day(23, &["6:00 PM"]), day(24, &["7:00 PM"]), day(25, &["6:00 PM", "7:00 PM"])];
        assert_eq!(hours(&week), ["24 7:00 PM", "25 7:00 PM"]);
        assert_eq!(hours(&[day(22, &["9:00 PM"]), day(23, &["7:00 PM"])]), ["22 9:00 PM", "23 7:00 PM"]);
        assert!(hours(&[day(22, &[])]).is_empty());
        assert!(hours(&[]).is_empty());
    }
}
