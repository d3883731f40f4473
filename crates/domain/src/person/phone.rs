//! The phone number, which is a player's identity.

use std::{fmt, str::FromStr};

/// An Indian mobile number, stored as E.164: `+91`, then ten digits of which the first is 6 to 9 (spec §5, §9).
///
/// Nothing else is accepted, so that no code is ever sent to a premium or foreign number.
/// `Debug` shows the masked form: a number must not reach a log by accident.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Phone(String);

/// Why a text is not a valid phone number. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PhoneError {
    /// Nothing was typed.
    #[error("Phone number is required")]
    Required,
    /// The number is too short or too long, has another country code, or has characters other than digits, spaces, hyphens,
    /// dots and parentheses.
    #[error("Phone number must be 10 digits")]
    TenDigits,
    /// The ten digits are not an Indian mobile number.
    #[error("That does not look like an Indian mobile number.")]
    NotMobile,
}

impl Phone {
    /// The number with its country code: `+919876543210`.
    pub fn as_e164(&self) -> &str {
        &self.0
    }

    /// The ten digits without the country code.
    pub fn national(&self) -> &str {
        self.0.get(3..).unwrap_or_default()
    }

    /// The last four digits: `3210`.
    pub fn last_four(&self) -> &str {
        self.national().get(6..).unwrap_or_default()
    }

    /// `+91 ••••• •3210`: its owner recognizes it, others cannot use it.
    pub fn masked(&self) -> String {
        format!("+91 ••••• •{}", self.last_four())
    }
}

/// Reads a number as people type it: `98765 43210`, `098765-43210`, `91 98765 43210`, `+91 (98765) 43210`.
impl FromStr for Phone {
    type Err = PhoneError;

    fn from_str(text: &str) -> Result<Self, PhoneError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PhoneError::Required);
        }
        let (international, rest) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut digits = String::with_capacity(12);
        for character in rest.chars() {
            match character {
                '0'..='9' if digits.len() < 13 => digits.push(character),
                ' ' | '-' | '(' | ')' | '.' | '\u{a0}' => {}
                _ => return Err(PhoneError::TenDigits),
            }
        }
        let national = match digits.len() {
            10 if !international => digits.as_str(),
            11 if !international => digits.strip_prefix('0').ok_or(PhoneError::TenDigits)?,
            12 => digits.strip_prefix("91").ok_or(PhoneError::TenDigits)?,
            _ => return Err(PhoneError::TenDigits),
        };
        if national.starts_with(['6', '7', '8', '9']) {
            Ok(Phone(format!("+91{national}")))
        } else {
            Err(PhoneError::NotMobile)
        }
    }
}

impl fmt::Debug for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Phone({})", self.masked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_understood_however_it_is_typed() {
        for typed in [
            "9876543210",
            "98765 43210",
            " 98765-43210 ",
            "09876543210",
            "919876543210",
            "+919876543210",
            "+91 98765 43210",
            "+91 (98765) 43210",
        ] {
            assert_eq!(
                typed.parse::<Phone>().map(|phone| phone.0),
                Ok("+919876543210".to_owned()),
                "{typed}"
            );
        }
    }

    #[test]
    fn a_number_that_is_not_an_indian_mobile_is_refused_with_the_text_of_the_specification() {
        let refusals = [
            ("", PhoneError::Required),
            ("   ", PhoneError::Required),
            ("98765", PhoneError::TenDigits),
            ("98765432101", PhoneError::TenDigits),
            ("+9876543210", PhoneError::TenDigits),
            ("+449876543210", PhoneError::TenDigits),
            ("98765abcde", PhoneError::TenDigits),
            ("९८७६५४३२१०", PhoneError::TenDigits),
            ("00000000009876543210", PhoneError::TenDigits),
            ("5876543210", PhoneError::NotMobile),
            ("+910876543210", PhoneError::NotMobile),
        ];
        for (typed, refusal) in refusals {
            assert_eq!(typed.parse::<Phone>(), Err(refusal), "{typed}");
        }
        assert_eq!(PhoneError::TenDigits.to_string(), "Phone number must be 10 digits");
        assert_eq!(PhoneError::Required.to_string(), "Phone number is required");
    }

    #[test]
    fn the_last_four_digits_are_the_same_however_the_number_is_typed() {
        for typed in ["9876543210", "09876543210", "+91 98765 43210"] {
            assert_eq!(typed.parse::<Phone>().unwrap().last_four(), "3210", "{typed}");
        }
    }

    #[test]
    fn neither_the_masked_form_nor_debug_shows_the_number() {
        let phone: Phone = "9876543210".parse().unwrap();
        assert_eq!(phone.masked(), "+91 ••••• •3210");
        assert_eq!(format!("{phone:?}"), "Phone(+91 ••••• •3210)");
    }
}
