//! The shared statement text in SQLite's spelling.

use std::collections::HashMap;

use sideout_store::Statement;

/// `text` with `$1`, `$2` … as `?1`, `?2` … and without its `--` comments.
///
/// SQLite treats `$1` as a *name* and numbers names by first appearance, so `select $2, $1` would bind the wrong way
/// round without an error. Text inside quotes is not changed.
pub fn numbered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match quote {
            Some(open) => {
                if c == open {
                    quote = None;
                }
                out.push(c);
            }
            None => match c {
                '\'' | '"' => {
                    quote = Some(c);
                    out.push(c);
                }
                '-' if chars.peek() == Some(&'-') => {
                    for comment in chars.by_ref() {
                        if comment == '\n' {
                            break;
                        }
                    }
                    out.push('\n');
                }
                '$' if chars.peek().is_some_and(char::is_ascii_digit) => out.push('?'),
                _ => out.push(c),
            },
        }
    }
    out.trim().to_owned()
}

/// Translated texts by statement name, so that each is translated once per connection.
#[derive(Default)]
pub(crate) struct TextCache {
    texts: HashMap<&'static str, Box<str>>,
}

impl TextCache {
    pub(crate) fn text(&mut self, statement: Statement) -> &str {
        self.texts.entry(statement.name).or_insert_with(|| numbered(statement.text).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_become_numbers_and_comments_go() {
        let shared = "-- booking/place_hold: takes $1 if it's free\nselect $2, $11 -- why\nfrom t where a = '$1--' and \"b$2\" = $1\n";
        assert_eq!(numbered(shared), "select ?2, ?11 \nfrom t where a = '$1--' and \"b$2\" = ?1");
    }

    #[test]
    fn a_quote_inside_a_text_does_not_end_it() {
        assert_eq!(numbered("select 'it''s $1', $1"), "select 'it''s $1', ?1");
    }
}
