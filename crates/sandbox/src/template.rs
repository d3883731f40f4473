//! Registered texts: fills in values, and compares a text with a registered one.

use std::collections::HashMap;

/// The longest value of a placeholder, in characters.
const MAX_VALUE: usize = 30;
/// The name of the placeholder of a link, and the longest link, in characters: the registry knows the address that a link begins with,
/// and allows more for the rest of it.
const LINK: &str = "link";
const MAX_LINK: usize = 120;

/// A registered text, split into literal text and placeholders.
#[derive(Debug, Clone)]
pub(crate) struct Template(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Literal(String),
    /// The placeholder's name; the registry's `{#var#}` has none.
    Value(Option<String>),
}

impl Template {
    pub(crate) fn parse(text: &str) -> Self {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            match placeholder(rest) {
                Some((value, after)) => {
                    if !literal.is_empty() {
                        pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                    }
                    pieces.push(value);
                    rest = after;
                }
                None => {
                    literal.push(next);
                    rest = &rest[next.len_utf8()..];
                }
            }
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        Template(pieces)
    }

    /// The text with these values; a missing value is empty. Nameless placeholders get `VAR1`, `VAR2` … in their order.
    pub(crate) fn render(&self, values: &HashMap<String, String>) -> String {
        let mut nameless = 0;
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Value(name) => {
                    let name = name.clone().unwrap_or_else(|| {
                        nameless += 1;
                        format!("VAR{nameless}")
                    });
                    text.push_str(values.get(&name).map_or("", String::as_str));
                }
            }
        }
        text
    }

    /// Whether the text equals this one with 1 to 30 characters for each placeholder, or a link of at most 120 for `##link##`, as
    /// telephone operators check it.
    pub(crate) fn allows(&self, text: &str) -> bool {
        allows(&self.0, text)
    }
}

fn allows(pieces: &[Piece], text: &str) -> bool {
    match pieces {
        [] => text.is_empty(),
        [Piece::Literal(literal), rest @ ..] => {
            text.strip_prefix(literal.as_str()).is_some_and(|text| allows(rest, text))
        }
        [Piece::Value(name), rest @ ..] => {
            let is_link = name.as_deref() == Some(LINK);
            let most = if is_link { MAX_LINK } else { MAX_VALUE };
            // A link ends at a blank.
            let value = text.char_indices().take_while(|(_, c)| !is_link || !c.is_whitespace()).take(most);
            value.map(|(at, c)| at + c.len_utf8()).any(|end| allows(rest, &text[end..]))
        }
    }
}

fn placeholder(text: &str) -> Option<(Piece, &str)> {
    if let Some(after) = text.strip_prefix("{#var#}") {
        return Some((Piece::Value(None), after));
    }
    let (name, after) = text.strip_prefix("##")?.split_once("##")?;
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name.then(|| (Piece::Value(Some(name.to_owned())), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_filled_in_by_name_or_by_number() {
        let values = HashMap::from(
            [("code", "482019"), ("VAR1", "one"), ("VAR2", "two")].map(|(k, v)| (k.to_owned(), v.to_owned())),
        );
        assert_eq!(Template::parse("##code## @h ###code##").render(&values), "482019 @h #482019");
        assert_eq!(Template::parse("{#var#} and {#var#}").render(&values), "one and two");
        assert_eq!(Template::parse("##absent##! ##").render(&values), "! ##");
    }

    #[test]
    fn only_the_registered_text_is_allowed() {
        let template = Template::parse("{#var#} is your code.\n@h.example #{#var#}");
        assert!(template.allows("482019 is your code.\n@h.example #482019"));
        assert!(!template.allows("482019 is your new code.\n@h.example #482019"), "other words");
        assert!(!template.allows(" is your code.\n@h.example #482019"), "an empty value");
        assert!(!template.allows("482019 is your code.\n@h.example #482019 bye, this goes on for too long"));
        assert!(template.allows(&format!("{} is your code.\n@h.example #1", "7".repeat(30))));
        assert!(!template.allows(&format!("{} is your code.\n@h.example #1", "7".repeat(31))));
    }

    #[test]
    fn a_link_may_have_120_characters_and_ends_at_a_blank() {
        let template = Template::parse("Choose by ##until##: ##link## Thank you.");
        let text = |link: &str| format!("Choose by 9 PM: {link} Thank you.");
        let link = |length: usize| format!("{:/<length$}", "https://play.example.in/r/");
        for fitting in [link(31), link(120)] {
            assert!(template.allows(&text(&fitting)), "{fitting}");
        }
        for wrong in [link(121), String::new(), "https://play.example.in/r/ or call us".to_owned()] {
            assert!(!template.allows(&text(&wrong)), "{wrong}");
        }
        let until = "7".repeat(31);
        assert!(
            !template.allows(&format!("Choose by {until}: {} Thank you.", link(40))),
            "other values stay short"
        );
    }
}
