//! Goods and services tax included in a price.

use crate::money::Money;

/// A total and the tax in it, exact to the paisa: `taxable + central + state == total`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxSplit {
    /// The amount the player pays.
    pub total: Money,
    /// The total without tax.
    pub taxable: Money,
    /// CGST.
    pub central: Money,
    /// SGST, always equal to CGST.
    pub state: Money,
}

impl TaxSplit {
    /// Splits a total that includes tax at `rate`, in hundredths of a percent (18 % is `1_800`). Each half of the tax
    /// is rounded to the nearest paisa, half a paisa up; the rest is the taxable value.
    pub fn of(total: Money, rate: u32) -> TaxSplit {
        let (paise, rate) = (i128::from(total.paise()), i128::from(rate));
        // Half the tax is total × rate/2 ÷ (100 % + rate).
        let (above, below) = (paise * rate, 2 * (10_000 + rate));
        let half = (2 * above + below).div_euclid(2 * below);
        let half = i64::try_from(half).unwrap_or(0);
        let tax = Money::from_paise(half);
        TaxSplit { total, taxable: Money::from_paise(total.paise() - 2 * half), central: tax, state: tax }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(total: i64, rate: u32) -> [i64; 3] {
        let split = TaxSplit::of(Money::from_paise(total), rate);
        [split.taxable, split.central, split.state].map(Money::paise)
    }

    #[test]
    fn eighteen_percent_are_split_out_of_eight_hundred_rupees() {
        assert_eq!(split(80_000, 1_800), [67_796, 6_102, 6_102]);
        assert_eq!(split(160_000, 1_800), [135_594, 12_203, 12_203]);
        assert_eq!(split(80_000, 0), [80_000, 0, 0]);
        assert_eq!(split(0, 1_800), [0, 0, 0]);
    }

    proptest! {
        #[test]
        fn the_parts_are_the_whole_and_the_tax_is_right_to_the_paisa(total in 0_i64..1_000_000_000, rate in 0_u32..5_000) {
            let [taxable, central, state] = split(total, rate);
            prop_assert_eq!(taxable + central + state, total);
            prop_assert_eq!(central, state);
            prop_assert!(taxable >= 0);
            let exact = total as f64 * f64::from(rate) / 2.0 / (10_000.0 + f64::from(rate));
            prop_assert!((central as f64 - exact).abs() <= 0.500_001);
        }
    }
}
