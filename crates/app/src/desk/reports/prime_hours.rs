//! The prime hours of the next seven days, and which courts are free then.

use jiff::civil::Date;
use sideout_domain::{
    CourtId,
    hours::BookingWindow,
    money::Money,
    price::price_of,
    report::{HeatMap, Period, Share},
    slot::StartTime,
    venue::{Venue, days_since_monday},
};
use sideout_store::{Session, StoreError};

use super::figures::occupancy;
use crate::{App, booking::availability::list_hours_within, platform::availability::ClosedReason};

/// The prime hours of the next seven days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrimeHours {
    /// The days.
    pub period: Period,
    /// How many courts the venue has.
    pub courts: usize,
    /// Each prime hour that has not begun and at which a court is for sale, free or not; the earliest first.
    pub hours: Vec<PrimeHour>,
}

/// A prime hour of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrimeHour {
    /// The day at the venue.
    pub day: Date,
    /// The start.
    pub start: StartTime,
    /// The courts that can be booked.
    pub free: Vec<CourtId>,
    /// What they cost together at the present prices.
    pub worth: Money,
    /// What was sold at this hour of this weekday in the last four weeks.
    pub usual: Share,
}

/// The prime hours that have not begun, without what is usual at them.
pub(super) async fn list_ahead(app: &App, venue: &Venue) -> Result<PrimeHours, StoreError> {
    let now = app.clock.now();
    let period = Period::week_from(venue.today(now));
    let mut hours = Vec::new();
    for day in period.days() {
        for hour in list_hours_within(app, venue, (None, BookingWindow::default()), day).await? {
            let is_prime = app.settings.desk.is_prime(hour.start.minute() / 60);
            // Without a price on any court an hour is neither free nor full.
            let is_for_sale = hour.slot != Err(ClosedReason::NotForSale);
            if is_prime && is_for_sale && hour.start.on(day, &venue.zone) > now {
                let prices = hour
                    .free
                    .iter()
                    .filter_map(|court| venue.court(*court))
                    .filter_map(|court| price_of(&venue.prices, court, day, hour.start));
                let worth = prices.sum();
                hours.push(PrimeHour {
                    day,
                    start: hour.start,
                    free: hour.free,
                    worth,
                    usual: Share::default(),
                });
            }
        }
    }
    Ok(PrimeHours { period, courts: venue.courts.len(), hours })
}

/// Adds what is usual: the occupancy of the four weeks before.
pub(super) async fn add_usual(
    tx: &mut dyn Session,
    venue: &Venue,
    mut prime: PrimeHours,
) -> Result<PrimeHours, StoreError> {
    let Some(yesterday) = prime.period.first().yesterday().ok() else { return Ok(prime) };
    let map: HeatMap = occupancy(tx, venue, Period::four_weeks_to(yesterday)).await?.map;
    for hour in &mut prime.hours {
        let weekday = days_since_monday(hour.day.weekday());
        hour.usual = map.at(weekday, hour.start.minute() / 60);
    }
    Ok(prime)
}
