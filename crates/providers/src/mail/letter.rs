//! One letter.

use std::fmt;

/// A letter to one person. `Debug` hides address and words, so it may be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The recipient's address.
    pub to: String,
    /// The recipient's name; may be empty.
    pub name: String,
    /// The subject line.
    pub subject: String,
    /// The words for programs that show plain text, and for everybody's ears.
    pub text: String,
    /// The same words as HTML.
    pub html: String,
    /// What comes with it.
    pub attachments: Vec<Attachment>,
    /// The same for every try of the same letter: it becomes the `Message-ID`, by which mail programs recognise a letter
    /// that had to be sent twice. Letters, digits, `.` and `-`.
    pub key: String,
}

/// A file that comes with a letter.
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    /// `booking.ics`.
    pub name: String,
    /// `text/calendar; charset=utf-8; method=PUBLISH`.
    pub content_type: String,
    /// The file.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Letter").field("key", &self.key).finish_non_exhaustive()
    }
}

impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attachment").field("name", &self.name).finish_non_exhaustive()
    }
}
