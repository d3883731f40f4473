//! Whether a captured payment settles its bill or is refunded, by the bill, the amount and the orders. The app decides about the
//! rest: before, about money that went back already, another currency and an account that is locked for an erasure; afterwards,
//! about the courts and the coupon.

use jiff::Timestamp;

use crate::{
    bill::{Bill, BillState},
    money::Money,
    order::OrderStatus,
    refund::RefundReason,
};

/// An order that a captured payment pays for, in its current state.
#[derive(Debug, Clone, Copy)]
pub struct OrderToPay {
    /// Its status.
    pub status: OrderStatus,
    /// When the game starts.
    pub starts_at: Timestamp,
    /// The amount of its line in the bill.
    pub amount: Money,
    /// What a booking to be paid at the court still owes; zero once it is paid.
    pub unpaid: Money,
}

/// What a line of a bill that is being paid does to its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineSettlement {
    /// It is held or expired; confirm it if its court and coupon are still available, else refund.
    Confirm,
    /// It is a booking to be paid at the court; record what is paid.
    PayBooking,
}

/// What a captured payment leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// Settle the bill: one entry for each line.
    Settle(Vec<LineSettlement>),
    /// Refund the full amount, once.
    Refund(RefundReason),
}

/// Decides at `now` what a captured payment of `amount` for `bill` leads to, given the orders of its lines in their
/// order. One line that cannot be paid any more refunds the whole payment.
pub fn settle(bill: &Bill, orders: &[OrderToPay], amount: Money, now: Timestamp) -> Settlement {
    if amount != bill.amount {
        return Settlement::Refund(RefundReason::WrongAmount);
    }
    if bill.state == BillState::Settled {
        return Settlement::Refund(RefundReason::PaidTwice);
    }
    let lines: Result<Vec<_>, _> = orders.iter().map(|order| order.settle(bill, now)).collect();
    lines.map_or_else(Settlement::Refund, Settlement::Settle)
}

impl OrderToPay {
    /// Whether the line pays what the booking owes, or a part of that. With a discount it must pay all: the rest would
    /// be requested without the coupon.
    fn pays_booking(&self, bill: &Bill) -> bool {
        self.unpaid == self.amount || (self.unpaid > self.amount && bill.discount == Money::ZERO)
    }

    /// What the payment of this line does to the order, or why the payment goes back.
    fn settle(&self, bill: &Bill, now: Timestamp) -> Result<LineSettlement, RefundReason> {
        use OrderStatus::{
            CancelRequested, Cancelled, Completed, Confirmed, Expired, Held, NoShow, Released,
        };
        match self.status {
            Held | Expired if now < self.starts_at => Ok(LineSettlement::Confirm),
            Held | Expired => Err(RefundReason::PaidLate),
            // The order has no court any more.
            Released | Cancelled | CancelRequested => Err(RefundReason::OrderClosed),
            // A QR code of a desk was paid; or the bank declined, the player chose to pay at the court, and then the
            // bank accepted.
            Confirmed | NoShow | Completed if self.pays_booking(bill) => Ok(LineSettlement::PayBooking),
            Confirmed | NoShow | Completed if self.unpaid > Money::ZERO => Err(RefundReason::WrongAmount),
            Confirmed | NoShow | Completed => Err(RefundReason::PaidTwice),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BillId,
        bill::{BillKind, BillLine, BillMethod},
    };

    const DUE: Money = Money::from_rupees(800);

    fn bill(lines: usize) -> Bill {
        let line = BillLine { order: None, amount: DUE };
        Bill {
            id: BillId(1),
            kind: BillKind::Booking,
            customer: None,
            amount: Money::from_paise(DUE.paise() * lines as i64),
            discount: Money::ZERO,
            coupon: None,
            state: BillState::Open,
            method: Some(BillMethod::Provider),
            lines: vec![line; lines],
        }
    }

    fn order(status: OrderStatus, unpaid: Money) -> OrderToPay {
        OrderToPay { status, starts_at: "2026-11-22T13:30:00Z".parse().unwrap(), amount: DUE, unpaid }
    }

    fn settle_one(status: OrderStatus, amount: Money, now: &str) -> Settlement {
        settle(&bill(1), &[order(status, Money::ZERO)], amount, now.parse().unwrap())
    }

    fn confirms() -> Settlement {
        Settlement::Settle(vec![LineSettlement::Confirm])
    }

    #[test]
    fn every_captured_payment_is_settled_or_refunded_by_the_state_of_its_order() {
        let decided = OrderStatus::ALL.iter().map(|status| settle_one(*status, DUE, "2026-11-22T10:00:00Z"));
        use RefundReason::{OrderClosed, PaidTwice};
        use Settlement::Refund;
        // held, confirmed, cancel_requested, cancelled, released, expired, no_show, completed
        let expected = [
            confirms(),
            Refund(PaidTwice),
            Refund(OrderClosed),
            Refund(OrderClosed),
            Refund(OrderClosed),
            confirms(),
            Refund(PaidTwice),
            Refund(PaidTwice),
        ];
        assert_eq!(decided.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_payment_after_the_start_of_the_game_is_refunded() {
        let late = Settlement::Refund(RefundReason::PaidLate);
        for status in [OrderStatus::Held, OrderStatus::Expired] {
            assert_eq!(settle_one(status, DUE, "2026-11-22T13:29:59.999Z"), confirms());
            assert_eq!(settle_one(status, DUE, "2026-11-22T13:30:00Z"), late);
        }
    }

    #[test]
    fn a_booking_to_be_paid_at_the_court_is_paid_by_what_it_owes_or_a_part_of_it_and_by_no_more() {
        use OrderStatus::{Completed, Confirmed, NoShow};
        let paid = |status, unpaid| {
            settle(&bill(1), &[order(status, unpaid)], DUE, "2026-11-22T14:00:00Z".parse().unwrap())
        };
        for status in [Confirmed, NoShow, Completed] {
            assert_eq!(paid(status, DUE), Settlement::Settle(vec![LineSettlement::PayBooking]));
            let other = paid(status, Money::from_rupees(700));
            assert_eq!(other, Settlement::Refund(RefundReason::WrongAmount), "a part was paid meanwhile");
            assert_eq!(paid(status, Money::ZERO), Settlement::Refund(RefundReason::PaidTwice));
            let part = paid(status, Money::from_rupees(1_600));
            assert_eq!(part, Settlement::Settle(vec![LineSettlement::PayBooking]), "the rest is still owed");
            let with_coupon = Bill { discount: Money::from_rupees(100), ..bill(1) };
            let orders = [order(status, Money::from_rupees(900))];
            let now = "2026-11-22T14:00:00Z".parse().unwrap();
            assert_eq!(
                settle(&with_coupon, &orders, DUE, now),
                Settlement::Refund(RefundReason::WrongAmount),
                "the price less a coupon is no part of the full price"
            );
        }
    }

    #[test]
    fn a_paisa_more_or_less_pays_no_bill() {
        for paise in [79_999, 80_001, 0] {
            let wrong = settle_one(OrderStatus::Held, Money::from_paise(paise), "2026-11-22T10:00:00Z");
            assert_eq!(wrong, Settlement::Refund(RefundReason::WrongAmount));
        }
    }

    #[test]
    fn a_settled_bill_is_not_paid_again_and_a_void_one_can_still_be_paid() {
        let now = "2026-11-22T10:00:00Z".parse().unwrap();
        let with =
            |state| settle(&Bill { state, ..bill(1) }, &[order(OrderStatus::Held, Money::ZERO)], DUE, now);
        assert_eq!(with(BillState::Settled), Settlement::Refund(RefundReason::PaidTwice));
        assert_eq!(with(BillState::Void), confirms());
    }

    #[test]
    fn one_order_that_cannot_be_paid_any_more_refunds_the_whole_payment() {
        let now = "2026-11-22T10:00:00Z".parse().unwrap();
        let two = |second| {
            let orders = [order(OrderStatus::Held, Money::ZERO), order(second, DUE)];
            settle(&bill(2), &orders, Money::from_rupees(1_600), now)
        };
        let both = vec![LineSettlement::Confirm, LineSettlement::PayBooking];
        assert_eq!(two(OrderStatus::Confirmed), Settlement::Settle(both));
        assert_eq!(two(OrderStatus::Released), Settlement::Refund(RefundReason::OrderClosed));
    }
}
