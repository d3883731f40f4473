//! Whether a booking can be cancelled, and the refund. Pure rules of spec §9 (terms).

use jiff::{SignedDuration, Timestamp};

use crate::{money::Money, order::OrderStatus, refund::LEAST_REFUND};

/// The cancellation rules, stored with each order, so that later changes do not affect it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancellationPolicy {
    /// Cancelling is possible while more than this many minutes remain to the start.
    pub cutoff_minutes: u32,
    /// The bank charge kept of a paid booking.
    pub bank_charge: Money,
}

/// The result of cancelling now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CancellationOutcome {
    /// Nothing was paid: there is no refund.
    Free,
    /// Paid: the refund, which can be zero.
    Refund(Money),
}

/// Why a booking cannot be cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CancellationRefused {
    /// It starts too soon, or has started.
    #[error("inside the cut-off of {cutoff_minutes} minutes")]
    TooLate {
        /// The cut-off of this booking.
        cutoff_minutes: u32,
    },
    /// It is not a confirmed booking.
    #[error("not a confirmed booking")]
    NotConfirmed,
}

impl CancellationPolicy {
    /// The first instant at which it is too late to cancel a booking that starts at `starts_at`.
    pub fn closes_at(&self, starts_at: Timestamp) -> Timestamp {
        starts_at.checked_sub(SignedDuration::from_mins(self.cutoff_minutes.into())).unwrap_or(Timestamp::MIN)
    }

    /// The refund of `paid`: all but the bank charge, or zero if that is less than the smallest refund.
    pub fn refund(&self, paid: Money) -> Money {
        let refund = paid.less(self.bank_charge);
        if refund < LEAST_REFUND { Money::ZERO } else { refund }
    }

    /// The result of cancelling at `now`. Exactly at the cut-off is too late.
    ///
    /// # Errors
    /// [`CancellationRefused`] with the reason.
    pub fn outcome(
        &self,
        status: OrderStatus,
        starts_at: Timestamp,
        paid: Money,
        now: Timestamp,
    ) -> Result<CancellationOutcome, CancellationRefused> {
        if status != OrderStatus::Confirmed {
            return Err(CancellationRefused::NotConfirmed);
        }
        if now >= self.closes_at(starts_at) {
            return Err(CancellationRefused::TooLate { cutoff_minutes: self.cutoff_minutes });
        }
        Ok(if paid == Money::ZERO {
            CancellationOutcome::Free
        } else {
            CancellationOutcome::Refund(self.refund(paid))
        })
    }

    /// The refund by this policy when the desk cancels at `now`: before the cut-off the same as for the player, after
    /// it zero. A desk can cancel until the game ends.
    ///
    /// # Errors
    /// [`CancellationRefused`] with the reason.
    pub fn refund_at_desk(
        &self,
        status: OrderStatus,
        (starts_at, ends_at): (Timestamp, Timestamp),
        paid: Money,
        now: Timestamp,
    ) -> Result<Money, CancellationRefused> {
        match self.outcome(status, starts_at, paid, now) {
            Ok(CancellationOutcome::Free) => Ok(Money::ZERO),
            Ok(CancellationOutcome::Refund(refund)) => Ok(refund),
            Err(CancellationRefused::TooLate { .. }) if now < ends_at => Ok(Money::ZERO),
            Err(refused) => Err(refused),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: CancellationPolicy =
        CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) };

    const TOO_LATE: Result<CancellationOutcome, CancellationRefused> =
        Err(CancellationRefused::TooLate { cutoff_minutes: 360 });

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn cancel(now: &str, paid: i64) -> Result<CancellationOutcome, CancellationRefused> {
        let start = at("2026-11-22T13:30:00Z");
        POLICY.outcome(OrderStatus::Confirmed, start, Money::from_rupees(paid), at(now))
    }

    #[test]
    fn exactly_six_hours_before_is_too_late_and_a_millisecond_earlier_is_not() {
        assert_eq!(cancel("2026-11-22T07:29:59.999Z", 0), Ok(CancellationOutcome::Free));
        assert_eq!(cancel("2026-11-22T07:30:00Z", 0), TOO_LATE);
        assert_eq!(cancel("2026-11-22T07:30:00.001Z", 0), TOO_LATE);
        assert_eq!(cancel("2026-11-23T00:00:00Z", 0), TOO_LATE);
    }

    #[test]
    fn a_refund_is_what_was_paid_less_the_bank_charge_and_never_below_zero() {
        assert_eq!(
            cancel("2026-11-21T00:00:00Z", 800),
            Ok(CancellationOutcome::Refund(Money::from_rupees(770)))
        );
        assert_eq!(cancel("2026-11-21T00:00:00Z", 20), Ok(CancellationOutcome::Refund(Money::ZERO)));
        for (paid, back) in [(30_99, 0), (31_00, 1_00), (30_01, 0)] {
            assert_eq!(POLICY.refund(Money::from_paise(paid)), Money::from_paise(back), "{paid}");
        }
    }

    #[test]
    fn a_desk_cancels_until_the_game_ends_and_gives_nothing_back_after_the_cut_off() {
        let game = (at("2026-11-22T13:30:00Z"), at("2026-11-22T14:25:00Z"));
        let refund =
            |status, now: &str| POLICY.refund_at_desk(status, game, Money::from_rupees(800), at(now));
        let confirmed = |now| refund(OrderStatus::Confirmed, now);
        assert_eq!(confirmed("2026-11-22T07:29:59Z"), Ok(Money::from_rupees(770)));
        assert_eq!(confirmed("2026-11-22T07:30:00Z"), Ok(Money::ZERO));
        assert_eq!(confirmed("2026-11-22T14:24:59Z"), Ok(Money::ZERO));
        assert!(confirmed("2026-11-22T14:25:00Z").is_err());
        assert!(refund(OrderStatus::Completed, "2026-11-22T14:00:00Z").is_err());
    }

    #[test]
    fn only_confirmed_bookings_can_be_cancelled() {
        for status in OrderStatus::ALL {
            let answer =
                POLICY.outcome(*status, at("2026-11-22T13:30:00Z"), Money::ZERO, at("2026-11-21T00:00:00Z"));
            assert_eq!(answer.is_ok(), *status == OrderStatus::Confirmed, "{status}");
        }
    }
}
