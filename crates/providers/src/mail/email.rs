//! One e-mail.

use std::fmt;

/// An e-mail to one person. `Debug` hides address and content, so it may be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Email {
    /// The recipient's address.
    pub to: String,
    /// The recipient's name; may be empty.
    pub name: String,
    /// The subject line.
    pub subject: String,
    /// The text for programs that show plain text.
    pub text: String,
    /// The same text as HTML.
    pub html: String,
    /// The attached files.
    pub attachments: Vec<Attachment>,
    /// A key that is the same for every try of the same e-mail: it becomes the `Message-ID`, by which mail programs
    /// recognize an e-mail that was sent twice. Letters, digits, `.`, `_` and `-`.
    pub key: String,
}

/// An attached file.
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file name: `booking.ics`.
    pub name: String,
    /// The media type: `text/calendar; charset=utf-8; method=PUBLISH`.
    pub content_type: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Email").field("key", &self.key).finish_non_exhaustive()
    }
}

impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attachment").field("name", &self.name).finish_non_exhaustive()
    }
}
