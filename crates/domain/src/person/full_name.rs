//! The name on the pass.

use std::str::FromStr;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The most combining marks in a row.
const MARKS_IN_A_ROW: usize = 4;

/// A player's name: 3 to 50 characters, a letter first, then letters, digits, underscores and spaces (spec §5).
///
/// Letters are those of any script, with the marks that belong to them ("José", "अमित"). Apostrophes, hyphens and dots
/// are allowed, too ("O'Brien", "Anne-Marie", "A. P. J. Kalam"). `web/src/lib/full-name.ts` has the same rule for
/// the browser; `crates/domain/tests/full-names.json` tests both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullName(String);

/// Why a text is not a name. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FullNameError {
    /// Nothing was typed.
    #[error("Full name is required")]
    Required,
    /// The name has fewer than 3 characters.
    #[error("Full name must be at least 3 characters")]
    TooShort,
    /// The name has more than 50 characters.
    #[error("Full name cannot exceed 50 characters")]
    TooLong,
    /// The first character is not a letter, or a later one is not allowed at its place.
    #[error("Full name must start with a letter.")]
    Pattern,
}

impl FullName {
    /// The name of a guest who gives the desk no name: the word "Guest", which is not translated.
    pub fn of_guest() -> Self {
        FullName("Guest".to_owned())
    }

    /// Whether it is [`FullName::of_guest`].
    pub fn is_of_guest(&self) -> bool {
        self.0 == "Guest"
    }

    /// The name, trimmed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The kind of a character in a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Letter,
    Mark,
    /// Digits, spaces and punctuation of names.
    Sign,
    /// Shows or hides the joined form of two letters, as in Indian scripts.
    Joiner,
}

fn part(character: char) -> Option<Part> {
    match character {
        '0'..='9' | '_' | ' ' | '\'' | '\u{2019}' | '-' | '\u{2010}' | '.' => return Some(Part::Sign),
        '\u{200c}' | '\u{200d}' => return Some(Part::Joiner),
        _ => {}
    }
    match character.general_category_group() {
        GeneralCategoryGroup::Letter => Some(Part::Letter),
        GeneralCategoryGroup::Mark => Some(Part::Mark),
        _ => None,
    }
}

/// Whether every character is in an allowed position: a letter first, marks on letters, joiners between a mark or
/// letter and a letter.
fn reads_as_a_name(name: &str) -> bool {
    let mut before = None;
    let mut marks = 0;
    for character in name.chars() {
        let Some(now) = part(character) else { return false };
        let fits = match now {
            Part::Letter => true,
            Part::Mark => matches!(before, Some(Part::Letter | Part::Mark)),
            Part::Sign => before.is_some() && before != Some(Part::Joiner),
            Part::Joiner => matches!(before, Some(Part::Letter | Part::Mark)),
        };
        marks = if now == Part::Mark { marks + 1 } else { 0 };
        if !fits || marks > MARKS_IN_A_ROW {
            return false;
        }
        before = Some(now);
    }
    before != Some(Part::Joiner)
}

impl FromStr for FullName {
    type Err = FullNameError;

    fn from_str(text: &str) -> Result<Self, FullNameError> {
        let name = text.trim();
        if name.is_empty() {
            return Err(FullNameError::Required);
        }
        if !reads_as_a_name(name) {
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
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    /// Accepted and refused names; the browser's test reads the same file.
    #[derive(Deserialize)]
    struct Names {
        accepted: Vec<String>,
        refused: Vec<(String, String)>,
    }

    #[test]
    fn names_of_three_to_fifty_characters_that_start_with_a_letter_are_accepted() {
        for name in names().accepted {
            assert_eq!(name.parse::<FullName>().map(|parsed| parsed.0), Ok(name.clone()), "{name}");
        }
        assert_eq!("  Asha  ".parse::<FullName>().map(|parsed| parsed.0), Ok("Asha".to_owned()));
    }

    #[test]
    fn other_names_are_refused_with_the_text_of_the_specification() {
        for (name, message) in names().refused {
            assert_eq!(
                name.parse::<FullName>().map_err(|error| error.to_string()),
                Err(message),
                "{}",
                name.escape_unicode()
            );
        }
    }

    fn names() -> Names {
        serde_json::from_str(include_str!("../../tests/full-names.json")).expect("the file is JSON")
    }

    proptest! {
        #[test]
        fn letters_of_any_script_with_marks_digits_and_punctuation_are_a_name(
            name in r"\p{L}(\p{L}\p{M}{0,2}|[0-9_ '’.-]){2,16}[\p{L}0-9]"
        ) {
            prop_assume!(name.chars().count() <= 50);
            prop_assert_eq!(name.parse::<FullName>().map(|parsed| parsed.0), Ok(name));
        }

        #[test]
        fn a_text_with_one_character_of_another_kind_is_refused(
            before in r"\p{L}{2,8}", other in r"[^\p{L}\p{M}\p{Cn}0-9_ '’‐.\x{200c}\x{200d}-]", after in r"\p{L}{1,8}"
        ) {
            let name = format!("{before}{other}{after}");
            prop_assert_eq!(name.parse::<FullName>(), Err(FullNameError::Pattern));
        }

        #[test]
        fn a_text_that_does_not_begin_with_a_letter_is_refused(
            first in r"[^\p{L}\p{Z}\p{Cn}\s\x{85}]", after in r"\p{L}{3,8}"
        ) {
            prop_assert_eq!(format!("{first}{after}").parse::<FullName>(), Err(FullNameError::Pattern));
        }

        #[test]
        fn every_accepted_text_keeps_the_rules_of_a_name(text in any::<String>()) {
            if let Ok(name) = text.parse::<FullName>() {
                prop_assert!((3..=50).contains(&name.as_str().chars().count()));
                prop_assert!(name.as_str().chars().all(|c| part(c).is_some()));
            }
        }
    }
}
