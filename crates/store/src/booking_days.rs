//! The table `booking_day` and the tables of its sums: what reports count of the bookings of a day of a venue.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CouponId, VenueId,
    order::OrderNumber,
    report::{Period, TimeAhead},
};

use crate::{
    Call, Row, Session, StoreError, Value, params,
    reports::{CancelledSum, CouponSum, MissedSum, SoldSum, coupon_sum, missed_sum, sold_sum, value_at},
    sql,
};

/// The repository of the sums.
pub struct BookingDays<'s>(pub &'s mut dyn Session);

/// The sums of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaySums {
    /// What was sold, by start.
    pub sold: Vec<SoldSum>,
    /// The bookings that were not cancelled, by how long before the start they were made, and how.
    pub missed: Vec<MissedSum>,
    /// The bookings that were cancelled.
    pub cancelled: Vec<CancelledSum>,
    /// The bookings with a coupon.
    pub coupons: Vec<CouponSum>,
}

/// Sums of the days of a period that have been counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedDays<T> {
    /// The days that have been counted, in order.
    pub days: Vec<Date>,
    /// Their sums: those of one day follow those of the day before.
    pub sums: Vec<T>,
}

impl BookingDays<'_> {
    /// Marks a day as counted; `false` if it was counted already. The caller counts its bookings afterwards and adds the sums in the same
    /// unit of work: units that change the day's bookings have ended by then, or they wait for this one and remove what it has added.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, venue: VenueId, day: Date, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("booking_day/add"), params![venue.0, day, now]).await? == 1)
    }

    /// Adds the sums of a day that was marked in the same unit of work.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_sums(&mut self, venue: VenueId, day: Date, sums: &DaySums) -> Result<(), StoreError> {
        for sum in &sums.sold {
            let params = params![
                venue.0,
                day,
                i64::from(sum.start.minute()),
                sum.bookings,
                sum.minutes,
                sum.price.paise(),
                sum.discount.paise(),
            ];
            self.0.run(sql!("sold_sum/add"), params).await?;
        }
        for sum in &sums.missed {
            let params =
                params![venue.0, day, sum.time_ahead.place(), sum.how.place(), sum.bookings, sum.missed];
            self.0.run(sql!("missed_sum/add"), params).await?;
        }
        for sum in &sums.cancelled {
            let params = params![
                venue.0,
                day,
                sum.time_ahead.place(),
                sum.by.name(),
                sum.bookings,
                sum.minutes,
                sum.sold_again,
                sum.sold_again_minutes,
                sum.price.paise(),
            ];
            self.0.run(sql!("cancelled_sum/add"), params).await?;
        }
        for sum in &sums.coupons {
            let CouponId(coupon) = sum.coupon;
            let params = params![
                venue.0,
                day,
                coupon,
                sum.bookings,
                sum.price.paise(),
                sum.discount.paise(),
                sum.new_players,
            ];
            self.0.run(sql!("coupon_sum/add"), params).await?;
        }
        Ok(())
    }

    /// Removes the sums that a new booking changes. Triggers notice other changes; for a trigger after each insert of an order,
    /// SQLite would look through the whole tables that refer to orders.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn remove_of_booking(&mut self, booking: OrderNumber) -> Result<(), StoreError> {
        let days = self.0.all(sql!("booking_day/list_of_booking"), params![booking.value()]).await?;
        for row in &days {
            let params = params![row.integer("venue_id")?, row.day("venue_day")?];
            self.0.run(sql!("booking_day/remove"), params).await?;
        }
        Ok(())
    }

    /// As [`BookingDays::remove_of_booking`] for many bookings, in two round trips.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn remove_of_bookings(&mut self, bookings: &[OrderNumber]) -> Result<(), StoreError> {
        let list =
            |booking: &OrderNumber| Call::new(sql!("booking_day/list_of_booking"), params![booking.value()]);
        let calls: Vec<Call> = bookings.iter().map(list).collect();
        let mut days = BTreeSet::new();
        for answer in &self.0.send(&calls).await? {
            for row in &answer.rows {
                days.insert((row.integer("venue_id")?, row.day("venue_day")?));
            }
        }
        let rows: Vec<Vec<Value>> =
            days.into_iter().map(|(venue, day)| params![venue, day].to_vec()).collect();
        self.0.run_each(sql!("booking_day/remove"), &rows).await?;
        Ok(())
    }

    /// The days of a venue that have been counted, in order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(&mut self, venue: VenueId) -> Result<Vec<Date>, StoreError> {
        let rows = self.0.all(sql!("booking_day/list"), params![venue.0]).await?;
        rows.iter().map(|row| row.day("day")).collect()
    }

    /// The first day of a venue with a booking, cancelled ones included; `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_first_booked(&mut self, venue: VenueId) -> Result<Option<Date>, StoreError> {
        self.0.one(sql!("booking_day/find_first_booked"), params![venue.0]).await?.day_or_null("first_day")
    }

    /// What was sold, by day and start.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_sold(
        &mut self,
        venue: VenueId,
        period: Period,
    ) -> Result<CountedDays<SoldSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        counted_days(&self.0.all(sql!("sold_sum/list"), params).await?, sold_sum)
    }

    /// The bookings that were not cancelled, by day, how long before the start they were made, and how.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_missed(
        &mut self,
        venue: VenueId,
        period: Period,
    ) -> Result<CountedDays<MissedSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        counted_days(&self.0.all(sql!("missed_sum/list"), params).await?, missed_sum)
    }

    /// The bookings that were cancelled, by day, how long before the start, and by whom.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_cancelled(
        &mut self,
        venue: VenueId,
        period: Period,
    ) -> Result<CountedDays<CancelledSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        counted_days(&self.0.all(sql!("cancelled_sum/list"), params).await?, cancelled_sum)
    }

    /// The bookings with a coupon, by day and coupon.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_coupons(
        &mut self,
        venue: VenueId,
        period: Period,
    ) -> Result<CountedDays<CouponSum>, StoreError> {
        let params = params![venue.0, period.first(), period.last()];
        counted_days(&self.0.all(sql!("coupon_sum/list"), params).await?, coupon_sum)
    }
}

/// Separates the rows of a list of sums, which are in the order of the days: each counted day has a row in which all columns but the day
/// are null, so that a day without bookings is known to be counted, and a row for each of its sums.
fn counted_days<T>(
    rows: &[Row],
    sum: impl Fn(&Row) -> Result<T, StoreError>,
) -> Result<CountedDays<T>, StoreError> {
    let mut counted = CountedDays { days: Vec::new(), sums: Vec::new() };
    for row in rows {
        let day = row.day("venue_day")?;
        if counted.days.last() != Some(&day) {
            counted.days.push(day);
        }
        if row.integer_or_null("bookings")?.is_some() {
            counted.sums.push(sum(row)?);
        }
    }
    Ok(counted)
}

fn cancelled_sum(row: &Row) -> Result<CancelledSum, StoreError> {
    Ok(CancelledSum {
        time_ahead: value_at(TimeAhead::ALL, row, "lead")?,
        by: row.parsed("canceller")?,
        bookings: row.integer("bookings")?,
        minutes: row.integer("minutes")?,
        sold_again: row.integer("sold_again")?,
        sold_again_minutes: row.integer("sold_again_minutes")?,
        price: row.money("price_paise")?,
    })
}
