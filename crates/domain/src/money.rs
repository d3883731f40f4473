//! Money, exact to the paisa.

use std::fmt;

/// An amount of Indian rupees, stored as whole paise. It may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Money {
    paise: i64,
}

impl Money {
    /// Zero.
    pub const ZERO: Money = Money { paise: 0 };

    /// An amount in paise.
    pub const fn from_paise(paise: i64) -> Self {
        Money { paise }
    }

    /// An amount in whole rupees.
    pub const fn from_rupees(rupees: i64) -> Self {
        Money { paise: rupees * 100 }
    }

    /// The amount in paise.
    pub const fn paise(self) -> i64 {
        self.paise
    }

    /// The sum of this and `other`.
    #[must_use]
    pub fn plus(self, other: Money) -> Money {
        Money { paise: self.paise + other.paise }
    }

    /// This minus `other`, at least zero.
    #[must_use]
    pub fn less(self, other: Money) -> Money {
        Money { paise: (self.paise - other.paise).max(0) }
    }

    /// `hundredths` of a percent of this, half a paisa rounded up: `10 %` is `1_000`.
    #[must_use]
    pub fn percent(self, hundredths: i64) -> Money {
        let exact = i128::from(self.paise) * i128::from(hundredths);
        Money { paise: i64::try_from((exact + 5_000).div_euclid(10_000)).unwrap_or(i64::MAX) }
    }
}

/// `800` or `799.5`: rupees as the JSON number of the API (docs/API-DESIGN.md). Exact up to 2^53 paise.
impl serde::Serialize for Money {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.paise % 100 == 0 {
            serializer.serialize_i64(self.paise / 100)
        } else {
            #[expect(clippy::cast_precision_loss, reason = "amounts stay far below 2^53 paise")]
            serializer.serialize_f64(self.paise as f64 / 100.0)
        }
    }
}

/// `₹800` or `₹799.50`, grouped the Indian way: `₹1,00,000`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.paise < 0 { "-" } else { "" };
        let rupees = (self.paise.unsigned_abs() / 100).to_string();
        let (head, tail) = rupees.split_at(rupees.len().saturating_sub(3));
        write!(f, "{sign}₹")?;
        for (i, digit) in head.chars().enumerate() {
            if i > 0 && (head.len() - i) % 2 == 0 {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        if !head.is_empty() {
            f.write_str(",")?;
        }
        f.write_str(tail)?;
        match self.paise.unsigned_abs() % 100 {
            0 => Ok(()),
            paise => write!(f, ".{paise:02}"),
        }
    }
}

impl std::iter::Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        Money { paise: amounts.map(Money::paise).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_with_indian_grouping() {
        let shown = [0, 5, 100, 79_950, 80_000, 100_000, 123_456_700, 1_234_567_805, -3_000]
            .map(|paise| Money::from_paise(paise).to_string());
        assert_eq!(
            shown,
            ["₹0", "₹0.05", "₹1", "₹799.50", "₹800", "₹1,000", "₹12,34,567", "₹1,23,45,678.05", "-₹30"]
        );
    }

    #[test]
    fn the_api_gets_rupees_as_a_number() {
        let json = |paise| serde_json::to_string(&Money::from_paise(paise)).unwrap();
        assert_eq!([json(80_000), json(79_950), json(1)], ["800", "799.5", "0.01"]);
    }

    #[test]
    fn percents_round_half_a_paisa_up_and_discounts_stop_at_zero() {
        assert_eq!(Money::from_rupees(800).percent(1_000), Money::from_rupees(80));
        assert_eq!(Money::from_paise(5).percent(1_000), Money::from_paise(1));
        assert_eq!(Money::from_rupees(30).less(Money::from_rupees(50)), Money::ZERO);
    }
}
