//! The name that colleagues see.

use std::{fmt, str::FromStr};

/// 2 to 60 characters without control characters, trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffName(String);

/// The text is not a valid name of a member of staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a name has 2 to 60 characters and no control characters")]
pub struct BadStaffName;

impl FromStr for StaffName {
    type Err = BadStaffName;

    fn from_str(text: &str) -> Result<Self, BadStaffName> {
        let text = text.trim();
        let good = (2..=60).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        if good { Ok(StaffName(text.to_owned())) } else { Err(BadStaffName) }
    }
}

impl fmt::Display for StaffName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_neither_too_short_nor_too_long() {
        assert_eq!(" Nisha Trivedi ".parse::<StaffName>().unwrap().to_string(), "Nisha Trivedi");
        for text in ["", " N ", "a\nb", &"x".repeat(61)] {
            assert_eq!(text.parse::<StaffName>(), Err(BadStaffName), "{text}");
        }
    }
}
