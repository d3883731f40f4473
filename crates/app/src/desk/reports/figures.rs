//! The figures of each report.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use sideout_domain::{
    money::Money,
    report::{ClosedTime, HeatMap, Period, Share, SoldTime},
    slot::StartTime,
    venue::Venue,
};
use sideout_store::{
    Reports, Session, StoreError,
    reports::{CancelledSum, ClosedSlot, CouponSum, MissedSum, SoldSum},
    revenue_days::RevenueSum,
};

use super::{PrimeHours, bookings};

/// The figures of a period, and those of the period before if they are requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared<T> {
    /// The period.
    pub now: T,
    /// The period before.
    pub before: Option<T>,
}

/// The figures of a report.
#[derive(Debug, Clone)]
pub enum ReportBody {
    /// What was sold of the open hours.
    Occupancy(Compared<Occupancy>),
    /// What was taken and given back.
    Revenue(Compared<Revenue>),
    /// Who did not come.
    NoShows(Compared<Missed>),
    /// What was cancelled, and sold again.
    Cancellations(Compared<Vec<CancelledSum>>),
    /// Which coupons were used.
    Coupons(Compared<Coupons>),
    /// The free prime hours of the next days.
    PrimeHours(PrimeHours),
}

/// What was sold of the open hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupancy {
    /// By weekday and hour.
    pub map: HeatMap,
    /// By day and start.
    pub sold: Vec<SoldSum>,
    /// The minutes for which courts were closed, all courts together, by reason, the longest first.
    pub closed: Vec<(String, i64)>,
}

impl Occupancy {
    /// Minutes sold of minutes open.
    pub fn share(&self) -> Share {
        self.map.sum(|_| true)
    }

    /// How many bookings.
    pub fn bookings(&self) -> i64 {
        self.sold.iter().map(|sum| sum.bookings).sum()
    }

    /// What they cost after discounts.
    pub fn worth(&self) -> Money {
        self.sold.iter().map(worth_of).sum()
    }
}

/// What the bookings of a start cost after discounts.
pub(super) fn worth_of(sum: &SoldSum) -> Money {
    Money::from_paise(sum.price.paise() - sum.discount.paise())
}

/// What was taken and given back, by day and kind.
pub type Revenue = Vec<RevenueSum>;

/// Who did not come, by kind of booking.
pub type Missed = Vec<MissedSum>;

/// The coupons that were used.
pub type Coupons = Vec<CouponSum>;

pub(super) async fn occupancy(
    tx: &mut dyn Session,
    venue: &Venue,
    period: Period,
) -> Result<Occupancy, StoreError> {
    let span = (venue.span_of(period.first()).0, venue.span_of(period.last()).1);
    let sold = bookings::sum_sold(tx, venue.id, period).await?;
    let closed = Reports(tx).list_closed(venue.id, span).await?;
    let times: Vec<ClosedTime> = closed.iter().map(|slot| closed_time(slot, &venue.zone)).collect();
    let minutes: Vec<SoldTime> =
        sold.iter().map(|sum| SoldTime { day: sum.day, start: sum.start, minutes: sum.minutes }).collect();
    Ok(Occupancy {
        map: HeatMap::of(venue, period, &minutes, &times),
        sold,
        closed: by_reason(&closed, &times),
    })
}

fn closed_time(slot: &ClosedSlot, zone: &TimeZone) -> ClosedTime {
    let (day, start) = StartTime::at(slot.starts_at, zone);
    let minutes = slot.ends_at.duration_since(slot.starts_at).as_mins();
    ClosedTime { court: slot.court, day, start, minutes }
}

fn by_reason(closed: &[ClosedSlot], times: &[ClosedTime]) -> Vec<(String, i64)> {
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    for (slot, time) in closed.iter().zip(times) {
        *sums.entry(&slot.reason).or_default() += time.minutes;
    }
    let mut sums: Vec<(String, i64)> =
        sums.into_iter().map(|(reason, minutes)| (reason.to_owned(), minutes)).collect();
    sums.sort_by_key(|(_, minutes)| std::cmp::Reverse(*minutes));
    sums
}
