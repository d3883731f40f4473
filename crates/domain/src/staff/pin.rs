//! The PIN by which staff sign in on a paired device.

use std::fmt;

/// A PIN: six digits. `Debug` hides them.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

/// Why a text is not a PIN that can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PinError {
    /// The PIN does not have six digits.
    #[error("a PIN has six digits")]
    SixDigits,
    /// One digit six times, or six in a row (123456, 654321), which are guessed first.
    #[error("one digit six times, and six in a row like 123456, are guessed first: choose other digits")]
    TooEasy,
}

impl Pin {
    /// The number of digits.
    pub const LENGTH: usize = 6;

    /// A PIN to be set.
    ///
    /// # Errors
    /// [`PinError`] with the reason.
    pub fn parse(text: &str) -> Result<Self, PinError> {
        let pin = Self::attempt(text).ok_or(PinError::SixDigits)?;
        let digits = pin.0.as_bytes();
        let all_steps =
            |step: i16| digits.windows(2).all(|pair| i16::from(pair[1]) - i16::from(pair[0]) == step);
        if [-1, 0, 1].into_iter().any(all_steps) { Err(PinError::TooEasy) } else { Ok(pin) }
    }

    /// A PIN to be compared with a stored one; `None` if it is not six digits.
    pub fn attempt(text: &str) -> Option<Self> {
        let is_pin = text.len() == Self::LENGTH && text.bytes().all(|byte| byte.is_ascii_digit());
        is_pin.then(|| Pin(text.to_owned()))
    }

    /// The digits, for the hasher.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_that_are_not_guessed_first_are_a_pin() {
        assert_eq!(Pin::parse("402917").unwrap().reveal(), "402917");
        for text in ["", "40291", "4029170", "40291a", "४०२९१७", " 40291"] {
            assert_eq!(Pin::parse(text), Err(PinError::SixDigits), "{text}");
        }
        for text in ["000000", "777777", "123456", "654321", "456789"] {
            assert_eq!(Pin::parse(text), Err(PinError::TooEasy), "{text}");
            assert!(Pin::attempt(text).is_some(), "it may be tried: {text}");
        }
    }

    #[test]
    fn debug_hides_the_digits() {
        assert_eq!(format!("{:?}", Pin::parse("402917").unwrap()), "Pin(…)");
    }
}
