//! The cash drawer of a desk: shifts from opening it to counting it, what enters and leaves it, and counts.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::{ShiftId, StaffId, VenueId, money::Money, named::named};

named! {
    /// Why cash enters or leaves a drawer without a booking.
    CashMovementKind, "kind of cash movement" {
        /// Change is brought into the drawer.
        Change = "change",
        /// Cash is put into the safe.
        Safe = "safe",
        /// Something is bought for the venue.
        Expense = "expense",
        /// A mistake of an earlier movement is put right, or cash that was taken without a network is added or taken out.
        Correction = "correction",
    }
}

impl CashMovementKind {
    /// Whether a movement of this kind may have this amount: positive into the drawer, negative out of it.
    pub fn allows(self, amount: Money) -> bool {
        match self {
            CashMovementKind::Change => amount > Money::ZERO,
            CashMovementKind::Safe | CashMovementKind::Expense => amount < Money::ZERO,
            CashMovementKind::Correction => amount != Money::ZERO,
        }
    }
}

/// The values of the notes that are counted one by one, in rupees. Coins are counted as a sum.
pub const NOTES: [u32; 6] = [500, 200, 100, 50, 20, 10];

/// The most notes of one value, and the most rupees in coins, that a count takes: a larger number is a typing error.
const MOST_OF_ONE: u32 = 99_999;

/// What was counted in a drawer.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CashCount {
    /// How many of each note, by its value in rupees.
    pub notes: BTreeMap<u32, u32>,
    /// The coins, in rupees.
    pub coins: u32,
}

/// Why something cannot be a count of a drawer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadCashCount {
    /// A value is not that of a note, or there are too many notes of one value.
    #[error("the notes cannot be those of a drawer")]
    Notes,
    /// There are too many rupees in coins.
    #[error("the coins cannot be those of a drawer")]
    Coins,
}

impl CashCount {
    /// What was counted, if each value is a note and no number too large; notes of which there are none are left out.
    ///
    /// # Errors
    /// [`BadCashCount`].
    pub fn new(notes: BTreeMap<u32, u32>, coins: u32) -> Result<Self, BadCashCount> {
        let is_good = |(value, number): (&u32, &u32)| NOTES.contains(value) && *number <= MOST_OF_ONE;
        if !notes.iter().all(is_good) {
            return Err(BadCashCount::Notes);
        }
        if coins > MOST_OF_ONE {
            return Err(BadCashCount::Coins);
        }
        Ok(CashCount { notes: notes.into_iter().filter(|(_, number)| *number > 0).collect(), coins })
    }

    /// The sum of the notes and the coins.
    pub fn total(&self) -> Money {
        let notes: i64 =
            self.notes.iter().map(|(value, number)| i64::from(*value) * i64::from(*number)).sum();
        Money::from_rupees(notes + i64::from(self.coins))
    }
}

/// What entered and left a drawer during a shift, in cash.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CashFlow {
    /// Payments that were taken.
    pub taken: Money,
    /// Payments of this or an earlier shift that were voided.
    pub voided: Money,
    /// Refunds that were paid out.
    pub refunded: Money,
    /// The sum of the movements; positive if more came in than went out.
    pub moved: Money,
}

impl CashFlow {
    /// What has to be in a drawer that began with `opening`. Negative if more was given out than was there.
    pub fn expected(&self, opening: Money) -> Money {
        let paise = opening.paise() + self.taken.paise() + self.moved.paise()
            - self.voided.paise()
            - self.refunded.paise();
        Money::from_paise(paise)
    }
}

/// A shift of the drawer of a venue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// Its id.
    pub id: ShiftId,
    /// The venue of the drawer.
    pub venue: VenueId,
    /// The member of staff who is responsible for the drawer; `None` until a person uses it.
    pub kept_by: Option<StaffId>,
    /// When it began.
    pub opened_at: Timestamp,
    /// What was in the drawer then.
    pub opening: Money,
    /// The shift whose count began it; `None` if the drawer was counted without an earlier shift.
    pub after: Option<ShiftId>,
    /// Its count; `None` while it is open.
    pub count: Option<ShiftCount>,
}

impl Shift {
    /// Whether a member of staff keeps the drawer.
    pub fn is_kept(&self) -> bool {
        self.kept_by.is_some()
    }
}

/// The count that ended a shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShiftCount {
    /// When it was counted.
    pub at: Timestamp,
    /// The member of staff who counted.
    pub by: StaffId,
    /// What was counted.
    pub counted: CashCount,
    /// What had to be there.
    pub expected: Money,
    /// Why it differs, in the words of the person who closed the shift. `None` until it is closed, empty if no reason was given then.
    pub reason: Option<String>,
    /// When it was reviewed, and by whom.
    pub reviewed: Option<(Timestamp, StaffId)>,
}

impl ShiftCount {
    /// What was counted less what had to be there; negative if cash is missing.
    pub fn difference(&self) -> Money {
        Money::from_paise(self.counted.total().paise() - self.expected.paise())
    }
}

/// Whether cash of `amount` from one person reaches the sum that the law forbids to take in cash on one day or for one event
/// (Income-tax Act, s. 269ST), where `before` was taken already.
pub fn is_beyond_cash_limit(before: Money, amount: Money) -> bool {
    before.plus(amount) >= Money::from_rupees(200_000)
}

/// Whether there are coins and notes for `amount`: a drawer has no paise.
pub fn is_whole_rupees(amount: Money) -> bool {
    amount.paise().rem_euclid(100) == 0
}

/// The paise that a payment of `amount` in cash leaves out, so that whole rupees are taken.
pub fn round_off(amount: Money) -> Money {
    Money::from_paise(amount.paise().rem_euclid(100))
}

/// The paise that are added to a refund of `amount` in cash, so that whole rupees go back.
pub fn round_up(amount: Money) -> Money {
    Money::from_paise((-amount.paise()).rem_euclid(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rupees(amount: i64) -> Money {
        Money::from_rupees(amount)
    }

    #[test]
    fn a_count_adds_up_notes_and_coins() {
        let count = CashCount::new(BTreeMap::from([(500, 12), (200, 0), (10, 3)]), 37).unwrap();
        assert_eq!(count.total(), rupees(6_067));
        assert_eq!(count.notes.len(), 2, "a value of which there are no notes is left out");
        assert_eq!(CashCount::default().total(), Money::ZERO);
    }

    #[test]
    fn a_count_with_an_unknown_note_or_too_large_a_number_is_refused() {
        for (notes, coins, bad) in [
            (vec![(2_000, 1)], 0, BadCashCount::Notes),
            (vec![(0, 1)], 0, BadCashCount::Notes),
            (vec![(500, 100_000)], 0, BadCashCount::Notes),
            (vec![], 100_000, BadCashCount::Coins),
        ] {
            assert_eq!(CashCount::new(notes.into_iter().collect(), coins), Err(bad));
        }
    }

    #[test]
    fn the_expected_cash_is_the_opening_plus_what_came_minus_what_went() {
        let flow =
            CashFlow { taken: rupees(900), voided: rupees(100), refunded: rupees(250), moved: rupees(-300) };
        assert_eq!(flow.expected(rupees(500)), rupees(750));
        assert_eq!(flow.expected(rupees(-1_000)), rupees(-750), "too much was given out");
    }

    #[test]
    fn the_sign_of_a_movement_fits_its_kind() {
        use CashMovementKind as K;
        for (kind, in_, out) in [
            (K::Change, true, false),
            (K::Safe, false, true),
            (K::Expense, false, true),
            (K::Correction, true, true),
        ] {
            assert_eq!((kind.allows(rupees(1)), kind.allows(rupees(-1))), (in_, out), "{kind}");
            assert!(!kind.allows(Money::ZERO), "{kind}");
        }
    }

    #[test]
    fn an_amount_with_paise_is_not_in_whole_rupees() {
        let is_whole =
            [0, 15_000, -15_000, 150, -150, 1, -1].map(|paise| is_whole_rupees(Money::from_paise(paise)));
        assert_eq!(is_whole, [true, true, true, false, false, false, false]);
    }

    #[test]
    fn two_lakh_rupees_in_cash_are_refused_and_a_rupee_less_is_not() {
        assert!(is_beyond_cash_limit(rupees(199_000), rupees(1_000)));
        assert!(!is_beyond_cash_limit(rupees(199_000), rupees(999)));
    }

    #[test]
    fn cash_is_rounded_to_whole_rupees_in_favour_of_the_player() {
        assert_eq!(round_off(Money::from_paise(72_250)), Money::from_paise(50));
        assert_eq!(round_up(Money::from_paise(72_205)), Money::from_paise(95));
        assert_eq!([round_off(rupees(850)), round_up(rupees(850))], [Money::ZERO; 2]);
    }
}
