//! The operator's settings for receipts.

use sideout_domain::receipt::Series;

use super::{BadSetting, rule::Rule};

/// The `[business.receipts]` table. The tax number, the names and the address are the brand's.
#[derive(Debug, Clone, serde::Deserialize, serde::Serialize, PartialEq, Eq)]
#[serde(default, deny_unknown_fields)]
pub struct ReceiptSettings {
    /// The letters in front of the numbers of receipts: one or two capital letters or digits.
    pub series: String,
    /// The same for credit notes; must differ from `series`.
    pub credit_series: String,
    /// The rate of GST that prices include, from 0 to 5,000 hundredths of a percent. Applies only if the brand has a GSTIN.
    pub gst_rate: u32,
    /// The service accounting code (SAC) of the tax law, at most 40 characters; if empty, none is printed.
    pub sac: String,
    /// The State that receives the tax, for example `24 Gujarat`, at most 40 characters; if empty, none is
    /// printed.
    pub place_of_supply: String,
}

impl Default for ReceiptSettings {
    fn default() -> Self {
        ReceiptSettings {
            series: "R".to_owned(),
            credit_series: "C".to_owned(),
            gst_rate: 1_800,
            sac: "999652".to_owned(),
            place_of_supply: String::new(),
        }
    }
}

impl ReceiptSettings {
    /// Checks that every value is allowed.
    ///
    /// # Errors
    /// The first invalid key, with what is allowed.
    pub(crate) fn check(&self) -> Result<(), BadSetting> {
        let is_series = |text: &str| text.parse::<Series>().is_ok();
        let letters = "must be one or two capital letters or digits";
        let rules = [
            ("receipts.series", is_series(&self.series), letters),
            ("receipts.credit_series", is_series(&self.credit_series), letters),
            (
                "receipts.credit_series",
                self.series != self.credit_series,
                "must differ from receipts.series; choose other letters",
            ),
            (
                "receipts.gst_rate",
                Rule::GstRate.allows(self.gst_rate),
                "must be 0 to 5000 (hundredths of a percent)",
            ),
            ("receipts.sac", is_printed_line(&self.sac), "must be one line of at most 40 characters"),
            (
                "receipts.place_of_supply",
                is_printed_line(&self.place_of_supply),
                "must be one line of at most 40 characters",
            ),
        ];
        BadSetting::first_of(rules)
    }
}

/// The longest code or State that is printed, in characters.
pub const LONGEST_LINE: usize = 40;

/// Whether a code or the name of a State fits its line of a receipt.
fn is_printed_line(text: &str) -> bool {
    text.chars().count() <= LONGEST_LINE && !text.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_value_is_reported_by_its_key() {
        let key = |change: fn(&mut ReceiptSettings)| {
            let mut settings = ReceiptSettings::default();
            change(&mut settings);
            settings.check().unwrap_err().key
        };
        assert_eq!(ReceiptSettings::default().check(), Ok(()));
        assert_eq!(key(|s| s.series = "pb".to_owned()), "receipts.series");
        assert_eq!(key(|s| s.credit_series = "R".to_owned()), "receipts.credit_series");
        assert_eq!(key(|s| s.gst_rate = 5_001), "receipts.gst_rate");
        assert_eq!(key(|s| s.sac = "9\n9".to_owned()), "receipts.sac");
    }
}
