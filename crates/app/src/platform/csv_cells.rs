//! Cells of tables that people open in a spreadsheet.

use sideout_domain::money::Money;

/// `-1234.50`: rupees with two decimals.
pub(crate) fn rupees(amount: Money) -> String {
    let sign = if amount < Money::ZERO { "-" } else { "" };
    format!("{sign}{}", unsigned_rupees(amount))
}

/// `1234.50`, without a sign.
pub(crate) fn unsigned_rupees(amount: Money) -> String {
    let paise = amount.paise().unsigned_abs();
    format!("{}.{:02}", paise / 100, paise % 100)
}

/// Escapes a text that a spreadsheet would take for a formula: names are typed by people and come from providers.
pub(crate) fn escape_cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_begins_as_a_formula_is_text() {
        assert_eq!(escape_cell("pay_1"), "pay_1");
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"] {
            assert_eq!(escape_cell(text), format!("'{text}"));
        }
    }

    #[test]
    fn amounts_are_rupees_with_two_decimals() {
        let all = [1, -80_000, 12_345_678].map(Money::from_paise);
        assert_eq!(all.map(unsigned_rupees), ["0.01", "800.00", "123456.78"]);
        assert_eq!(all.map(rupees), ["0.01", "-800.00", "123456.78"]);
    }
}
