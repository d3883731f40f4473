//! The number of a person registered for the goods and services tax (GSTIN) and the States that it names.
//!
//! Form: CGST Rules 2017, rule 10(1): two characters for the State, ten for the PAN or TAN, two for the entity, one
//! check character. The check character is the Luhn algorithm with 36 characters instead of 10 digits, the factors 1
//! and 2 in turn from the left.

use std::fmt;

use serde::{Serialize, Serializer};

const CHARACTERS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The two digits with which a GSTIN begins, and the State of each (list of State codes of the GST portal).
const STATES: [(&str, &str); 40] = [
    ("01", "Jammu and Kashmir"),
    ("02", "Himachal Pradesh"),
    ("03", "Punjab"),
    ("04", "Chandigarh"),
    ("05", "Uttarakhand"),
    ("06", "Haryana"),
    ("07", "Delhi"),
    ("08", "Rajasthan"),
    ("09", "Uttar Pradesh"),
    ("10", "Bihar"),
    ("11", "Sikkim"),
    ("12", "Arunachal Pradesh"),
    ("13", "Nagaland"),
    ("14", "Manipur"),
    ("15", "Mizoram"),
    ("16", "Tripura"),
    ("17", "Meghalaya"),
    ("18", "Assam"),
    ("19", "West Bengal"),
    ("20", "Jharkhand"),
    ("21", "Odisha"),
    ("22", "Chhattisgarh"),
    ("23", "Madhya Pradesh"),
    ("24", "Gujarat"),
    ("25", "Daman and Diu"),
    ("26", "Dadra and Nagar Haveli and Daman and Diu"),
    ("27", "Maharashtra"),
    ("28", "Andhra Pradesh (before 2014)"),
    ("29", "Karnataka"),
    ("30", "Goa"),
    ("31", "Lakshadweep"),
    ("32", "Kerala"),
    ("33", "Tamil Nadu"),
    ("34", "Puducherry"),
    ("35", "Andaman and Nicobar Islands"),
    ("36", "Telangana"),
    ("37", "Andhra Pradesh"),
    ("38", "Ladakh"),
    ("97", "Other Territory"),
    ("99", "Centre Jurisdiction"),
];

/// A GSTIN: 15 capital letters and digits whose form and check character are right. Whether it is registered is not
/// checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gstin(String);

/// A firm that a tax invoice is made out to (CGST Rules 2017, rule 46(d)).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Firm {
    /// Its name.
    pub name: String,
    /// Its GSTIN.
    pub gstin: Gstin,
    /// Its address, if it was given.
    pub address: Option<String>,
}

/// Why a text is not a valid GSTIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAGstin {
    /// It does not have 15 characters.
    #[error("a GSTIN has 15 characters")]
    Length,
    /// A character is not the letter or digit that its place needs.
    #[error("a GSTIN is two digits, a PAN and three more characters, like 27AAPFU0939F1ZV")]
    Form,
    /// It does not begin with the code of a State.
    #[error("a GSTIN begins with the number of a State, from 01 to 38, or 97 or 99")]
    State,
    /// Its last character does not fit the others: one of them is mistyped.
    #[error(
        "a character is wrong: the last one does not fit the others; copy the GSTIN from its certificate"
    )]
    Check,
}

/// Reads a GSTIN as people type it: spaces are left out, small letters count as capitals.
impl std::str::FromStr for Gstin {
    type Err = NotAGstin;

    fn from_str(text: &str) -> Result<Self, NotAGstin> {
        let tidy: String =
            text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase();
        if tidy.chars().count() != 15 {
            return Err(NotAGstin::Length);
        }
        if !has_form(tidy.as_bytes()) {
            return Err(NotAGstin::Form);
        }
        if !STATES.iter().any(|(code, _)| tidy.starts_with(code)) {
            return Err(NotAGstin::State);
        }
        if check_character(tidy.as_bytes()) != tidy.as_bytes().last().copied() {
            return Err(NotAGstin::Check);
        }
        Ok(Gstin(tidy))
    }
}

impl fmt::Display for Gstin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Gstin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Gstin {
    /// The State that it names, as `27 Maharashtra`.
    pub fn state(&self) -> String {
        let found = STATES.iter().find(|(code, _)| self.0.starts_with(code));
        found.map(|(code, name)| format!("{code} {name}")).unwrap_or_default()
    }
}

/// Two digits, a PAN (`AAAAA9999A`) or a TAN (`AAAA99999A`), then letters and digits.
fn has_form(text: &[u8]) -> bool {
    let is = |kind: fn(&u8) -> bool, part: std::ops::Range<usize>| {
        text.get(part).is_some_and(|part| part.iter().all(kind))
    };
    let is_either = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    is(u8::is_ascii_digit, 0..2)
        && is(u8::is_ascii_uppercase, 2..6)
        && text.get(6).is_some_and(is_either)
        && is(u8::is_ascii_digit, 7..11)
        && is(u8::is_ascii_uppercase, 11..12)
        && text.get(12..).is_some_and(|rest| rest.iter().all(is_either))
}

/// The check character for the first fourteen; `None` if one of them is neither letter nor digit.
fn check_character(text: &[u8]) -> Option<u8> {
    let mut sum = 0;
    for (place, character) in text.iter().take(14).enumerate() {
        let value = CHARACTERS.iter().position(|known| known == character)?;
        let product = value * (1 + place % 2);
        sum += product / 36 + product % 36;
    }
    CHARACTERS.get((36 - sum % 36) % 36).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_gstin_is_read_as_typed_and_names_its_state() {
        for text in ["27AAPFU0939F1ZV", " 27aapfu0939f1zv ", "27 AAPFU 0939F 1ZV"] {
            let read: Gstin = text.parse().unwrap();
            assert_eq!(
                (read.to_string().as_str(), read.state().as_str()),
                ("27AAPFU0939F1ZV", "27 Maharashtra")
            );
        }
        assert_eq!("29AAGCB7383J1Z4".parse::<Gstin>().unwrap().state(), "29 Karnataka");
    }

    #[test]
    fn each_mistake_has_its_reason() {
        let tried = [
            ("", NotAGstin::Length),
            ("27AAPFU0939F1Z", NotAGstin::Length),
            ("27AAPFU0939F1ZVV", NotAGstin::Length),
            ("2७AAPFU0939F1ZV", NotAGstin::Form),
            ("AAAAPFU0939F1ZV", NotAGstin::Form),
            ("27AAPFU0939F1-V", NotAGstin::Form),
            ("270APFU0939F1ZV", NotAGstin::Form),
            ("77AAPFU0939F1ZV", NotAGstin::State),
            ("27AAPFU0939F1ZW", NotAGstin::Check),
            ("27AAPFU0993F1ZV", NotAGstin::Check),
        ];
        for (text, reason) in tried {
            assert_eq!(text.parse::<Gstin>(), Err(reason), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_single_wrong_character_is_overlooked(place in 0_usize..15, to in 0_usize..36) {
            let good = b"27AAPFU0939F1ZV";
            let mut typed = *good;
            typed[place] = CHARACTERS[to];
            let read = std::str::from_utf8(&typed).unwrap().parse::<Gstin>();
            prop_assert_eq!(read.is_ok(), &typed == good);
        }
    }
}
