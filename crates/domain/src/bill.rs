//! Bills: what one payer pays in one payment. A bill is settled once, whole, by one method; its lines say which orders
//! it pays for. An order may be paid by several bills, one for each part.

use crate::{
    BillId, CouponId, CustomerId, money::Money, named::named, order::OrderNumber, refund::RefundMethod,
};

named! {
    /// What a bill is for. So far only `Booking` and `Cart` are written.
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
        /// What a customer still owes for earlier bookings.
        Debt = "debt",
    }
}

named! {
    /// The state of a bill.
    BillState, "state of a bill" {
        /// Its payment is requested.
        Open = "open",
        /// It is paid.
        Settled = "settled",
        /// Its payment is not requested any more, or was voided at a desk. A late payment by the provider can still settle it.
        Void = "void",
    }
}

named! {
    /// How a bill is paid. So far only `Provider` and `Desk` are written.
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

named! {
    /// The state of a QR code of the payment provider at a desk.
    QrState, "state of a QR code" {
        /// It requests a payment.
        Open = "open",
        /// Its payment settled the bill.
        Paid = "paid",
        /// It requests no payment any more. A payment that still arrives can settle its bill.
        Closed = "closed",
    }
}

/// One line of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillLine {
    /// The order that it pays for, whole or in part; `None` if it pays for anything else.
    pub order: Option<OrderNumber>,
    /// The amount.
    pub amount: Money,
}

/// A bill. Its lines sum to its amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// Its id.
    pub id: BillId,
    /// What it is for.
    pub kind: BillKind,
    /// The customer of its first order, also a guest of the desk; `None` if that order was not known.
    pub customer: Option<CustomerId>,
    /// The amount.
    pub amount: Money,
    /// The discount of the coupon, already taken off the lines.
    pub discount: Money,
    /// The coupon of the discount.
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

    /// The first order that it pays for; `None` if it pays for no order.
    pub fn first_order(&self) -> Option<OrderNumber> {
        self.orders().next()
    }
}

/// The reference under which the provider knows a bill: the same for the same lines, so that an order at the provider
/// is found again if the reply with its id was lost. It is `4820193756-80000` for one line, and for several
/// `4820193756+a1b2c3d4e5f60718-240000`, where the middle is a fingerprint of all lines: other orders with the same sum
/// are another bill. It holds random order numbers and not the bill's id, which a database restored from a backup would
/// use again. The provider accepts at most 40 characters; that is enough for an amount of 12 digits.
pub fn provider_reference(first: OrderNumber, lines: &[BillLine], amount: Money) -> String {
    match lines {
        [] | [_] => format!("{first}-{}", amount.paise()),
        several => format!("{first}+{:016x}-{}", fingerprint(several), amount.paise()),
    }
}

/// The reference under which the provider knows a QR code, such as `4820193756-qr-9f3a61c2d07b4e58`. Each code has a
/// reference of its own, because a new code is made after the code before it has expired. The end is random
/// for the reason that [`provider_reference`] gives.
pub fn qr_reference(first: OrderNumber, random: [u8; 8]) -> String {
    format!("{first}-qr-{:016x}", u64::from_be_bytes(random))
}

/// Whether `reference` has the form that [`qr_reference`] makes for this first order.
pub fn is_qr_reference(reference: &str, first: OrderNumber) -> bool {
    let end = reference.strip_prefix(&first.to_string()).and_then(|rest| rest.strip_prefix("-qr-"));
    end.is_some_and(has_sixteen_hex_digits)
}

/// Whether `reference` has the form that [`provider_reference`] makes for this first order and amount.
pub fn is_provider_reference(reference: &str, first: OrderNumber, amount: Money) -> bool {
    let (first, amount) = (first.to_string(), format!("-{}", amount.paise()));
    let middle = reference.strip_prefix(&first).and_then(|rest| rest.strip_suffix(&amount));
    middle.is_some_and(|middle| {
        middle.is_empty() || middle.strip_prefix('+').is_some_and(has_sixteen_hex_digits)
    })
}

fn has_sixteen_hex_digits(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The same number for the same lines in any order, on every machine and in every version: FNV-1a.
fn fingerprint(lines: &[BillLine]) -> u64 {
    let mut lines: Vec<[i64; 2]> =
        lines.iter().map(|line| [line.order.map_or(0, OrderNumber::value), line.amount.paise()]).collect();
    lines.sort_unstable();
    let bytes = lines.iter().flatten().flat_map(|number| number.to_be_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_qr_code_has_a_reference_that_no_checkout_has() {
        let first: OrderNumber = "4820193756".parse().unwrap();
        let reference = qr_reference(first, [0x9f, 0x3a, 0x61, 0xc2, 0xd0, 0x7b, 0x4e, 0x58]);
        assert_eq!(reference, "4820193756-qr-9f3a61c2d07b4e58");
        assert!(is_qr_reference(&reference, first));
        assert!(!is_provider_reference(&reference, first, Money::from_rupees(800)));
        for other in
            ["4820193756-80000", "4820193757-qr-9f3a61c2d07b4e58", "4820193756-qr-9f3a61c2d07b4e5", ""]
        {
            assert!(!is_qr_reference(other, first), "{other}");
        }
    }

    #[test]
    fn a_reference_names_the_first_order_all_lines_and_the_amount() {
        let line = |order: &str, rupees| BillLine {
            order: Some(order.parse().unwrap()),
            amount: Money::from_rupees(rupees),
        };
        let first: OrderNumber = "4820193756".parse().unwrap();
        let amount = Money::from_rupees(800);
        let of = |lines: &[BillLine]| provider_reference(first, lines, amount);
        assert_eq!(of(&[line("4820193756", 800)]), "4820193756-80000");
        let two = of(&[line("4820193756", 400), line("4820193757", 400)]);
        assert_eq!(two, "4820193756+2ed01a5d33b660be-80000");
        assert_eq!(two, of(&[line("4820193757", 400), line("4820193756", 400)]), "in any order");
        assert_ne!(two, of(&[line("4820193756", 400), line("4820193758", 400)]), "another order");
        assert_ne!(two, of(&[line("4820193756", 300), line("4820193757", 500)]), "another split");
        // The provider accepts at most forty characters.
        assert!(
            provider_reference(first, &[line("4820193756", 1); 9], Money::from_rupees(99_999_999)).len()
                <= 40
        );
        for reference in ["4820193756-80000", two.as_str()] {
            assert!(is_provider_reference(reference, first, amount), "{reference}");
            assert!(!is_provider_reference(reference, first, Money::from_rupees(700)), "{reference}");
        }
        for other in [
            "4820193757-80000",
            "4820193756+-80000",
            "4820193756+39e17a4d2b5f5b5-80000",
            "4820193756+39E17A4D2B5F5B53-80000",
            "4820193756x-80000",
            "",
        ] {
            assert!(!is_provider_reference(other, first, amount), "{other}");
        }
    }
}
