//! The name on the pass.

use std::str::FromStr;

/// A player's name: 3 to 50 characters, a letter first, then letters, digits, underscores and spaces (spec §5).
///
/// Letters are those of any script, with the marks that Indian scripts write into a syllable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullName(String);

/// Why a text is no name. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FullNameError {
    /// Nothing was typed.
    #[error("Full name is required")]
    Required,
    /// Fewer than 3 characters.
    #[error("Full name must be at least 3 characters")]
    TooShort,
    /// More than 50 characters.
    #[error("Full name cannot exceed 50 characters")]
    TooLong,
    /// A first character that is no letter, or one further on that has no place in a name.
    #[error("Full name must start with a letter.")]
    Pattern,
}

impl FullName {
    /// The name, without space around it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Virama and nukta: part of a syllable in Indian scripts, yet no letters by Unicode's book.
fn joins_a_syllable(character: char) -> bool {
    matches!(
        character,
        '\u{93c}'
            | '\u{94d}'
            | '\u{9bc}'
            | '\u{9cd}'
            | '\u{a3c}'
            | '\u{a4d}'
            | '\u{abc}'
            | '\u{acd}'
            | '\u{b3c}'
            | '\u{b4d}'
            | '\u{bcd}'
            | '\u{c4d}'
            | '\u{cbc}'
            | '\u{ccd}'
            | '\u{d4d}'
    )
}

impl FromStr for FullName {
    type Err = FullNameError;

    fn from_str(text: &str) -> Result<Self, FullNameError> {
        let name = text.trim();
        let allowed = |c: char| {
            c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '_' | ' ') || joins_a_syllable(c)
        };
        let Some(first) = name.chars().next() else {
            return Err(FullNameError::Required);
        };
        if !first.is_alphabetic() || !name.chars().all(allowed) {
            return Err(FullNameError::Pattern);
        }
        match name.chars().count() {
            0..3 => Err(FullNameError::TooShort),
            3..=50 => Ok(FullName(name.to_owned())),
            _ => Err(FullNameError::TooLong),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_three_to_fifty_characters_that_start_with_a_letter_are_accepted() {
        for name in ["Asha Mehta", "Om1", "dink_master 10", "અરુણ પટેલ", "प्रिया शर्मा", &"a".repeat(50)]
        {
            assert_eq!(name.parse::<FullName>().map(|parsed| parsed.0), Ok(name.to_owned()), "{name}");
        }
        assert_eq!("  Asha  ".parse::<FullName>().map(|parsed| parsed.0), Ok("Asha".to_owned()));
    }

    #[test]
    fn other_names_are_refused_with_the_words_of_the_specification() {
        let long = "a".repeat(51);
        let refusals = [
            ("", "Full name is required"),
            (" \t ", "Full name is required"),
            ("Jo", "Full name must be at least 3 characters"),
            (long.as_str(), "Full name cannot exceed 50 characters"),
            ("1Asha", "Full name must start with a letter."),
            ("_Asha", "Full name must start with a letter."),
            ("Asha<b>", "Full name must start with a letter."),
            ("Asha\u{0}Mehta", "Full name must start with a letter."),
            ("Asha\u{202e}Mehta", "Full name must start with a letter."),
        ];
        for (name, words) in refusals {
            assert_eq!(
                name.parse::<FullName>().map_err(|error| error.to_string()),
                Err(words.to_owned()),
                "{name}"
            );
        }
    }
}
