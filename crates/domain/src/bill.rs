//! Bills: what one payer is asked for in one go. A bill is settled once, whole, by one method; its lines say which orders
//! it pays for. An order may be paid by several bills, one for each part.

use crate::{
    BillId, CouponId, CustomerId, money::Money, named::named, order::OrderNumber, refund::RefundMethod,
};

named! {
    /// What a bill is for.
    BillKind, "kind of bill" {
        /// A booking, or a part of its price.
        Booking = "booking",
        /// Several bookings made together.
        Cart = "cart",
        /// The difference in price after a move.
        Difference = "difference",
        /// One player's share of a booking.
        Share = "share",
        /// A place in a game that is open to others.
        Seat = "seat",
        /// Hours bought in advance.
        Plan = "plan",
        /// What a customer owes from before.
        Debt = "debt",
    }
}

named! {
    /// The state of a bill.
    BillState, "state of a bill" {
        /// The payer is asked for it.
        Open = "open",
        /// It is paid.
        Settled = "settled",
        /// Nobody is asked for it any more. Money that still comes is booked if the order can be, else refunded.
        Void = "void",
    }
}

named! {
    /// How a bill is paid.
    BillMethod, "method of a bill" {
        /// Through the payment provider.
        Provider = "provider",
        /// At a desk.
        Desk = "desk",
        /// With hours bought in advance.
        Hours = "hours",
        /// With the customer's credit.
        Credit = "credit",
        /// Nothing is to be paid.
        None = "none",
    }
}

named! {
    /// How money is taken at a desk.
    Tender, "tender" {
        /// Notes and coins, into the drawer.
        Cash = "cash",
        /// UPI to the venue's own account, matched with the bank's list later.
        UpiOwn = "upi_own",
        /// UPI by the provider's QR code.
        UpiQr = "upi_qr",
        /// A card machine.
        Card = "card",
        /// A bank transfer.
        Bank = "bank",
    }
}

impl Tender {
    /// The way by which a desk gives back what it took by this tender.
    pub fn refund_method(self) -> RefundMethod {
        match self {
            Tender::Cash => RefundMethod::Cash,
            Tender::UpiOwn | Tender::UpiQr => RefundMethod::Upi,
            Tender::Card => RefundMethod::Card,
            Tender::Bank => RefundMethod::Bank,
        }
    }
}

/// One line of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillLine {
    /// The order it pays for, or a part of it; `None` for anything else.
    pub order: Option<OrderNumber>,
    /// How much.
    pub amount: Money,
}

/// A bill. Its lines sum to its amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// Its id.
    pub id: BillId,
    /// What it is for.
    pub kind: BillKind,
    /// Who is asked; `None` for a guest.
    pub customer: Option<CustomerId>,
    /// How much.
    pub amount: Money,
    /// The discount of the coupon, already taken off the lines.
    pub discount: Money,
    /// The coupon, redeemed when the bill is settled.
    pub coupon: Option<CouponId>,
    /// Its state.
    pub state: BillState,
    /// How it is paid; `None` if that is not decided.
    pub method: Option<BillMethod>,
    /// The lines, at least one.
    pub lines: Vec<BillLine>,
}

impl Bill {
    /// The orders it pays for, in the order of its lines.
    pub fn orders(&self) -> impl Iterator<Item = OrderNumber> {
        self.lines.iter().filter_map(|line| line.order)
    }

    /// The one order it pays for; `None` if it has several lines or pays for no order.
    pub fn only_order(&self) -> Option<OrderNumber> {
        match self.lines.as_slice() {
            [line] => line.order,
            _ => None,
        }
    }

    /// The order that messages about the whole bill name: the first one.
    pub fn first_order(&self) -> Option<OrderNumber> {
        self.orders().next()
    }
}

/// The reference under which the provider knows a bill: the same for the same orders and the same amount, so that an
/// order at the provider is found again if the reply with its id was lost. `4820193756-80000`, and with two more orders
/// `4820193756+2-240000`. It holds random order numbers and not the bill's id, which a database restored from a backup
/// gives again.
pub fn provider_reference(first: OrderNumber, orders: usize, amount: Money) -> String {
    match orders.saturating_sub(1) {
        0 => format!("{first}-{}", amount.paise()),
        more => format!("{first}+{more}-{}", amount.paise()),
    }
}

/// Whether `reference` is one that [`provider_reference`] makes for this first order and amount.
pub fn is_provider_reference(reference: &str, first: OrderNumber, amount: Money) -> bool {
    let orders = match reference.split_once('+').and_then(|(_, rest)| rest.split_once('-')) {
        Some((more, _)) => more.parse::<usize>().ok().and_then(|more| more.checked_add(1)),
        None => Some(1),
    };
    orders.is_some_and(|orders| reference == provider_reference(first, orders, amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_names_the_first_order_how_many_more_and_the_amount() {
        let first: OrderNumber = "4820193756".parse().unwrap();
        let amount = Money::from_rupees(800);
        assert_eq!(provider_reference(first, 1, amount), "4820193756-80000");
        assert_eq!(provider_reference(first, 3, amount), "4820193756+2-80000");
        for reference in ["4820193756-80000", "4820193756+2-80000"] {
            assert!(is_provider_reference(reference, first, amount), "{reference}");
            assert!(!is_provider_reference(reference, first, Money::from_rupees(700)), "{reference}");
        }
        for other in ["4820193757-80000", "4820193756+0-80000", "4820193756+-80000", "4820193756+x-80000", ""]
        {
            assert!(!is_provider_reference(other, first, amount), "{other}");
        }
    }
}
