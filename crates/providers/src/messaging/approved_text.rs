//! A registered text with its placeholders.

use std::{fmt, net::Ipv6Addr};

use sideout_domain::notice::Notice;

use super::registered_texts::default_text;

/// Placeholder of the operator's name in a default text. It is not a value of a message: the registry requires the name
/// in the fixed text.
const BRAND: &str = "brand";

/// The longest value that the Indian registry allows for a placeholder, in characters.
const MAX_VALUE: usize = 30;
/// The placeholder of a link, and the longest one, in characters.
const LINK: &str = "link";
const MAX_LINK: usize = 120;

/// A registered text: literal text and `##name##` placeholders, as MSG91's panel shows them (the registry itself writes
/// `{#var#}` for each).
#[derive(Clone, PartialEq, Eq)]
pub struct ApprovedText(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Literal(String),
    Value(String),
}

/// Why a text would not be delivered or cannot be filled in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApprovedTextError {
    /// The registry refuses these characters.
    #[error("the text holds '<' or '>', which the telephone operators' registry refuses: remove them")]
    AngleBracket,
    /// The registry refuses double spaces.
    #[error("the text holds two spaces in a row, which the telephone operators' registry refuses: leave one")]
    DoubleSpace,
    /// The message has no such value.
    #[error("the text has ##{0}##, which is no value of this message: remove it")]
    UnknownPlaceholder(String),
    /// The text lacks a value that the message requires.
    #[error("the text must hold ##{0}##")]
    MissingPlaceholder(&'static str),
    /// Browsers fill in a code only when the last line is `@host #code` (WICG sms-one-time-codes).
    #[error("the last line must be '@host ###code##' so that browsers can fill in the code")]
    NoOriginLine,
}

impl ApprovedText {
    /// Parses a text. A placeholder is `##`, letters, digits or underscores, `##`; in `###code##` the first `#` is
    /// literal.
    pub fn parse(text: &str) -> Result<Self, ApprovedTextError> {
        if text.contains(['<', '>']) {
            return Err(ApprovedTextError::AngleBracket);
        }
        if text.contains("  ") {
            return Err(ApprovedTextError::DoubleSpace);
        }
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            if let Some((name, after)) = placeholder(rest) {
                if !literal.is_empty() {
                    pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                }
                pieces.push(Piece::Value(name.to_owned()));
                rest = after;
            } else {
                literal.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        Ok(ApprovedText(pieces))
    }

    /// The text of a one-time code. It names the brand (the registry requires it), and ends with the line by which browsers
    /// fill in the code for `host` (no scheme, no port). It fits one 160-character segment if brand and host are ASCII and have
    /// at most 74 characters together.
    ///
    /// # Errors
    /// [`ApprovedTextError`] if `host` is not a bare host.
    pub fn one_time_code(brand: &str, host: &str) -> Result<Self, ApprovedTextError> {
        Ok(Self::default_one_time_code(host)?.for_brand(brand))
    }

    /// The text of a notice. It names the brand.
    ///
    /// # Errors
    /// None for the texts of this program.
    pub fn notice(notice: Notice, brand: &str) -> Result<Self, ApprovedTextError> {
        Ok(Self::default_notice(notice)?.for_brand(brand))
    }

    /// [`ApprovedText::one_time_code`] without a brand.
    pub(super) fn default_one_time_code(host: &str) -> Result<Self, ApprovedTextError> {
        let text = Self::parse(&format!(
            "##code## is your ##{BRAND}## code. It works for ##minutes## minutes. Do not share it with anyone.\n\n@{host} ###code##"
        ))?;
        text.check_origin_line()?;
        Ok(text)
    }

    /// [`ApprovedText::notice`] without a brand.
    pub(super) fn default_notice(notice: Notice) -> Result<Self, ApprovedTextError> {
        Self::parse(&format!("##{BRAND}##: {}", default_text(notice)))
    }

    /// The text as this brand registers it.
    pub(super) fn for_brand(&self, brand: &str) -> Self {
        let named = |piece: &Piece| match piece {
            Piece::Value(name) if name == BRAND => Piece::Literal(registrable(brand)),
            piece => piece.clone(),
        };
        ApprovedText(self.0.iter().map(named).collect())
    }

    /// Checks that the text uses only these values.
    pub(super) fn check_names(&self, known: &[&str]) -> Result<(), ApprovedTextError> {
        let unknown = self.0.iter().find_map(|piece| match piece {
            Piece::Value(name) if !known.contains(&name.as_str()) => Some(name.clone()),
            _ => None,
        });
        unknown.map_or(Ok(()), |name| Err(ApprovedTextError::UnknownPlaceholder(name)))
    }

    /// Checks that the text fits [`super::Template::OneTimeCode`].
    pub(super) fn check_one_time_code(&self) -> Result<(), ApprovedTextError> {
        self.check_names(&["code", "minutes"])?;
        if !self.0.contains(&Piece::Value("code".to_owned())) {
            return Err(ApprovedTextError::MissingPlaceholder("code"));
        }
        self.check_origin_line()
    }

    fn check_origin_line(&self) -> Result<(), ApprovedTextError> {
        let [.., Piece::Literal(before), Piece::Value(last)] = self.0.as_slice() else {
            return Err(ApprovedTextError::NoOriginLine);
        };
        let line = before.rsplit('\n').next().unwrap_or_default();
        let host = line.strip_prefix('@').and_then(|line| line.strip_suffix(" #")).unwrap_or_default();
        let ipv6 = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let host_is_bare = ipv6.map_or_else(
            || !host.is_empty() && !host.contains([' ', '/', ':', '@', '#']),
            |address| address.parse::<Ipv6Addr>().is_ok(),
        );
        if last == "code" && before.contains('\n') && host_is_bare {
            Ok(())
        } else {
            Err(ApprovedTextError::NoOriginLine)
        }
    }

    /// The message with its placeholders filled in, and with `brand` in a default text. A value that is missing, empty
    /// or longer than the registry allows gives `Err` with the placeholder's name: telephone operators would drop such
    /// a message silently.
    pub(super) fn render(&self, brand: &str, values: &[(&'static str, String)]) -> Result<String, String> {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Value(name) if name == BRAND => text.push_str(&registrable(brand)),
                Piece::Value(name) => {
                    let value = values.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
                    // The registry knows the start of a link, and allows more for the rest of it.
                    let most = if name == LINK { MAX_LINK } else { MAX_VALUE };
                    let fitting = value.filter(|value| (1..=most).contains(&value.chars().count()));
                    text.push_str(fitting.ok_or_else(|| name.clone())?);
                }
            }
        }
        Ok(text)
    }
}

/// A name without what the registry refuses in a text: angle brackets and repeated spaces.
fn registrable(brand: &str) -> String {
    let allowed: String = brand.chars().filter(|c| !matches!(c, '<' | '>')).collect();
    allowed.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn placeholder(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.strip_prefix("##")?.split_once("##")?;
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name.then_some((name, after))
}

/// The text with its placeholders, as [`ApprovedText::parse`] reads it.
impl fmt::Display for ApprovedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Literal(literal) => f.write_str(literal),
            Piece::Value(name) => write!(f, "##{name}##"),
        })
    }
}

impl fmt::Debug for ApprovedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAND_NAME: &str = "Baroda Pickleball Club";

    fn values() -> Vec<(&'static str, String)> {
        vec![("code", "482019".to_owned()), ("minutes", "10".to_owned())]
    }

    #[test]
    fn the_default_code_message_names_the_brand_and_ends_with_the_line_browsers_read() {
        let text = ApprovedText::one_time_code(BRAND_NAME, "play.example.in")
            .unwrap()
            .render("", &values())
            .unwrap();
        assert_eq!(
            text,
            "482019 is your Baroda Pickleball Club code. It works for 10 minutes. Do not share it with anyone.\n\n@play.example.in #482019"
        );
        assert!(text.len() <= 160, "one segment");
    }

    #[test]
    fn a_default_text_takes_the_brand_of_the_message_and_leaves_out_what_the_registry_refuses() {
        let text = ApprovedText::default_notice(Notice::RefundDone).unwrap();
        let values = [("amount", "Rs 720".to_owned()), ("number", "4820193756".to_owned())];
        for (brand, named) in [
            ("The Sayajirao Gaekwad Community Pickleball and Paddle Sports Club", None),
            ("  Dink  <&> Drive ", Some("Dink & Drive")),
            ("##code## Club", None),
            ("कोर्ट क्लब", None),
        ] {
            let named = named.unwrap_or(brand);
            let literal = format!("{named}: Rs 720 for order 4820193756 has reached your bank.");
            assert_eq!(text.render(brand, &values).unwrap(), literal);
            assert_eq!(text.for_brand(brand).render("another", &values).unwrap(), literal);
        }
        let own = ApprovedText::parse("##brand##: ##amount##").unwrap();
        let unknown = ApprovedTextError::UnknownPlaceholder("brand".to_owned());
        assert_eq!(
            own.check_names(&["amount"]),
            Err(unknown),
            "in an operator's text the name is written out"
        );
    }

    #[test]
    fn a_text_survives_being_written_and_read() {
        let source = "##code## is for you, #1 of ##minutes##.\n@h.example ###code##";
        assert_eq!(ApprovedText::parse(source).unwrap().to_string(), source);
    }

    #[test]
    fn texts_the_registry_or_the_browser_would_refuse_are_refused_first() {
        let check = |text: &str| ApprovedText::parse(text).and_then(|text| text.check_one_time_code());
        assert_eq!(check("a <b> ##code##"), Err(ApprovedTextError::AngleBracket));
        assert_eq!(check("a  b ##code##"), Err(ApprovedTextError::DoubleSpace));
        assert_eq!(check("hello"), Err(ApprovedTextError::MissingPlaceholder("code")));
        assert_eq!(check("##code## ##name##"), Err(ApprovedTextError::UnknownPlaceholder("name".to_owned())));
        for no_line in [
            "##code##",
            "##code##\n@h.example ##code##",
            "##code##\nsee @h.example ###code##",
            "##code##\n@https://h ###code##",
            "@h.example ###code##",
            "##code##\n@h.example ###code## bye",
        ] {
            assert_eq!(check(no_line), Err(ApprovedTextError::NoOriginLine), "{no_line}");
        }
        assert_eq!(check("##code##\n@[play] ###code##"), Err(ApprovedTextError::NoOriginLine));
        assert_eq!(check("##code##\n@h.example ###code##"), Ok(()));
        assert_eq!(
            check("##code##\n@[::1] ###code##"),
            Ok(()),
            "of a server that is tried on its own machine"
        );
    }

    #[test]
    fn a_value_the_registry_does_not_allow_is_not_sent() {
        let text = ApprovedText::parse("hello ##code##").unwrap();
        assert_eq!(text.render("", &[("code", "1".repeat(31))]), Err("code".to_owned()));
        assert_eq!(text.render("", &[("code", "1".repeat(30))]), Ok(format!("hello {}", "1".repeat(30))));
        assert_eq!(text.render("", &[("code", String::new())]), Err("code".to_owned()));
        assert_eq!(text.render("", &[]), Err("code".to_owned()));
        let text = ApprovedText::parse("see ##link##").unwrap();
        assert_eq!(text.render("", &[("link", "1".repeat(121))]), Err("link".to_owned()));
        assert_eq!(text.render("", &[("link", "1".repeat(120))]), Ok(format!("see {}", "1".repeat(120))));
    }
}
