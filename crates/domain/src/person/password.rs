//! A player's password.

use std::fmt;

/// A password as typed, of 1 to [`Password::MAX`] characters. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// Why a text is not a valid password. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Nothing was typed.
    #[error("Password is required")]
    Required,
    /// The password has fewer characters than the setting requires (6 by spec §5).
    #[error("Password must be at least {0} characters")]
    TooShort(u32),
    /// The password has more than [`Password::MAX`] characters.
    #[error("Password cannot exceed 128 characters")]
    TooLong,
}

impl Password {
    /// The most characters of a password: enough for any phrase, few enough to limit the hasher's work.
    pub const MAX: usize = 128;

    /// A new password. Nothing is trimmed, cut or changed; any character is allowed.
    ///
    /// # Errors
    /// Empty, shorter than `min` characters, or longer than [`Password::MAX`].
    pub fn parse(text: &str, min: u32) -> Result<Self, PasswordError> {
        let length = text.chars().count();
        if length == 0 {
            Err(PasswordError::Required)
        } else if length < usize::try_from(min).unwrap_or(usize::MAX) {
            Err(PasswordError::TooShort(min))
        } else if length > Self::MAX {
            Err(PasswordError::TooLong)
        } else {
            Ok(Password(text.to_owned()))
        }
    }

    /// A password to be compared with a stored one; `None` if it is empty or too long.
    pub fn attempt(text: &str) -> Option<Self> {
        Self::parse(text, 1).ok()
    }

    /// The secret itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_is_counted_in_characters_and_bounded_on_both_sides() {
        let message = |text: &str| Password::parse(text, 6).map(drop).map_err(|error| error.to_string());
        assert_eq!(message(""), Err("Password is required".to_owned()));
        assert_eq!(message("pickl"), Err("Password must be at least 6 characters".to_owned()));
        assert_eq!(message("pickle"), Ok(()));
        assert_eq!(message("पासवर"), Err("Password must be at least 6 characters".to_owned()));
        assert_eq!(message(&"ß".repeat(128)), Ok(()));
        assert_eq!(message(&"a".repeat(129)), Err("Password cannot exceed 128 characters".to_owned()));
        assert!(Password::attempt("").is_none());
    }

    #[test]
    fn debug_hides_the_secret() {
        assert_eq!(format!("{:?}", Password::parse("pickleball", 6).unwrap()), "Password(…)");
    }
}
