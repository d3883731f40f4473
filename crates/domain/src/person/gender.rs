//! The three choices of the registration form.

use std::str::FromStr;

/// What a player chose (spec §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gender {
    /// `male`
    Male,
    /// `female`
    Female,
    /// `other`
    Other,
}

/// The text is none of the three. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Select your gender.")]
pub struct GenderError;

impl Gender {
    /// The value on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Gender::Male => "male",
            Gender::Female => "female",
            Gender::Other => "other",
        }
    }
}

impl FromStr for Gender {
    type Err = GenderError;

    fn from_str(text: &str) -> Result<Self, GenderError> {
        [Gender::Male, Gender::Female, Gender::Other]
            .into_iter()
            .find(|gender| gender.as_str().eq_ignore_ascii_case(text.trim()))
            .ok_or(GenderError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_choices_and_no_other_are_read() {
        assert_eq!("male".parse(), Ok(Gender::Male));
        assert_eq!("Female".parse(), Ok(Gender::Female));
        assert_eq!("other".parse(), Ok(Gender::Other));
        assert_eq!("".parse::<Gender>().map_err(|e| e.to_string()), Err("Select your gender.".to_owned()));
        assert_eq!("x".parse::<Gender>(), Err(GenderError));
    }
}
