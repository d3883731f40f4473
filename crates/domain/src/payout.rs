//! Payouts: what the payment provider sends to the bank account, line by line, and how each line compares with what the database
//! has.

use std::collections::BTreeMap;

use jiff::{
    SignedDuration, Span, Timestamp,
    civil::{Date, DateTime, Time},
    tz::TimeZone,
};

use crate::{money::Money, named::named};

named! {
    /// What a line of a payout is about.
    PayoutLineKind, "kind of a payout line" {
        /// A captured payment.
        Payment = "payment",
        /// A refund.
        Refund = "refund",
        /// A correction by the provider.
        Adjustment = "adjustment",
        /// Anything else, such as a transfer to a linked account.
        Other = "other",
    }
}

named! {
    /// Whether a line fits the payment or refund that we stored.
    PayoutLineState, "state of a payout line" {
        /// It is a payment or refund of ours, with the same amounts to the paisa.
        Matched = "matched",
        /// It is a payment or refund of ours with other amounts or under another kind, or one that was not captured or not sent.
        Different = "different",
        /// It is no payment or refund of ours.
        Unknown = "unknown",
        /// We stored a payment or refund that no payout has named in time.
        Missing = "missing",
    }
}

impl PayoutLineState {
    /// Whether staff have to explain a line of this state.
    pub fn needs_explanation(self) -> bool {
        self != PayoutLineState::Matched
    }
}

impl PayoutLineKind {
    /// The kind for the provider's name of it.
    pub fn of_provider(word: &str) -> Self {
        match word.to_ascii_lowercase().as_str() {
            "payment" => PayoutLineKind::Payment,
            "refund" => PayoutLineKind::Refund,
            "adjustment" => PayoutLineKind::Adjustment,
            _ => PayoutLineKind::Other,
        }
    }
}

/// A line of a payout as the provider reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayoutLine {
    /// The provider's id of what it is about, such as `pay_DESyzxuld02Zul`; in one payout only, and once.
    pub entity: String,
    /// What it is about.
    pub kind: PayoutLineKind,
    /// Its amounts.
    pub amounts: PayoutAmounts,
    /// The provider's id of the payout, such as `setl_DHgkgLlaVQcUsz`.
    pub payout: String,
    /// The bank's reference of the payout (UTR).
    pub utr: Option<String>,
    /// When the provider paid it out.
    pub settled_at: Timestamp,
}

/// The amounts of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PayoutAmounts {
    /// The amount of the payment, refund or correction.
    pub amount: Money,
    /// The provider's fee, tax included.
    pub fee: Money,
    /// The tax in the fee.
    pub tax: Money,
    /// What it adds to the payout.
    pub credit: Money,
    /// What it takes from the payout.
    pub debit: Money,
}

impl PayoutAmounts {
    /// By how much it changes the bank account: credit less debit.
    pub fn net(&self) -> Money {
        Money::from_paise(self.credit.paise() - self.debit.paise())
    }

    /// The same amounts with the whole fee, tax included, as the provider's API has it. In its file the fee does not
    /// include the tax. Which of the two a line has follows from the amount that was kept of a payment, or taken in
    /// addition to a refund.
    #[must_use]
    pub fn with_whole_fee(self, kind: PayoutLineKind) -> Self {
        let kept = match kind {
            PayoutLineKind::Payment => self.amount.paise() - self.credit.paise(),
            PayoutLineKind::Refund => self.debit.paise() - self.amount.paise(),
            PayoutLineKind::Adjustment | PayoutLineKind::Other => return self,
        };
        let whole = self.fee.paise() + self.tax.paise();
        let is_apart = kept == whole && kept != self.fee.paise();
        if is_apart { PayoutAmounts { fee: Money::from_paise(whole), ..self } } else { self }
    }
}

/// What the database has under the id of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// A payment.
    Payment {
        /// Its amount.
        amount: Money,
        /// The fee that the provider reported; zero if it has not reported one yet.
        fee: Money,
        /// Whether it was captured.
        is_captured: bool,
    },
    /// A refund.
    Refund {
        /// Its amount.
        amount: Money,
        /// Whether the provider has accepted it and not reported that it failed, or has sent it after staff settled it another way.
        has_left: bool,
    },
}

/// How a line compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// The result.
    pub state: PayoutLineState,
    /// By how much it should change the bank account; `None` if it is not ours.
    pub expected: Option<Money>,
}

/// Compares a line of this kind with what the database has under its id.
pub fn compare(kind: PayoutLineKind, amounts: &PayoutAmounts, stored: Option<Stored>) -> Comparison {
    let (fits, expected) = match stored {
        None => return Comparison { state: PayoutLineState::Unknown, expected: None },
        Some(Stored::Payment { amount, fee, is_captured }) => {
            let fee = if fee == Money::ZERO { amounts.fee } else { fee };
            let expected = Money::from_paise(amount.paise() - fee.paise());
            (kind == PayoutLineKind::Payment && is_captured && amounts.amount == amount, expected)
        }
        Some(Stored::Refund { amount, has_left }) => {
            let expected = Money::from_paise(-amount.paise());
            (kind == PayoutLineKind::Refund && has_left && amounts.amount == amount, expected)
        }
    };
    let state =
        if fits && amounts.net() == expected { PayoutLineState::Matched } else { PayoutLineState::Different };
    Comparison { state, expected: Some(expected) }
}

/// The longest id or reference of the provider that is stored, in characters.
const LONGEST_ID: usize = 60;

/// Whether a text is an id or a reference of the provider: 1 to `LONGEST_ID` letters, digits, `_`, `-` and `/`.
pub fn is_provider_id(text: &str) -> bool {
    (1..=LONGEST_ID).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-/".contains(&byte))
}

/// How far the days of the provider, which are those of India, are ahead of UTC.
const AHEAD_OF_UTC: SignedDuration = SignedDuration::from_secs(5 * 3_600 + 1_800);
/// The time of the day in India at which payouts are read.
const READ_AT: Time = Time::constant(2, 30, 0, 0);
/// On how many days after it a day is read again, because lines come late.
const READ_AGAIN_DAYS: i64 = 5;
/// How many days before the last one the first reading begins.
const FIRST_DAYS: i64 = 7;
/// How many days before today the earliest day is that is read, after a long time without reading.
const MOST_DAYS: i64 = 60;
/// A payment or refund that no payout has named after this time is missing. The provider pays out after two working
/// days; weekends and holidays come on top.
pub const MISSING_AFTER: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The day in India.
pub fn day_of_provider(at: Timestamp) -> Date {
    let there = at.checked_add(AHEAD_OF_UTC).unwrap_or(at);
    there.to_zoned(TimeZone::UTC).date()
}

/// The instant of a day and time in India; `None` outside of the calendar.
pub fn instant_at_provider(at: DateTime) -> Option<Timestamp> {
    let there = at.to_zoned(TimeZone::UTC).ok()?.timestamp();
    there.checked_sub(AHEAD_OF_UTC).ok()
}

/// The days of the provider that were read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadDays {
    /// The first one; `None` if none was read.
    pub first: Option<Date>,
    /// When each day since [`earliest_to_read`] was read last.
    pub read_at: BTreeMap<Date, Timestamp>,
    /// If none was read: when the first payment since [`earliest_to_read`] was settled.
    pub first_payment: Option<Timestamp>,
}

/// How long after its reading was due a day that could not be read is shown to staff. Until then the run of the night
/// may be under way.
const SHOWN_AFTER: SignedDuration = SignedDuration::from_hours(1);

/// The earliest day that is read.
pub fn earliest_to_read(now: Timestamp) -> Date {
    days_before(day_of_provider(now), MOST_DAYS)
}

/// The days that have to be read now, the oldest first. Each day is read in its own night and in the nights of the
/// next days, independently of other days.
pub fn days_to_read(read: &ReadDays, now: Timestamp) -> Vec<Date> {
    let today = day_of_provider(now);
    let night = |day: Date| instant_at_provider(day.to_datetime(READ_AT));
    let is_past = |day: &Date| night(*day).is_some_and(|at| at <= now);
    let Some(last) = Some(today).filter(is_past).or_else(|| today.yesterday().ok()) else {
        return Vec::new();
    };
    let first = days_before(last, FIRST_DAYS);
    let first = read.first.map_or(first, |day| day.min(first)).max(earliest_to_read(now));
    let is_due = |day: &Date| {
        let newest = day.checked_add(Span::new().days(READ_AGAIN_DAYS)).map_or(last, |day| day.min(last));
        read.read_at.get(day).is_none_or(|at| night(newest).is_some_and(|wanted| *at < wanted))
    };
    first.series(Span::new().days(1)).take_while(|day| *day <= last).filter(is_due).collect()
}

/// The days whose reading has been due for at least an hour and has not succeeded, the oldest first. Days before the first
/// one that was read are left out. As long as none was read, so are days before the first payment: nothing was paid out then.
pub fn unread_days(read: &ReadDays, now: Timestamp) -> Vec<Date> {
    let first = read.first.or_else(|| read.first_payment.map(day_of_provider));
    let Some(first) = first else { return Vec::new() };
    let before = now.checked_sub(SHOWN_AFTER).unwrap_or(now);
    days_to_read(read, before).into_iter().filter(|day| *day >= first).collect()
}

fn days_before(day: Date, days: i64) -> Date {
    day.checked_sub(Span::new().days(days)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rupees(rupees: i64) -> Money {
        Money::from_rupees(rupees)
    }

    fn amounts(amount: i64, fee: i64, net: i64) -> PayoutAmounts {
        let [amount, fee, credit, debit] = [amount, fee, net.max(0), (-net).max(0)].map(rupees);
        PayoutAmounts { amount, fee, tax: Money::ZERO, credit, debit }
    }

    #[test]
    fn a_line_matches_what_is_stored_to_the_paisa_and_nothing_else() {
        use PayoutLineKind as Kind;
        use PayoutLineState::{Different, Matched, Unknown};
        let payment =
            |fee, is_captured| Some(Stored::Payment { amount: rupees(800), fee: rupees(fee), is_captured });
        let refund = |has_left| Some(Stored::Refund { amount: rupees(800), has_left });
        let cases = [
            ((Kind::Payment, 800, 16, 784), payment(16, true), Matched, Some(784)),
            ((Kind::Payment, 800, 16, 784), payment(0, true), Matched, Some(784)),
            ((Kind::Payment, 800, 20, 780), payment(16, true), Different, Some(784)),
            ((Kind::Payment, 790, 16, 774), payment(16, true), Different, Some(784)),
            ((Kind::Payment, 800, 16, 784), payment(16, false), Different, Some(784)),
            ((Kind::Refund, 800, 0, -800), refund(true), Matched, Some(-800)),
            ((Kind::Refund, 800, 5, -805), refund(true), Different, Some(-800)),
            ((Kind::Refund, 800, 0, -800), refund(false), Different, Some(-800)),
            ((Kind::Adjustment, 800, 0, 784), payment(16, true), Different, Some(784)),
            ((Kind::Adjustment, 10, 0, 10), None, Unknown, None),
        ];
        for ((kind, amount, fee, net), stored, state, expected) in cases {
            let compared = compare(kind, &amounts(amount, fee, net), stored);
            assert_eq!(compared, Comparison { state, expected: expected.map(rupees) }, "{kind} {stored:?}");
        }
    }

    #[test]
    fn tax_that_is_not_a_part_of_the_fee_is_added_to_it() {
        let apart = PayoutAmounts { tax: rupees(3), ..amounts(800, 16, 781) };
        assert_eq!(apart.with_whole_fee(PayoutLineKind::Payment).fee, rupees(19));
        let inside = PayoutAmounts { tax: rupees(3), ..amounts(800, 16, 784) };
        assert_eq!(inside.with_whole_fee(PayoutLineKind::Payment), inside);
        // An instant refund of ₹800 for a fee of ₹5 and a tax of ₹1, as the file has it and as the API does.
        let of_file = PayoutAmounts { tax: rupees(1), ..amounts(800, 5, -806) };
        let of_api = PayoutAmounts { tax: rupees(1), ..amounts(800, 6, -806) };
        assert_eq!(of_file.with_whole_fee(PayoutLineKind::Refund), of_api);
        assert_eq!(of_api.with_whole_fee(PayoutLineKind::Refund), of_api);
        let plain = amounts(800, 0, -800);
        assert_eq!(plain.with_whole_fee(PayoutLineKind::Refund), plain);
        assert_eq!(of_file.with_whole_fee(PayoutLineKind::Adjustment), of_file);
    }

    proptest! {
        #[test]
        fn what_matches_has_exactly_the_expected_amount(amount in 100..10_000_i64, fee in 0..100_i64, off in -2..3_i64) {
            let stored = Stored::Payment { amount: rupees(amount), fee: rupees(fee), is_captured: true };
            let amounts = amounts(amount, fee, amount - fee + off);
            let compared = compare(PayoutLineKind::Payment, &amounts, Some(stored));
            prop_assert_eq!(compared.state == PayoutLineState::Matched, off == 0);
            prop_assert_eq!(compared.expected, Some(rupees(amount - fee)));
        }
    }

    #[test]
    fn ids_are_letters_digits_and_few_signs() {
        assert!(is_provider_id("setl_DHgkgLlaVQcUsz") && is_provider_id("1568176960vxp0rj"));
        for bad in ["", "pay 1", "pay_é", "=cmd()", &"x".repeat(61)] {
            assert!(!is_provider_id(bad), "{bad}");
        }
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// The days from `first` to `last`, all read at `read_at`.
    fn read(first: &str, last: &str, read_at: &str) -> ReadDays {
        let days = day(first).series(Span::new().days(1)).take_while(|each| *each <= day(last));
        let read_at = days.map(|each| (each, at(read_at))).collect();
        ReadDays { first: Some(day(first)), read_at, first_payment: None }
    }

    /// 3:00 in the night in India.
    const NIGHT: &str = "2026-11-24T21:30:00Z";

    #[test]
    fn days_are_read_each_night_and_some_days_again() {
        let now = at(NIGHT);
        let first = days_to_read(&ReadDays::default(), now);
        assert_eq!(
            (first[0], *first.last().unwrap(), first.len()),
            (day("2026-11-18"), day("2026-11-25"), 8)
        );
        let due = |read: ReadDays| days_to_read(&read, now);
        assert_eq!(
            due(read("2026-11-10", "2026-11-25", "2026-11-24T21:00:00Z")),
            [],
            "read at half past two"
        );
        assert_eq!(
            due(read("2026-11-10", "2026-11-25", "2026-11-24T20:59:59Z")).len(),
            6,
            "read before that"
        );
        let before = read("2026-11-10", "2026-11-24", "2026-11-24T21:10:00Z");
        assert_eq!(due(before), [day("2026-11-25")], "tonight's run did not come to its end");
        let long_ago = due(read("2026-11-01", "2026-11-12", "2026-11-11T21:00:00Z"));
        assert_eq!((long_ago[0], long_ago.len()), (day("2026-11-08"), 18), "after a long time");
        let longer_ago = due(read("2025-11-12", "2025-11-12", "2025-11-11T21:00:00Z"));
        assert_eq!((longer_ago[0], earliest_to_read(now)), (day("2026-09-26"), day("2026-09-26")));
        // A quarter past two: last night's run counts.
        let early = at("2026-11-24T20:45:00Z");
        assert_eq!(days_to_read(&read("2026-11-10", "2026-11-24", "2026-11-23T21:00:00Z"), early), []);
    }

    #[test]
    fn a_day_that_was_not_read_stays_due_after_later_days_were_read() {
        let now = at(NIGHT);
        let mut gap = read("2026-10-01", "2026-11-25", "2026-11-24T21:00:00Z");
        gap.read_at.remove(&day("2026-11-03"));
        assert_eq!(days_to_read(&gap, now), [day("2026-11-03")]);
        // Lines come late: a day that was not read in its fifth night is read again, and one that was is not.
        gap.read_at.insert(day("2026-11-03"), at("2026-11-06T21:00:00Z"));
        assert_eq!(days_to_read(&gap, now), [day("2026-11-03")]);
        gap.read_at.insert(day("2026-11-03"), at("2026-11-07T21:00:00Z"));
        assert_eq!(days_to_read(&gap, now), []);
    }

    #[test]
    fn staff_see_a_day_that_could_not_be_read_an_hour_after_its_reading_was_due() {
        let mut unread = read("2026-11-10", "2026-11-25", "2026-11-24T21:00:00Z");
        unread.read_at.remove(&day("2026-11-25"));
        let shown = |now: &str| unread_days(&unread, at(now));
        assert_eq!(shown(NIGHT), [], "the run may be under way");
        assert_eq!(shown("2026-11-24T22:00:00Z"), [day("2026-11-25")]);
        assert_eq!(unread_days(&ReadDays::default(), at(NIGHT)), [], "nothing was read or paid");
        let paid = ReadDays { first_payment: Some(at("2026-11-23T06:00:00Z")), ..ReadDays::default() };
        assert_eq!(unread_days(&paid, at(NIGHT)), [day("2026-11-23"), day("2026-11-24")]);
    }
}
