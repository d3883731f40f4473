//! Refunds: their states, why they are owed, and the weekly batch for those of cancellations (spec §9, terms).

use std::{fmt, str::FromStr};

use jiff::{
    Timestamp, ToSpan as _,
    civil::{Time, Weekday},
    tz::TimeZone,
};

use crate::{money::Money, named::named, order::OrderNumber};

named! {
    /// The status of a refund.
    RefundStatus, "refund status" {
        /// Owed; waits until it is due at the provider, or until a desk pays it out.
        Approved = "approved",
        /// Given to the payment provider; can no longer be stopped.
        Issued = "issued",
        /// The money has gone back to the player.
        Processed = "processed",
        /// The provider could not send it.
        Failed = "failed",
    }
}

named! {
    /// Why a refund is owed.
    RefundReason, "refund reason" {
        /// The player or the desk cancelled.
        Cancelled = "cancelled",
        /// The venue closed the court.
        VenueClosed = "venue_closed",
        /// A paid booking was moved to a cheaper court or hour, by the desk or instead of a closed court.
        Moved = "moved",
        /// The payment came too late: the game had begun, no court was available, or the account was locked for an erasure.
        PaidLate = "paid_late",
        /// The order was already paid.
        PaidTwice = "paid_twice",
        /// The order was released or cancelled before the payment came.
        OrderClosed = "order_closed",
        /// The payment differs from the amount due, is in another currency, or was returned in part.
        WrongAmount = "wrong_amount",
        /// The coupon behind the amount was used up or stopped before the payment came.
        CouponGone = "coupon_gone",
    }
}

/// The smallest refund of the payment provider. If all that would be refunded is less, nothing is owed.
pub const LEAST_REFUND: Money = Money::from_rupees(1);

named! {
    /// The way by which a refund goes back.
    RefundMethod, "refund method" {
        /// Through the payment provider.
        Provider = "provider",
        /// Cash from the drawer.
        Cash = "cash",
        /// UPI from the venue's account.
        Upi = "upi",
        /// The card machine.
        Card = "card",
        /// A bank transfer.
        Bank = "bank",
    }
}

/// What a refund gives back. The same thing of one bill is refunded once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundAbout {
    /// A whole payment that led to no booking, by its id at the provider: `payment.pay_X`.
    Payment(String),
    /// What was paid for an order that was cancelled: `order.4820193756`.
    Order(OrderNumber),
    /// The difference by which an order costs less after a move, with the version that was moved: `move.4820193756.7`.
    Move(OrderNumber, i64),
}

/// The text does not name something that is refunded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not something that is refunded")]
pub struct NotRefundable;

impl fmt::Display for RefundAbout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefundAbout::Payment(payment) => write!(f, "payment.{payment}"),
            RefundAbout::Order(order) => write!(f, "order.{order}"),
            RefundAbout::Move(order, version) => write!(f, "move.{order}.{version}"),
        }
    }
}

impl FromStr for RefundAbout {
    type Err = NotRefundable;

    fn from_str(text: &str) -> Result<Self, NotRefundable> {
        match text.split_once('.') {
            Some(("payment", payment)) => Ok(RefundAbout::Payment(payment.to_owned())),
            Some(("order", order)) => order.parse().map(RefundAbout::Order).map_err(|_| NotRefundable),
            Some(("move", rest)) => {
                let (order, version) = rest.split_once('.').ok_or(NotRefundable)?;
                let order = order.parse().map_err(|_| NotRefundable)?;
                version.parse().map(|version| RefundAbout::Move(order, version)).map_err(|_| NotRefundable)
            }
            _ => Err(NotRefundable),
        }
    }
}

/// Splits a refund over the payments that it goes back to, given what each of them can still give back: the first
/// payments give as much as they can. A last part below `least` takes what it lacks from the nearest part before it that
/// keeps at least `least`. It is left out if there is no such part or its payment cannot give `least` back. The parts then sum
/// to less than `amount`, as they do if the payments together cannot give `amount` back. An earlier part is below `least` only
/// if its payment cannot give more back.
pub fn split_refund(amount: Money, refundable: &[Money], least: Money) -> Vec<Money> {
    let mut left = amount;
    let mut parts = Vec::with_capacity(refundable.len());
    for available in refundable {
        let part = left.min(*available);
        parts.push(part);
        left = left.less(part);
    }
    let Some(last) = parts.iter().rposition(|part| *part > Money::ZERO) else { return parts };
    if parts[last] < least {
        let lacks = least.less(parts[last]);
        let before = parts[..last].iter().rposition(|part| part.less(lacks) >= least);
        match before.filter(|_| refundable[last] >= least) {
            Some(before) => {
                parts[before] = parts[before].less(lacks);
                parts[last] = least;
            }
            None => parts[last] = Money::ZERO,
        }
    }
    parts
}

/// Whether [`split_refund`] can send all of `amount`.
pub fn can_split_refund(amount: Money, refundable: &[Money], least: Money) -> bool {
    split_refund(amount, refundable, least).into_iter().sum::<Money>() == amount
}

impl RefundStatus {
    /// Whether a step at the provider may change a refund from this status to `next`. Only forward; a failed refund may be
    /// issued again or settled another way.
    pub fn may_become(self, next: RefundStatus) -> bool {
        use RefundStatus::{Approved, Failed, Issued, Processed};
        matches!(
            (self, next),
            (Approved, Issued) | (Issued, Processed | Failed) | (Failed, Issued | Processed)
        )
    }
}

impl RefundReason {
    /// Whether it is the refund of a cancelled booking.
    pub fn ends_booking(self) -> bool {
        matches!(self, RefundReason::Cancelled | RefundReason::VenueClosed)
    }

    /// Whether it gives back all or a part of what was paid for a booking; else the payment led to no booking.
    pub fn reduces_booking(self) -> bool {
        self.ends_booking() || self == RefundReason::Moved
    }

    /// Whether the refund waits for the weekly batch; else it is due at once.
    pub fn waits_for_batch(self) -> bool {
        matches!(self, RefundReason::Cancelled)
    }
}

/// The weekly moment at which refunds of cancellations are issued, in the time zone of the operator's city.
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
    fn the_last_part_of_a_refund_is_large_enough_to_be_sent_or_left_out() {
        let split = |amount: i64, of: &[i64]| {
            let of: Vec<Money> = of.iter().map(|paise| Money::from_paise(*paise)).collect();
            let parts = split_refund(Money::from_paise(amount), &of, LEAST_REFUND);
            parts.into_iter().map(Money::paise).collect::<Vec<_>>()
        };
        assert_eq!(split(77_000, &[50_000, 30_000]), [50_000, 27_000]);
        assert_eq!(split(50_000, &[50_000, 30_000]), [50_000, 0]);
        assert_eq!(split(50_050, &[50_000, 30_000]), [49_950, 100]);
        assert_eq!(split(50_050, &[50_000, 0, 30_000]), [49_950, 0, 100], "nothing is left of the second");
        assert_eq!(split(50_150, &[50_000, 100, 30_000]), [49_950, 100, 100], "the second has none to spare");
        assert_eq!(split(150, &[100, 100]), [100, 0], "two parts of at least a rupee are not possible");
        assert_eq!(split(99, &[50_000]), [0], "below the least refund");
    }

    proptest::proptest! {
        #[test]
        fn the_parts_of_a_refund_sum_to_it_and_none_exceeds_its_payment(
            of in proptest::collection::vec(200_i64..1_000_000, 1..5),
            share in 0_i64..=1_000,
        ) {
            let payments: Vec<Money> = of.iter().map(|paise| Money::from_paise(*paise)).collect();
            let amount = Money::from_paise(of.iter().sum::<i64>() * share / 1_000);
            let parts = split_refund(amount, &payments, LEAST_REFUND);
            let sum: i64 = parts.iter().map(|part| part.paise()).sum();
            proptest::prop_assert_eq!(sum, if amount < LEAST_REFUND { 0 } else { amount.paise() });
            for (part, payment) in parts.iter().zip(&payments) {
                proptest::prop_assert!(part <= payment && (*part == Money::ZERO || *part >= LEAST_REFUND));
            }
        }
    }

    #[test]
    fn what_is_refunded_is_read_as_it_is_written() {
        let number = OrderNumber::try_from(4_820_193_756).unwrap();
        let written = ["payment.pay_X", "order.4820193756", "move.4820193756.7"];
        let read = [
            RefundAbout::Payment("pay_X".to_owned()),
            RefundAbout::Order(number),
            RefundAbout::Move(number, 7),
        ];
        for (text, about) in written.into_iter().zip(read) {
            assert_eq!((text.parse(), about.to_string()), (Ok(about), text.to_owned()));
        }
        for text in ["move.4820193756", "move.4820193756.x", "move.1.7"] {
            assert_eq!(text.parse::<RefundAbout>(), Err(NotRefundable), "{text}");
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
