//! Notes that staff write about players and their games.

use std::str::FromStr;

/// A player who has this many notes, those about games included, gets no other one. A merge may leave more.
pub const MOST_NOTES: usize = 20;

/// The longest note, in characters.
pub const MOST_CHARACTERS: usize = 300;

/// The text of a note: one line of 1 to [`MOST_CHARACTERS`] characters, without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteText(String);

/// Why a text is not a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoteTextError {
    /// It has only spaces and control characters.
    #[error("a note needs some text")]
    Required,
    /// It has more than [`MOST_CHARACTERS`] characters.
    #[error("a note has at most {MOST_CHARACTERS} characters")]
    TooLong,
}

impl NoteText {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NoteText {
    type Err = NoteTextError;

    /// Reads a text: line breaks and other control characters become spaces, and several spaces become one.
    fn from_str(text: &str) -> Result<Self, NoteTextError> {
        let parts = text.split(|c: char| c.is_whitespace() || c.is_control());
        let text = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        match text.chars().count() {
            0 => Err(NoteTextError::Required),
            1..=MOST_CHARACTERS => Ok(NoteText(text)),
            _ => Err(NoteTextError::TooLong),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_one_line_of_at_most_300_characters() {
        let read = |text: &str| text.parse::<NoteText>().map(|note| note.as_str().to_owned());
        assert_eq!(read("  Pays\r\n late\u{0}, <b>asks</b>  "), Ok("Pays late , <b>asks</b>".to_owned()));
        assert_eq!(read("હાથ પર પાટો"), Ok("હાથ પર પાટો".to_owned()));
        assert_eq!(read(" \n\t\u{7}"), Err(NoteTextError::Required));
        assert!(read(&"ह".repeat(300)).is_ok());
        assert_eq!(read(&"ह".repeat(301)), Err(NoteTextError::TooLong));
    }
}
