//! What was booked at a venue: past days from their sums, the rest from the bookings.
//!
//! The sums of a day and the fact that it has been counted are read by one statement, and each other day is counted afterwards. So each day
//! is counted once, also if its sums are written or removed in between.

use jiff::Timestamp;
use sideout_domain::{VenueId, report::Period};
use sideout_store::{
    BookingDays, Reports, Session, StoreError,
    reports::{CancelledSum, CouponSum, MissedSum, SoldSum},
};

/// What was sold, by day and start.
pub(super) async fn sum_sold(
    tx: &mut dyn Session,
    venue: VenueId,
    period: Period,
) -> Result<Vec<SoldSum>, StoreError> {
    let counted = BookingDays(tx).list_sold(venue, period).await?;
    let mut sums = counted.sums;
    for days in period.without(&counted.days) {
        sums.extend(Reports(tx).sum_sold(venue, days).await?);
    }
    sums.sort_by_key(|sum| (sum.day, sum.start.minute()));
    Ok(sums)
}

/// The bookings that had begun at `now`, by how long before the start and how they were made, with the number of those that were missed.
pub(super) async fn sum_missed(
    tx: &mut dyn Session,
    venue: VenueId,
    period: Period,
    now: Timestamp,
) -> Result<Vec<MissedSum>, StoreError> {
    let counted = BookingDays(tx).list_missed(venue, period).await?;
    let mut parts = counted.sums;
    for days in period.without(&counted.days) {
        parts.extend(Reports(tx).sum_missed(venue, days, now).await?);
    }
    let mut sums =
        add_up(parts, |sum, part| (sum.time_ahead, sum.how) == (part.time_ahead, part.how), MissedSum::add);
    sums.sort_by_key(|sum| (sum.time_ahead.place(), sum.how.place()));
    Ok(sums)
}

/// The bookings that were cancelled, by how long before the start and by whom.
pub(super) async fn sum_cancelled(
    tx: &mut dyn Session,
    venue: VenueId,
    period: Period,
) -> Result<Vec<CancelledSum>, StoreError> {
    let counted = BookingDays(tx).list_cancelled(venue, period).await?;
    let mut parts = counted.sums;
    for days in period.without(&counted.days) {
        parts.extend(Reports(tx).sum_cancelled(venue, days).await?);
    }
    let mut sums =
        add_up(parts, |sum, part| (sum.time_ahead, sum.by) == (part.time_ahead, part.by), CancelledSum::add);
    sums.sort_by_key(|sum| (sum.time_ahead.place(), sum.by.name()));
    Ok(sums)
}

/// The bookings with a coupon, by coupon.
pub(super) async fn sum_coupons(
    tx: &mut dyn Session,
    venue: VenueId,
    period: Period,
) -> Result<Vec<CouponSum>, StoreError> {
    let counted = BookingDays(tx).list_coupons(venue, period).await?;
    let mut parts = counted.sums;
    for days in period.without(&counted.days) {
        parts.extend(Reports(tx).sum_coupons(venue, days).await?);
    }
    let mut sums = add_up(parts, |sum, part| sum.coupon == part.coupon, CouponSum::add);
    sums.sort_by(|one, other| one.code.cmp(&other.code));
    Ok(sums)
}

fn add_up<T>(parts: Vec<T>, is_same: impl Fn(&T, &T) -> bool, add: impl Fn(&mut T, T)) -> Vec<T> {
    let mut sums: Vec<T> = Vec::new();
    for part in parts {
        match sums.iter_mut().find(|sum| is_same(sum, &part)) {
            Some(sum) => add(sum, part),
            None => sums.push(part),
        }
    }
    sums
}
