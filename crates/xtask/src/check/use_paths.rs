//! Reads which modules of its own crate a source file uses: in `use` items, in expressions and in macros.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A path that a file names, from the root of its crate: `["platform", "clock", "later"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UsePath {
    /// Its segments. The last ones may be items and not modules.
    pub(super) segments: Vec<String>,
    /// The name under which `pub use` re-exports it; `None` for every other path.
    pub(super) reexported_as: Option<String>,
}

/// The paths that begin with `crate`, `super`, `self` or a child module, in the file of the module `module`. Code under
/// `#[cfg(test)]` is left out, because tests may use everything.
///
/// # Errors
/// If `text` is not Rust.
pub(super) fn use_paths(text: &str, module: &[String], children: &[String]) -> Result<Vec<UsePath>, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
    let mut reader = Reader { children, found: Vec::new() };
    reader.walk(tokens, module, true);
    Ok(reader.found)
}

struct Reader<'c> {
    children: &'c [String],
    found: Vec<UsePath>,
}

impl Reader<'_> {
    /// Reads the tokens of `module`; `in_file` is false within inline modules, which do not see the file's children.
    fn walk(&mut self, tokens: TokenStream, module: &[String], in_file: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        // Whether the path that comes next is that of a `pub use`.
        let mut is_reexport = false;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '#' && is_cfg_test(tokens.get(at + 1)) => {
                    at = end_of_item(&tokens, at + 2);
                    continue;
                }
                TokenTree::Ident(word) if *word == "use" => is_reexport = is_public(&tokens[..at]),
                TokenTree::Ident(word) if *word == "mod" => {
                    if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                        (tokens.get(at + 1), tokens.get(at + 2))
                    {
                        let inline = [module, &[name.to_string()]].concat();
                        self.walk(body.stream(), &inline, false);
                        at += 3;
                        continue;
                    }
                }
                TokenTree::Ident(word) if !follows_path(&tokens[..at]) && is_path(&tokens[at + 1..]) => {
                    let word = word.to_string();
                    let start = match word.as_str() {
                        "crate" => Some(Vec::new()),
                        "self" => Some(module.to_vec()),
                        "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
                        child if in_file && self.children.iter().any(|known| known == child) => {
                            Some([module, &[word]].concat())
                        }
                        _ => None,
                    };
                    if let Some(start) = start {
                        at = self.path(&tokens, at + 1, start, is_reexport);
                        is_reexport = false;
                        continue;
                    }
                }
                TokenTree::Group(group) => self.walk(group.stream(), module, in_file),
                TokenTree::Punct(punct) if punct.as_char() == ';' => is_reexport = false,
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads the rest of a path behind `start`; returns the position after it.
    fn path(
        &mut self,
        tokens: &[TokenTree],
        mut at: usize,
        mut start: Vec<String>,
        is_reexport: bool,
    ) -> usize {
        while is_path(&tokens[at..]) {
            match tokens.get(at + 2) {
                Some(TokenTree::Ident(word)) if *word == "super" => drop(start.pop()),
                Some(TokenTree::Ident(word)) => start.push(word.to_string()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    self.branches(group, &start, is_reexport);
                    return at + 3;
                }
                // A glob or the arguments of a generic.
                _ => break,
            }
            at += 3;
        }
        let name = match (tokens.get(at), tokens.get(at + 1)) {
            (Some(TokenTree::Ident(word)), Some(TokenTree::Ident(name))) if *word == "as" => {
                Some(name.to_string())
            }
            _ => start.last().cloned(),
        };
        self.found.push(UsePath { segments: start, reexported_as: name.filter(|_| is_reexport) });
        at
    }

    /// Reads the branches of `start::{…}`.
    fn branches(&mut self, group: &Group, start: &[String], is_reexport: bool) {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        for branch in tokens.split(is_comma) {
            match branch.first() {
                Some(TokenTree::Ident(word)) if *word == "self" => {
                    self.path(branch, 1, start.to_vec(), is_reexport);
                }
                Some(TokenTree::Ident(word)) => {
                    self.path(branch, 1, [start, &[word.to_string()]].concat(), is_reexport);
                }
                _ => {}
            }
        }
    }
}

/// Whether `::` comes next.
fn is_path(tokens: &[TokenTree]) -> bool {
    let colon =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    colon(tokens.first()) && colon(tokens.get(1))
}

/// Whether `::` or `.` came last: the next word belongs to something else.
fn follows_path(tokens: &[TokenTree]) -> bool {
    let is = |token: Option<&TokenTree>, wanted| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let (last, before) = (tokens.last(), tokens.len().checked_sub(2).and_then(|at| tokens.get(at)));
    is(last, '.') || (is(last, ':') && is(before, ':'))
}

/// Whether `pub` or `pub(…)` came last.
fn is_public(tokens: &[TokenTree]) -> bool {
    let before = match tokens.last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            tokens.len().checked_sub(2).and_then(|at| tokens.get(at))
        }
        last => last,
    };
    matches!(before, Some(TokenTree::Ident(word)) if *word == "pub")
}

fn is_cfg_test(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

/// The position after the item that begins at `at`: behind its block or its semicolon.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let rest = tokens.get(at..).unwrap_or_default();
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    rest.iter().position(is_end).map_or(tokens.len(), |end| at + end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let module = ["booking".to_owned(), "cancel".to_owned()];
        let paths = use_paths(text, &module, &["child".to_owned()]).unwrap();
        paths.into_iter().map(|path| path.segments.join("::")).collect()
    }

    #[test]
    fn every_branch_of_a_use_item_is_read() {
        let text = "use std::fmt;\nuse super::find::{find, Found as F};\n\
                    use crate::{App, steps::{self, quote::quote}, platform::*};";
        assert_eq!(
            read(text),
            [
                "booking::find::find",
                "booking::find::Found",
                "App",
                "steps",
                "steps::quote::quote",
                "platform"
            ]
        );
    }

    #[test]
    fn paths_in_code_and_macros_are_read_and_others_are_not() {
        let text = "fn f() { let x = crate::a::b::<u8>(vec![child::c(), self::d()]); x.crate_name; other::child::e() }\n\
                    pub(crate) mod inner { use super::super::g; }\n// crate::comment\nconst T: &str = \"crate::text\";";
        assert_eq!(read(text), ["a::b", "booking::cancel::child::c", "booking::cancel::d", "booking::g"]);
    }

    #[test]
    fn what_only_tests_use_is_left_out() {
        let text = "#[cfg(test)]\nuse crate::a;\n#[cfg(test)]\nmod tests { use crate::b; }\nuse crate::c::d;";
        assert_eq!(read(text), ["c::d"]);
    }

    #[test]
    fn a_reexported_path_has_the_name_of_its_reexport() {
        let paths = use_paths("pub(crate) use crate::a::{b, c as d};\nuse crate::e::f;", &[], &[]).unwrap();
        let names: Vec<Option<&str>> = paths.iter().map(|path| path.reexported_as.as_deref()).collect();
        assert_eq!(names, [Some("b"), Some("d"), None]);
    }
}
