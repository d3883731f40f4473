//! The six digits of a text message.

use std::{fmt, str::FromStr};

/// A one-time code: exactly six ASCII digits (spec §5). `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct OneTimeCode(String);

/// Why a text is not a code. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OneTimeCodeError {
    /// Nothing was typed.
    #[error("OTP is required")]
    Required,
    /// The code has too few or too many characters.
    #[error("OTP must be exactly 6 digits")]
    SixDigits,
    /// The code has six characters, and not all are digits.
    #[error("OTP must be a 6-digit number")]
    Digits,
}

impl OneTimeCode {
    /// The number of different codes.
    pub const COUNT: u64 = 1_000_000;

    /// The code with this number, leading zeros kept. Numbers are taken modulo [`OneTimeCode::COUNT`].
    pub fn from_number(number: u64) -> Self {
        OneTimeCode(format!("{:06}", number % Self::COUNT))
    }

    /// The six digits.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for OneTimeCode {
    type Err = OneTimeCodeError;

    fn from_str(text: &str) -> Result<Self, OneTimeCodeError> {
        let text = text.trim();
        match text.chars().count() {
            0 => Err(OneTimeCodeError::Required),
            6 if text.bytes().all(|b| b.is_ascii_digit()) => Ok(OneTimeCode(text.to_owned())),
            6 => Err(OneTimeCodeError::Digits),
            _ => Err(OneTimeCodeError::SixDigits),
        }
    }
}

impl fmt::Debug for OneTimeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OneTimeCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_six_ascii_digits_make_a_code() {
        assert_eq!(" 004711 ".parse::<OneTimeCode>(), Ok(OneTimeCode::from_number(4_711)));
        let message = |text: &str| text.parse::<OneTimeCode>().map(drop).map_err(|error| error.to_string());
        assert_eq!(message(""), Err("OTP is required".to_owned()));
        assert_eq!(message("12345"), Err("OTP must be exactly 6 digits".to_owned()));
        assert_eq!(message("1234567"), Err("OTP must be exactly 6 digits".to_owned()));
        assert_eq!(message("12a456"), Err("OTP must be a 6-digit number".to_owned()));
        assert_eq!(message("१२३४५६"), Err("OTP must be a 6-digit number".to_owned()));
        assert_eq!(format!("{:?}", OneTimeCode::from_number(1)), "OneTimeCode(…)");
    }
}
