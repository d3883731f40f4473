//! The shared statement text in SQLite's spelling, and what a connection caches for each statement.

use std::{collections::HashMap, sync::Arc};

use sideout_store::{Columns, Statement};

/// Translates a shared statement for SQLite: `$1`, `$2` … become `?1`, `?2` …, and `--` comments are removed.
///
/// SQLite treats `$1` as a *name* and numbers names by first appearance, so `select $2, $1` would bind the wrong way
/// round without an error. Text inside quotes is not changed.
pub fn translate_statement(text: &str) -> String {
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

/// What a connection caches for a statement.
pub(crate) struct KnownStatement {
    /// Its text in SQLite's spelling.
    pub(crate) text: Box<str>,
    /// Its columns, once its rows were read.
    pub(crate) columns: Option<Arc<Columns>>,
}

/// Known statements by name, so that the text is translated and the columns are looked up once per connection.
#[derive(Default)]
pub(crate) struct KnownStatements {
    statements: HashMap<&'static str, KnownStatement>,
}

impl KnownStatements {
    pub(crate) fn find(&mut self, statement: Statement) -> &mut KnownStatement {
        self.statements.entry(statement.name).or_insert_with(|| KnownStatement {
            text: translate_statement(statement.text).into(),
            columns: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_become_numbers_and_comments_are_removed() {
        let shared = "-- booking/place_hold: takes $1 if it's free\nselect $2, $11 -- why\nfrom t where a = '$1--' and \"b$2\" = $1\n";
        assert_eq!(translate_statement(shared), "select ?2, ?11 \nfrom t where a = '$1--' and \"b$2\" = ?1");
    }

    #[test]
    fn a_quote_inside_a_text_does_not_end_it() {
        assert_eq!(translate_statement("select 'it''s $1', $1"), "select 'it''s $1', ?1");
    }
}
