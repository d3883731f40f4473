//! A text as it was registered, with its placeholders.

use std::fmt;

use sideout_domain::notice::Notice;

use super::registered_texts::default_text;

/// Longest value the Indian registry lets a placeholder stand for, in characters.
const MAX_VALUE: usize = 30;

/// A registered text: literal words and `##name##` placeholders, as MSG91's panel shows them (the registry itself writes
/// `{#var#}` for each).
#[derive(Clone, PartialEq, Eq)]
pub struct ApprovedText(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Words(String),
    Value(String),
}

/// What is wrong with a text in the settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApprovedTextError {
    /// The registry refuses these characters.
    #[error("the text holds '<' or '>', which the operators' registry refuses")]
    AngleBracket,
    /// The registry refuses double spaces.
    #[error("the text holds two spaces in a row, which the operators' registry refuses")]
    DoubleSpace,
    /// The message has no such value.
    #[error("the text asks for ##{0}##, which this message does not have")]
    UnknownPlaceholder(String),
    /// The message makes no sense without this value.
    #[error("the text must hold ##{0}##")]
    MissingPlaceholder(&'static str),
    /// Browsers fill in a code only when the last line is `@host #code` (WICG sms-one-time-codes).
    #[error("the last line must be '@host ###code##' so that browsers can fill in the code")]
    NoOriginLine,
}

impl ApprovedText {
    /// Reads a text. A placeholder is `##`, letters, digits or underscores, `##`; in `###code##` the first `#` is a
    /// literal one.
    pub fn parse(text: &str) -> Result<Self, ApprovedTextError> {
        if text.contains(['<', '>']) {
            return Err(ApprovedTextError::AngleBracket);
        }
        if text.contains("  ") {
            return Err(ApprovedTextError::DoubleSpace);
        }
        let mut pieces = Vec::new();
        let mut words = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            if let Some((name, after)) = placeholder(rest) {
                if !words.is_empty() {
                    pieces.push(Piece::Words(std::mem::take(&mut words)));
                }
                pieces.push(Piece::Value(name.to_owned()));
                rest = after;
            } else {
                words.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        if !words.is_empty() {
            pieces.push(Piece::Words(words));
        }
        Ok(ApprovedText(pieces))
    }

    /// The text of a one-time code: brand named (the registry demands it), within one 160-character segment, and last
    /// the line by which browsers fill the code in for `host` (no scheme, no port).
    pub fn one_time_code(brand: &str, host: &str) -> Result<Self, ApprovedTextError> {
        let text = Self::parse(&format!(
            "##code## is your {brand} code. It works for ##minutes## minutes. Do not share it with anyone.\n\n@{host} ###code##"
        ))?;
        text.check_one_time_code()?;
        Ok(text)
    }

    /// The text of a notice: brand named, and within one 160-character segment with ordinary values.
    pub fn notice(notice: Notice, brand: &str) -> Result<Self, ApprovedTextError> {
        Self::parse(&default_text(notice, brand))
    }

    /// Checks that the text asks for nothing but these values.
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
        let [.., Piece::Words(before), Piece::Value(last)] = self.0.as_slice() else {
            return Err(ApprovedTextError::NoOriginLine);
        };
        let line = before.rsplit('\n').next().unwrap_or_default();
        let host = line.strip_prefix('@').and_then(|line| line.strip_suffix(" #")).unwrap_or_default();
        let host_is_bare = !host.is_empty() && !host.contains([' ', '/', ':', '@', '#']);
        if last == "code" && before.contains('\n') && host_is_bare {
            Ok(())
        } else {
            Err(ApprovedTextError::NoOriginLine)
        }
    }

    /// The message, its placeholders filled. A value longer than the registry allows, or one that is missing, gives
    /// `Err` with the placeholder's name: operators would drop such a message silently.
    pub(super) fn render(&self, values: &[(&'static str, String)]) -> Result<String, String> {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Words(words) => text.push_str(words),
                Piece::Value(name) => {
                    let value = values.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
                    let fitting = value.filter(|value| (1..=MAX_VALUE).contains(&value.chars().count()));
                    text.push_str(fitting.ok_or_else(|| name.clone())?);
                }
            }
        }
        Ok(text)
    }
}

fn placeholder(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.strip_prefix("##")?.split_once("##")?;
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    named.then_some((name, after))
}

/// The text as written in the settings.
impl fmt::Display for ApprovedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Words(words) => f.write_str(words),
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

    fn values() -> Vec<(&'static str, String)> {
        vec![("code", "482019".to_owned()), ("minutes", "10".to_owned())]
    }

    #[test]
    fn the_default_code_message_names_the_brand_and_ends_with_the_line_browsers_read() {
        let text =
            ApprovedText::one_time_code("Sideout", "play.example.in").unwrap().render(&values()).unwrap();
        assert_eq!(
            text,
            "482019 is your Sideout code. It works for 10 minutes. Do not share it with anyone.\n\n@play.example.in #482019"
        );
        assert!(text.len() <= 160, "one segment");
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
        assert_eq!(check("##code##\n@h.example ###code##"), Ok(()));
    }

    #[test]
    fn a_value_the_registry_would_cut_is_not_sent() {
        let text = ApprovedText::parse("hello ##code##").unwrap();
        assert_eq!(text.render(&[("code", "1".repeat(31))]), Err("code".to_owned()));
        assert_eq!(text.render(&[("code", String::new())]), Err("code".to_owned()));
        assert_eq!(text.render(&[]), Err("code".to_owned()));
    }
}
