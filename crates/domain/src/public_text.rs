//! The rules for texts that players read.

/// Longest name of a brand, venue, court or sport, and longest area of a venue, in characters: each has to fit a card on a phone.
pub const LONGEST_NAME: usize = 60;
/// Longest other text without a limit of its own, in characters.
pub const LONGEST_TEXT: usize = 500;

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnfitText {
    /// It has more characters than the limit.
    #[error("has {length} characters; {most} are the most")]
    TooLong {
        /// How many it has.
        length: usize,
        /// How many it may have.
        most: usize,
    },
    /// It has a control character, or one without width or that turns the direction of writing around.
    #[error("has a character that cannot be seen (U+{0:04X}), perhaps from copying; type the text anew")]
    Hidden(u32),
}

/// Checks a text of at most `most` characters in one line.
///
/// # Errors
/// [`UnfitText`]: the first reason.
pub fn check_text(text: &str, most: usize) -> Result<(), UnfitText> {
    let length = text.chars().count();
    if length > most {
        return Err(UnfitText::TooLong { length, most });
    }
    match text.chars().find(|c| c.is_control() || is_invisible(*c)) {
        Some(hidden) => Err(UnfitText::Hidden(u32::from(hidden))),
        None => Ok(()),
    }
}

/// Whether a character reverses the direction of writing or has no width. The joiners that Indian scripts and emoji need are none
/// of these.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{061c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{00ad}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a text is a link that may stand in a page: `https://`, a host, and only visible ASCII characters other than
/// `"`, `<` and `>`.
pub fn is_link(text: &str) -> bool {
    let host = text.strip_prefix("https://").unwrap_or_default();
    !host.is_empty()
        && !host.starts_with('/')
        && text.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'"' | b'<' | b'>'))
}

/// Whether a text looks like a mail address: something, one `@`, something, and no white space.
pub fn is_mail_address(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let is_whole = !name.is_empty() && !host.is_empty() && !host.contains('@');
    is_whole && !text.contains(char::is_whitespace)
}

/// Whether a text is a telephone number in the form of E.164: `+`, 7 to 15 digits.
pub fn is_phone(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or_default();
    (7..=15).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_short_enough_and_visible() {
        assert_eq!(check_text("बड़ौदा पिकलबॉल 🏓", 20), Ok(()));
        assert_eq!(check_text("four", 3), Err(UnfitText::TooLong { length: 4, most: 3 }));
        assert_eq!(check_text("a\u{202e}b", 9), Err(UnfitText::Hidden(0x202e)));
        assert_eq!(check_text("a\nb", 9), Err(UnfitText::Hidden(10)));
    }

    #[test]
    fn links_mail_addresses_and_numbers_are_distinguished_from_other_texts() {
        for link in ["https://wa.me/912650000100", "https://x.in/?a=b&c=%20"] {
            assert!(is_link(link), "{link}");
        }
        for other in ["http://x.in", "https://", "https:///x", "javascript:alert(1)", "https://x.in/\"><b>"] {
            assert!(!is_link(other), "{other}");
        }
        assert!(is_mail_address("hello@club.example"));
        for other in ["hello", "hello@", "@club", "a@b@c", "@a@b", "a@@b", "a@b@", "a b@club.in"] {
            assert!(!is_mail_address(other), "{other}");
        }
        assert!(is_phone("+912650000100"));
        for other in ["+", "912650000100", "+91 265 0000100", "+12345", "+1234567890123456"] {
            assert!(!is_phone(other), "{other}");
        }
    }
}
