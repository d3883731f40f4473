//! Double entry: each movement of money is a set of postings that sums to zero. Postings are added, never changed.

use crate::{bill::Tender, money::Money, named::named, refund::RefundMethod};

named! {
    /// An account of the ledger. Positive postings are debits, negative ones credits.
    Account, "ledger account" {
        /// What players owe us; negative: what we owe them.
        Players = "players",
        /// The prices of booked courts, before discounts (credit).
        Bookings = "bookings",
        /// The discounts of coupons.
        Coupons = "coupons",
        /// Money that the payment provider holds for us.
        Provider = "provider",
        /// Money taken at a desk before desks had tenders: imported bookings.
        Desk = "desk",
        /// Cash that players paid at the desks and got back.
        DeskCash = "desk_cash",
        /// UPI to the venues' own accounts.
        DeskUpi = "desk_upi",
        /// Cards at the desks.
        DeskCard = "desk_card",
        /// Bank transfers for bookings at the desks.
        DeskBank = "desk_bank",
        /// What was rounded to whole rupees in favour of players: taken less, or given back more (debit).
        Allowances = "allowances",
        /// Money carried from one booking to another.
        Carried = "carried",
        /// The bank account.
        Bank = "bank",
        /// Credit that customers have with us (credit). Not posted to yet: for prepaid money.
        Credit = "credit",
        /// Hours sold in advance and not played yet (credit). Not posted to yet: for prepaid hours.
        Hours = "hours",
        /// What is kept of payments, such as bank charges of cancelled bookings (credit).
        Charges = "charges",
        /// Refunds that are owed: approved and not issued yet, or failed (credit).
        RefundsOwed = "refunds_owed",
        /// The provider's fees, tax on them included.
        Fees = "fees",
    }
}

named! {
    /// The event that an entry records.
    LedgerEvent, "ledger event" {
        /// A court was booked.
        Booked = "booked",
        /// A booking was moved and costs another amount.
        Repriced = "repriced",
        /// A booking was cancelled.
        Cancelled = "cancelled",
        /// What was paid for a booking whose court was closed went to the booking in its place.
        CarriedOut = "carried_out",
        /// What was paid for a booking whose court was closed came to the booking in its place.
        CarriedIn = "carried_in",
        /// A part of what was paid for a booking whose court was closed does not go back.
        KeptAsCharge = "kept_as_charge",
        /// The provider captured a payment.
        Paid = "paid",
        /// Money was taken at the desk.
        PaidAtDesk = "paid_at_desk",
        /// Money taken at the desk was voided: it was a mistake.
        DeskPaymentVoided = "desk_payment_voided",
        /// A refund was approved.
        RefundApproved = "refund_approved",
        /// The refund was given to the provider, or paid out by staff; it can no longer be stopped.
        RefundIssued = "refund_issued",
        /// The provider could not send the refund: it is owed again.
        RefundFailed = "refund_failed",
        /// The provider sent a refund that staff had settled another way: the player has the money twice.
        RefundSentTwice = "refund_sent_twice",
        /// The provider reported its fee for a payment.
        FeeKept = "fee_kept",
        /// The provider had returned money without a refund of this program.
        Returned = "returned",
        /// The provider paid a line of a payout into the bank account, or took it out.
        Payout = "payout",
    }
}

/// One line of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// The account.
    pub account: Account,
    /// A debit is positive, a credit negative.
    pub amount: Money,
}

/// The postings of one event. They sum to zero; lines of zero are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The event.
    pub event: LedgerEvent,
    /// The lines.
    pub postings: Vec<Posting>,
}

fn entry<const N: usize>(event: LedgerEvent, lines: [(Account, i64); N]) -> Entry {
    let postings = lines
        .into_iter()
        .filter(|(_, paise)| *paise != 0)
        .map(|(account, paise)| Posting { account, amount: Money::from_paise(paise) })
        .collect();
    Entry { event, postings }
}

/// A court was booked for `price`, with the discount of a coupon.
pub fn booked(price: Money, discount: Money) -> Entry {
    let (price, discount) = (price.paise(), discount.paise());
    let lines =
        [(Account::Players, price - discount), (Account::Coupons, discount), (Account::Bookings, -price)];
    entry(LedgerEvent::Booked, lines)
}

/// The booking was moved: price and discount `from` became those of `to`.
pub fn repriced(from: (Money, Money), to: (Money, Money)) -> Entry {
    let price = to.0.paise() - from.0.paise();
    let discount = to.1.paise() - from.1.paise();
    let lines =
        [(Account::Players, price - discount), (Account::Coupons, discount), (Account::Bookings, -price)];
    entry(LedgerEvent::Repriced, lines)
}

/// The booking was cancelled; `charge` is kept.
pub fn cancelled(price: Money, discount: Money, charge: Money) -> Entry {
    let (price, discount, charge) = (price.paise(), discount.paise(), charge.paise());
    let lines = [
        (Account::Bookings, price),
        (Account::Coupons, -discount),
        (Account::Charges, -charge),
        (Account::Players, charge - (price - discount)),
    ];
    entry(LedgerEvent::Cancelled, lines)
}

/// `kept`, what was paid for a booking whose court was closed, goes to another booking. `at_old_desk` of it was paid at
/// a desk before desks had tenders, which the account [`Account::Desk`] keeps for each booking.
pub fn carried_out(kept: Money, at_old_desk: Money) -> Entry {
    let (kept, desk) = (kept.paise(), at_old_desk.paise());
    let lines = [(Account::Players, kept), (Account::Desk, -desk), (Account::Carried, desk - kept)];
    entry(LedgerEvent::CarriedOut, lines)
}

/// What [`carried_out`] took comes to the booking in its place.
pub fn carried_in(kept: Money, at_old_desk: Money) -> Entry {
    let (kept, desk) = (kept.paise(), at_old_desk.paise());
    let lines = [(Account::Players, -kept), (Account::Desk, desk), (Account::Carried, kept - desk)];
    entry(LedgerEvent::CarriedIn, lines)
}

/// `charge` of what was paid for a booking whose court was closed does not go back, and is kept.
pub fn kept_as_charge(charge: Money) -> Entry {
    move_money(LedgerEvent::KeptAsCharge, Account::Charges, Account::Players, charge)
}

/// The provider captured `amount`.
pub fn paid(amount: Money) -> Entry {
    move_money(LedgerEvent::Paid, Account::Players, Account::Provider, amount)
}

/// `amount` was paid at the desk for an imported booking.
pub fn paid_at_desk(amount: Money) -> Entry {
    move_money(LedgerEvent::PaidAtDesk, Account::Players, Account::Desk, amount)
}

/// The desk took what pays `amount` by this tender; in cash it let `round_off` off.
pub fn taken_at_desk(amount: Money, round_off: Money, tender: Tender) -> Entry {
    let lines = [
        (tender.account(), amount.paise() - round_off.paise()),
        (Account::Allowances, round_off.paise()),
        (Account::Players, -amount.paise()),
    ];
    entry(LedgerEvent::PaidAtDesk, lines)
}

/// What [`taken_at_desk`] recorded was voided.
pub fn desk_payment_voided(amount: Money, round_off: Money, tender: Tender) -> Entry {
    let lines = [
        (Account::Players, amount.paise()),
        (Account::Allowances, -round_off.paise()),
        (tender.account(), round_off.paise() - amount.paise()),
    ];
    entry(LedgerEvent::DeskPaymentVoided, lines)
}

impl Tender {
    /// The account that receives money that a clerk takes by this tender. What is paid by a QR code of the provider is captured by
    /// the provider, so it is posted by [`paid`].
    pub fn account(self) -> Account {
        match self {
            Tender::Cash => Account::DeskCash,
            Tender::UpiOwn | Tender::UpiQr => Account::DeskUpi,
            Tender::Card => Account::DeskCard,
            Tender::Bank => Account::DeskBank,
        }
    }
}

impl RefundMethod {
    /// The account from which a refund by this method is paid.
    pub fn account(self) -> Account {
        match self {
            RefundMethod::Provider => Account::Provider,
            RefundMethod::Cash => Account::DeskCash,
            RefundMethod::Upi => Account::DeskUpi,
            RefundMethod::Card => Account::DeskCard,
            RefundMethod::Bank => Account::DeskBank,
        }
    }
}

/// A refund of `amount` was approved.
pub fn refund_approved(amount: Money) -> Entry {
    move_money(LedgerEvent::RefundApproved, Account::RefundsOwed, Account::Players, amount)
}

/// The refund of `amount` was given to the provider, or paid out by staff; in cash a desk added `round_up`.
pub fn refund_issued(amount: Money, round_up: Money, method: RefundMethod) -> Entry {
    let lines = [
        (Account::RefundsOwed, amount.paise()),
        (Account::Allowances, round_up.paise()),
        (method.account(), -amount.paise() - round_up.paise()),
    ];
    entry(LedgerEvent::RefundIssued, lines)
}

/// The refund of `amount` could not be sent.
pub fn refund_failed(amount: Money, method: RefundMethod) -> Entry {
    move_money(LedgerEvent::RefundFailed, Account::RefundsOwed, method.account(), amount)
}

/// The provider sent `amount` that staff had given back another way: the player owes it.
pub fn refund_sent_twice(amount: Money) -> Entry {
    move_money(LedgerEvent::RefundSentTwice, Account::Provider, Account::Players, amount)
}

/// The provider keeps `fee` of what it captured.
pub fn fee_kept(fee: Money) -> Entry {
    move_money(LedgerEvent::FeeKept, Account::Provider, Account::Fees, fee)
}

/// The provider had returned `amount` of a captured payment before it was settled; `kept` of the payment is too little to be sent.
pub fn returned(amount: Money, kept: Money) -> Entry {
    let (amount, kept) = (amount.paise(), kept.paise());
    let lines = [(Account::Players, amount + kept), (Account::Provider, -amount), (Account::Charges, -kept)];
    entry(LedgerEvent::Returned, lines)
}

/// A line of a payout changed the bank account by `net`; negative if it took money out.
pub fn payout(net: Money) -> Entry {
    move_money(LedgerEvent::Payout, Account::Provider, Account::Bank, net)
}

/// Credits `from` and debits `to`.
fn move_money(event: LedgerEvent, from: Account, to: Account, amount: Money) -> Entry {
    entry(event, [(to, amount.paise()), (from, -amount.paise())])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn balance(entries: &[Entry], account: Account) -> i64 {
        let postings = entries.iter().flat_map(|entry| &entry.postings);
        postings.filter(|posting| posting.account == account).map(|posting| posting.amount.paise()).sum()
    }

    #[test]
    fn a_paid_booking_cancelled_in_time_leaves_the_charge_and_nothing_owed() {
        let (price, discount) = (Money::from_rupees(800), Money::from_rupees(50));
        let (paid_in, charge) = (Money::from_rupees(750), Money::from_rupees(30));
        let back = Money::from_rupees(720);
        let entries = [
            booked(price, discount),
            paid(paid_in),
            cancelled(price, discount, charge),
            refund_approved(back),
            refund_issued(back, Money::ZERO, RefundMethod::Provider),
        ];
        let left = Account::ALL.iter().map(|account| (*account, balance(&entries, *account)));
        let left: Vec<_> = left.filter(|(_, paise)| *paise != 0).collect();
        assert_eq!(left, [(Account::Provider, 3_000), (Account::Charges, -3_000)]);
    }

    #[test]
    fn a_booking_moved_to_a_cheaper_hour_leaves_its_new_price_and_what_goes_back() {
        let [before, after] = [800, 600].map(Money::from_rupees);
        let back = Money::from_rupees(200);
        let entries = [
            booked(before, Money::ZERO),
            taken_at_desk(before, Money::ZERO, Tender::Cash),
            repriced((before, Money::ZERO), (after, Money::ZERO)),
            refund_approved(back),
        ];
        let left = Account::ALL.iter().map(|account| (*account, balance(&entries, *account)));
        let left: Vec<_> = left.filter(|(_, paise)| *paise != 0).collect();
        let expected =
            [(Account::Bookings, -60_000), (Account::DeskCash, 80_000), (Account::RefundsOwed, -20_000)];
        assert_eq!(left, expected);
    }

    #[test]
    fn money_that_is_carried_balances_the_lost_booking_and_pays_the_new_one() {
        let paid_in = Money::from_rupees(800);
        let lost = [
            booked(paid_in, Money::ZERO),
            paid(paid_in),
            cancelled(paid_in, Money::ZERO, Money::ZERO),
            carried_out(paid_in, Money::ZERO),
        ];
        let new = [booked(Money::from_rupees(900), Money::ZERO), carried_in(paid_in, Money::ZERO)];
        assert_eq!((balance(&lost, Account::Players), balance(&lost, Account::Bookings)), (0, 0));
        assert_eq!(balance(&new, Account::Players), 10_000, "a hundred rupees are due");
        let carried: i64 = [balance(&lost, Account::Carried), balance(&new, Account::Carried)].iter().sum();
        assert_eq!(carried, 0);

        let at_desk = [carried_out(paid_in, paid_in), carried_in(paid_in, paid_in)];
        assert_eq!(balance(&at_desk[..1], Account::Desk), -80_000);
        assert!(
            [Account::Players, Account::Desk, Account::Carried].iter().all(|of| balance(&at_desk, *of) == 0)
        );
    }

    #[test]
    fn late_money_passes_through_the_ledger_and_leaves_no_balance() {
        let amount = Money::from_rupees(800);
        let entries = [
            paid(amount),
            refund_approved(amount),
            refund_issued(amount, Money::ZERO, RefundMethod::Provider),
            refund_failed(amount, RefundMethod::Provider),
            refund_issued(amount, Money::ZERO, RefundMethod::Provider),
        ];
        assert!(Account::ALL.iter().all(|account| balance(&entries, *account) == 0));
    }

    #[test]
    fn a_payment_refunded_at_the_provider_leaves_only_the_fee() {
        let entries = [
            paid(Money::from_rupees(800)),
            fee_kept(Money::from_paise(1_888)),
            returned(Money::from_rupees(800), Money::ZERO),
        ];
        let left = Account::ALL.iter().map(|account| (*account, balance(&entries, *account)));
        let left: Vec<_> = left.filter(|(_, paise)| *paise != 0).collect();
        assert_eq!(left, [(Account::Provider, -1_888), (Account::Fees, 1_888)]);
    }

    #[test]
    fn what_is_too_little_to_be_sent_of_a_payment_stays_with_the_provider_and_is_kept() {
        let entries =
            [paid(Money::from_rupees(800)), returned(Money::from_paise(79_950), Money::from_paise(50))];
        let left = Account::ALL.iter().map(|account| (*account, balance(&entries, *account)));
        let left: Vec<_> = left.filter(|(_, paise)| *paise != 0).collect();
        assert_eq!(left, [(Account::Provider, 50), (Account::Charges, -50)]);
    }

    proptest! {
        #[test]
        fn every_entry_sums_to_zero(price in 0_i64..10_000_000, discount in 0_i64..10_000_000, charge in 0_i64..10_000_000) {
            let [price, discount, charge] = [price, discount.min(price), charge].map(Money::from_paise);
            let entries = [
                booked(price, discount),
                repriced((price, discount), (charge, Money::ZERO)),
                cancelled(price, discount, charge),
                carried_out(price, charge.min(price)),
                carried_in(price, charge.min(price)),
                kept_as_charge(charge),
                paid(price),
                paid_at_desk(price),
                taken_at_desk(price, charge.min(price), Tender::Card),
                desk_payment_voided(price, charge.min(price), Tender::UpiOwn),
                refund_approved(price),
                refund_issued(price, charge, RefundMethod::Cash),
                refund_failed(price, RefundMethod::Cash),
                refund_sent_twice(price),
                fee_kept(charge),
                returned(price, charge),
                payout(charge),
            ];
            for entry in entries {
                let sum: i64 = entry.postings.iter().map(|posting| posting.amount.paise()).sum();
                prop_assert_eq!(sum, 0);
                prop_assert!(entry.postings.iter().all(|posting| posting.amount != Money::ZERO));
            }
        }
    }
}
