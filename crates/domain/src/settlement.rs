//! A captured payment ends in exactly one confirmed booking or one full refund. The decision is made only here, for the
//! browser's call, the webhook and the reconciler alike.

use jiff::Timestamp;

use crate::{money::Money, order::OrderStatus, refund::RefundReason};

/// The order of a captured payment in its current state.
#[derive(Debug, Clone, Copy)]
pub struct Paying {
    /// Its status.
    pub status: OrderStatus,
    /// When the game starts.
    pub starts_at: Timestamp,
    /// The amount requested at the provider.
    pub due: Money,
    /// What a booking to be paid at the court still owes; zero once it is paid.
    pub unpaid: Money,
}

/// What a captured payment leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settlement {
    /// Claim or keep the court, confirm and notify the player; if no court is available, refund as paid late.
    Confirm,
    /// It is a booking to be paid at the court; record it as paid.
    PayBooking,
    /// Refund the full amount, once.
    Refund(RefundReason),
}

impl Paying {
    /// Decides at `now` what a captured payment of `amount` leads to. Called once per payment: the first recorded
    /// result is final.
    pub fn settle(&self, amount: Money, now: Timestamp) -> Settlement {
        use OrderStatus::{
            CancelRequested, Cancelled, Completed, Confirmed, Expired, Held, NoShow, Released,
        };
        if amount != self.due {
            return Settlement::Refund(RefundReason::WrongAmount);
        }
        match self.status {
            Held | Expired if now < self.starts_at => Settlement::Confirm,
            Held | Expired => Settlement::Refund(RefundReason::PaidLate),
            // The player released or cancelled the order while the payment was pending, so it has no court any more.
            Released | Cancelled | CancelRequested => Settlement::Refund(RefundReason::OrderClosed),
            // The bank declined, the player chose to pay at the court, and then the bank accepted.
            Confirmed | NoShow | Completed if self.unpaid == amount => Settlement::PayBooking,
            Confirmed | NoShow | Completed if self.unpaid > Money::ZERO => {
                Settlement::Refund(RefundReason::WrongAmount)
            }
            Confirmed | NoShow | Completed => Settlement::Refund(RefundReason::PaidTwice),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUE: Money = Money::from_rupees(800);

    fn settle(status: OrderStatus, amount: Money, now: &str) -> Settlement {
        let starts_at = "2026-11-22T13:30:00Z".parse().unwrap();
        let order = Paying { status, starts_at, due: DUE, unpaid: Money::ZERO };
        order.settle(amount, now.parse().unwrap())
    }

    #[test]
    fn every_captured_payment_is_confirmed_or_refunded_by_the_state_of_its_order() {
        let decided = OrderStatus::ALL.iter().map(|status| settle(*status, DUE, "2026-11-22T10:00:00Z"));
        use RefundReason::{OrderClosed, PaidTwice};
        use Settlement::{Confirm, Refund};
        // held, confirmed, cancel_requested, cancelled, released, expired, no_show, completed
        let expected = [
            Confirm,
            Refund(PaidTwice),
            Refund(OrderClosed),
            Refund(OrderClosed),
            Refund(OrderClosed),
            Confirm,
            Refund(PaidTwice),
            Refund(PaidTwice),
        ];
        assert_eq!(decided.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_payment_after_the_start_of_the_game_is_refunded() {
        let late = Settlement::Refund(RefundReason::PaidLate);
        for status in [OrderStatus::Held, OrderStatus::Expired] {
            assert_eq!(settle(status, DUE, "2026-11-22T13:29:59.999Z"), Settlement::Confirm);
            assert_eq!(settle(status, DUE, "2026-11-22T13:30:00Z"), late);
        }
    }

    #[test]
    fn a_booking_to_be_paid_at_the_court_is_paid_by_what_it_owes_and_by_nothing_else() {
        use OrderStatus::{Completed, Confirmed, NoShow};
        let paid = |status, unpaid| {
            let starts_at = "2026-11-22T13:30:00Z".parse().unwrap();
            Paying { status, starts_at, due: DUE, unpaid }
                .settle(DUE, "2026-11-22T14:00:00Z".parse().unwrap())
        };
        for status in [Confirmed, NoShow, Completed] {
            assert_eq!(paid(status, DUE), Settlement::PayBooking);
            let other = paid(status, Money::from_rupees(700));
            assert_eq!(other, Settlement::Refund(RefundReason::WrongAmount), "a coupon was used meanwhile");
            assert_eq!(paid(status, Money::ZERO), Settlement::Refund(RefundReason::PaidTwice));
        }
    }

    #[test]
    fn a_paisa_more_or_less_is_no_payment_of_this_order() {
        for paise in [79_999, 80_001, 0] {
            let wrong = settle(OrderStatus::Held, Money::from_paise(paise), "2026-11-22T10:00:00Z");
            assert_eq!(wrong, Settlement::Refund(RefundReason::WrongAmount));
        }
    }
}
