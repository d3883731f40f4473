//! Payouts: what the payment provider sends to the bank account, line by line, and how each line compares with what we hold.

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
    /// How a line compares with what we hold.
    PayoutLineState, "state of a payout line" {
        /// It is a payment or refund of ours, to the paisa.
        Matched = "matched",
        /// It is a payment or refund of ours with other amounts.
        Different = "different",
        /// It is none of ours.
        Unknown = "unknown",
        /// We hold a payment or refund that no payout has named in time.
        Missing = "missing",
    }
}

impl PayoutLineState {
    /// Whether staff has to explain it.
    pub fn needs_explanation(self) -> bool {
        self != PayoutLineState::Matched
    }
}

impl PayoutLineKind {
    /// The kind by the provider's word for it.
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
    /// What it changes in the bank account: credit less debit.
    pub fn net(&self) -> Money {
        Money::from_paise(self.credit.paise() - self.debit.paise())
    }

    /// The same amounts of a payment with the whole fee. The provider's documents do not say whether the tax is a part of the fee; the
    /// credit does.
    #[must_use]
    pub fn with_whole_fee(self) -> Self {
        let kept = self.amount.paise() - self.credit.paise();
        let whole = self.fee.paise() + self.tax.paise();
        let is_apart = kept == whole && kept != self.fee.paise();
        if is_apart { PayoutAmounts { fee: Money::from_paise(whole), ..self } } else { self }
    }
}

/// What we hold under the id of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// A payment.
    Payment {
        /// Its amount.
        amount: Money,
        /// The fee that the provider reported; nothing if it reported none yet.
        fee: Money,
        /// Whether it was captured.
        is_captured: bool,
    },
    /// A refund.
    Refund {
        /// Its amount.
        amount: Money,
        /// Whether the provider has it.
        has_left: bool,
    },
}

/// How a line compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// The result.
    pub state: PayoutLineState,
    /// What it should change in the bank account; `None` if it is none of ours.
    pub expected: Option<Money>,
}

/// Compares a line of this kind with what we hold under its id.
pub fn compare(kind: PayoutLineKind, amounts: &PayoutAmounts, held: Option<Held>) -> Comparison {
    let (fits, expected) = match held {
        None => return Comparison { state: PayoutLineState::Unknown, expected: None },
        Some(Held::Payment { amount, fee, is_captured }) => {
            let fee = if fee == Money::ZERO { amounts.fee } else { fee };
            let expected = Money::from_paise(amount.paise() - fee.paise());
            (kind == PayoutLineKind::Payment && is_captured && amounts.amount == amount, expected)
        }
        Some(Held::Refund { amount, has_left }) => {
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

/// Whether a text is an id or a reference of the provider: letters, digits, `_`, `-` and `/`.
pub fn is_provider_id(text: &str) -> bool {
    (1..=LONGEST_ID).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-/".contains(&byte))
}

/// Seconds that the days of the provider, those of India, are ahead of UTC.
const AHEAD_OF_UTC: SignedDuration = SignedDuration::from_secs(5 * 3_600 + 1_800);
/// The time of the day in India at which payouts are read.
const READ_AT: Time = Time::constant(2, 30, 0, 0);
/// A day is read again on as many days after it, because lines come late.
const READ_AGAIN_DAYS: i64 = 5;
/// The days before the first one that is read.
const FIRST_DAYS: i64 = 7;
/// The most days that are read in one night, after a long time without reading.
const MOST_DAYS: i64 = 60;
/// After this time, a payment or refund that no payout has named is missing. The provider pays out after two working days; weekends and
/// holidays come on top.
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

/// The days that have to be read now, the oldest first; none if they were read tonight. `last` is the last day that was read, and when.
pub fn days_to_read(last: Option<(Date, Timestamp)>, now: Timestamp) -> Vec<Date> {
    let today = day_of_provider(now);
    let night = |day: Date| instant_at_provider(day.to_datetime(READ_AT)).map(|at| (day, at));
    let tonight = night(today).filter(|(_, at)| *at <= now).or_else(|| night(today.yesterday().ok()?));
    let is_read =
        tonight.zip(last).is_some_and(|((night, at), (day, read_at))| read_at >= at && day >= night);
    if is_read {
        return Vec::new();
    }
    let before = |days: i64| today.checked_sub(Span::new().days(days)).unwrap_or(today);
    let first = last.map_or(before(FIRST_DAYS), |(day, _)| day.min(before(READ_AGAIN_DAYS)));
    let first = first.max(before(MOST_DAYS));
    first.series(Span::new().days(1)).take_while(|day| *day <= today).collect()
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
    fn a_line_matches_what_is_held_to_the_paisa_and_nothing_else() {
        use PayoutLineKind as Kind;
        use PayoutLineState::{Different, Matched, Unknown};
        let payment =
            |fee, is_captured| Some(Held::Payment { amount: rupees(800), fee: rupees(fee), is_captured });
        let refund = |has_left| Some(Held::Refund { amount: rupees(800), has_left });
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
        for ((kind, amount, fee, net), held, state, expected) in cases {
            let compared = compare(kind, &amounts(amount, fee, net), held);
            assert_eq!(compared, Comparison { state, expected: expected.map(rupees) }, "{kind} {held:?}");
        }
    }

    #[test]
    fn tax_that_is_not_a_part_of_the_fee_is_added_to_it() {
        let apart = PayoutAmounts { tax: rupees(3), ..amounts(800, 16, 781) };
        assert_eq!(apart.with_whole_fee().fee, rupees(19));
        let inside = PayoutAmounts { tax: rupees(3), ..amounts(800, 16, 784) };
        assert_eq!(inside.with_whole_fee(), inside);
    }

    proptest! {
        #[test]
        fn what_matches_has_exactly_the_expected_amount(amount in 100..10_000_i64, fee in 0..100_i64, off in -2..3_i64) {
            let held = Held::Payment { amount: rupees(amount), fee: rupees(fee), is_captured: true };
            let amounts = amounts(amount, fee, amount - fee + off);
            let compared = compare(PayoutLineKind::Payment, &amounts, Some(held));
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

    #[test]
    fn days_are_read_each_night_and_some_days_again() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let day = |text: &str| text.parse::<Date>().unwrap();
        // 3:00 in the night in India.
        let now = at("2026-11-24T21:30:00Z");
        let first = days_to_read(None, now);
        assert_eq!(
            (first[0], *first.last().unwrap(), first.len()),
            (day("2026-11-18"), day("2026-11-25"), 8)
        );
        let read = |text: &str, read_at: &str| days_to_read(Some((day(text), at(read_at))), now);
        assert_eq!(read("2026-11-25", "2026-11-24T21:00:00Z"), [], "read at half past two");
        assert_eq!(read("2026-11-25", "2026-11-24T20:59:59Z").len(), 6, "read before that");
        assert_eq!(
            read("2026-11-24", "2026-11-24T21:10:00Z").len(),
            6,
            "tonight's run did not come to its end"
        );
        assert_eq!(read("2026-11-12", "2026-11-11T21:00:00Z")[0], day("2026-11-12"), "after a long time");
        assert_eq!(read("2025-11-12", "2025-11-11T21:00:00Z")[0], day("2026-09-26"));
        // A quarter past two: last night's run counts.
        let early = at("2026-11-24T20:45:00Z");
        assert_eq!(days_to_read(Some((day("2026-11-24"), at("2026-11-23T21:00:00Z"))), early), []);
    }
}
