//! The recipient's number.

use super::error::{Fault, MessageError};

/// A number in E.164 form, checked: `+`, then 8 to 15 digits, the first not 0 (ITU-T E.164).
pub(super) struct Recipient<'m>(&'m str);

impl<'m> Recipient<'m> {
    /// Refuses what no provider accepts.
    pub(super) fn parse(provider: &'static str, to: &'m str) -> Result<Self, MessageError> {
        let digits = to.strip_prefix('+').unwrap_or_default();
        let is_well_formed = (8..=15).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !digits.starts_with('0');
        if is_well_formed {
            Ok(Recipient(to))
        } else {
            Err(MessageError::BadNumber(Fault::new(provider, to, "not a number in international form")))
        }
    }

    /// `+919876543210`.
    pub(super) fn with_plus(&self) -> &'m str {
        self.0
    }

    /// `919876543210`, the form MSG91 requires.
    pub(super) fn digits(&self) -> &'m str {
        &self.0[1..]
    }
}

/// The number with all but its last four characters masked, for logs.
pub(super) fn mask(number: &str) -> String {
    let shown: Vec<char> = number.chars().rev().take(4).collect();
    let covered = number.chars().count().saturating_sub(shown.len());
    "•".repeat(covered.min(12)) + &shown.into_iter().rev().collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_international_numbers_are_sent_to() {
        for good in ["+919876543210", "+14155550123"] {
            assert!(Recipient::parse("test", good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "+",
            "9876543210",
            "+0919876543210",
            "+91 98765 43210",
            "+91987654321012345",
            "+91९८७६५४३२१०",
        ] {
            assert!(Recipient::parse("test", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_masked_number_keeps_its_last_four() {
        assert_eq!(mask("+919876543210"), "•••••••••3210");
        assert_eq!(mask("12"), "12");
        assert_eq!(mask(&"9".repeat(500)).chars().count(), 16);
    }
}
