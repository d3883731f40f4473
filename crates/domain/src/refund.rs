//! Refunds: their states, why they are owed, and the Friday on which they are issued (spec §9, terms).

use jiff::{
    Timestamp, ToSpan as _,
    civil::{Time, Weekday},
    tz::TimeZone,
};

use crate::{money::Money, named::named};

named! {
    /// The status of a refund. Each change is reported to the player in its own words.
    RefundStatus, "refund status" {
        /// Owed; waits for the batch or for staff.
        Approved = "approved",
        /// Given to the payment provider; can no longer be stopped.
        Issued = "issued",
        /// The provider has paid the money out.
        Processed = "processed",
        /// The provider could not pay it out: staff must pay it another way.
        Failed = "failed",
    }
}

named! {
    /// Why a refund is owed.
    RefundReason, "refund reason" {
        /// The player cancelled in time: the full amount less the bank charge.
        Cancelled = "cancelled",
        /// The venue closed the court: the full amount.
        VenueClosed = "venue_closed",
        /// The payment came too late, and no court was available: the full amount.
        PaidLate = "paid_late",
        /// The order was already paid: the full amount.
        PaidTwice = "paid_twice",
        /// The player had released or cancelled the order before the payment came: the full amount.
        OrderClosed = "order_closed",
        /// The payment differs from the amount due: the full amount.
        WrongAmount = "wrong_amount",
        /// The coupon behind the amount was used up before the payment came: the full amount.
        CouponGone = "coupon_gone",
    }
}

/// The smallest refund of the payment provider. A smaller amount is not owed: it is never approved, and the player is
/// told so before cancelling.
pub const LEAST_REFUND: Money = Money::from_rupees(1);

impl RefundStatus {
    /// Whether a refund may change from this status to `next`. Only forward; a failed refund may be issued again.
    pub fn may_become(self, next: RefundStatus) -> bool {
        use RefundStatus::{Approved, Failed, Issued, Processed};
        matches!(
            (self, next),
            (Approved, Issued) | (Issued, Processed | Failed) | (Failed, Issued | Processed)
        )
    }
}

impl RefundReason {
    /// Whether it is the refund of a cancelled booking; else the payment led to no booking.
    pub fn ends_booking(self) -> bool {
        matches!(self, RefundReason::Cancelled | RefundReason::VenueClosed)
    }

    /// Whether the refund waits for the weekly batch. Money for a court that the player did not get is refunded at
    /// once.
    pub fn waits_for_batch(self) -> bool {
        matches!(self, RefundReason::Cancelled)
    }
}

/// The weekly moment at which refunds are issued, on the clock of the venue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundBatch {
    /// The day, Friday by default.
    pub weekday: Weekday,
    /// The time, 11:00 by default.
    pub time: Time,
    /// The time zone of `weekday` and `time`.
    pub zone: TimeZone,
}

impl RefundBatch {
    /// The first batch at or after `now`. Every week has exactly one, also where clocks are put forward or back.
    pub fn next(&self, now: Timestamp) -> Timestamp {
        let today = now.to_zoned(self.zone.clone()).date();
        let ahead = i32::from(today.weekday().until(self.weekday));
        // Today's batch may be over; the next one is then in a week.
        [ahead, ahead + 7]
            .into_iter()
            .filter_map(|days| today.checked_add(days.days()).ok())
            .filter_map(|day| self.zone.to_timestamp(day.to_datetime(self.time)).ok())
            .find(|batch| *batch >= now)
            .unwrap_or(Timestamp::MAX)
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, civil::time};

    use super::*;

    fn fridays(zone: &str) -> RefundBatch {
        RefundBatch { weekday: Weekday::Friday, time: time(11, 0, 0, 0), zone: TimeZone::get(zone).unwrap() }
    }

    fn next(now: &str) -> String {
        fridays("Asia/Kolkata").next(now.parse().unwrap()).to_string()
    }

    #[test]
    fn the_next_batch_is_friday_at_eleven_in_india() {
        assert_eq!(next("2026-11-21T06:00:00Z"), "2026-11-27T05:30:00Z"); // a Saturday
        assert_eq!(next("2026-11-27T05:29:59.999Z"), "2026-11-27T05:30:00Z");
        assert_eq!(next("2026-11-27T05:30:00Z"), "2026-11-27T05:30:00Z");
        assert_eq!(next("2026-11-27T05:30:00.001Z"), "2026-12-04T05:30:00Z");
        // Friday in India, still Thursday in London.
        assert_eq!(next("2026-11-26T20:00:00Z"), "2026-11-27T05:30:00Z");
    }

    #[test]
    fn four_hundred_days_have_one_batch_a_week_in_every_zone() {
        for zone in ["Asia/Kolkata", "UTC", "America/New_York", "Pacific/Auckland"] {
            let batch = fridays(zone);
            let mut now: Timestamp = "2026-11-21T06:00:00Z".parse().unwrap();
            let end = now + SignedDuration::from_hours(24 * 400);
            let mut batches = Vec::new();
            while now < end {
                let next = batch.next(now);
                assert!(next >= now);
                if batches.last() != Some(&next) {
                    batches.push(next);
                }
                now += SignedDuration::from_hours(5);
            }
            assert!((57..=58).contains(&batches.len()), "{zone}: {}", batches.len());
            for batch in batches {
                let local = batch.to_zoned(TimeZone::get(zone).unwrap());
                assert_eq!((local.weekday(), local.hour(), local.minute()), (Weekday::Friday, 11, 0));
            }
        }
    }

    #[test]
    fn a_refund_only_goes_forward_and_a_failed_one_may_be_issued_again() {
        use RefundStatus::{Approved, Failed, Issued, Processed};
        let allowed: Vec<_> = RefundStatus::ALL
            .iter()
            .flat_map(|from| RefundStatus::ALL.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| from.may_become(*to))
            .collect();
        let expected = [
            (Approved, Issued),
            (Issued, Processed),
            (Issued, Failed),
            (Failed, Issued),
            (Failed, Processed),
        ];
        assert_eq!(allowed, expected);
    }
}
