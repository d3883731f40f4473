//! Reads a table of an operator file. It tracks which keys were read, and collects mistakes.

use std::{
    cell::RefCell,
    ops::{Range, RangeInclusive},
    str::FromStr,
};

use jiff::civil::Date;
use sideout_domain::{
    money::Money,
    price::HIGHEST_PRICE,
    public_text::{LONGEST_NAME, LONGEST_TEXT, check_text, is_link},
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::problem::Problem;

/// The text of the file and the mistakes found so far.
pub(super) struct Diagnostics<'i> {
    text: &'i str,
    /// The offset of each line's start, so that the line of a position is found quickly in long files.
    lines: Vec<usize>,
    problems: RefCell<Vec<Problem>>,
}

impl<'i> Diagnostics<'i> {
    pub(super) fn new(text: &'i str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(end, _)| end + 1);
        Diagnostics { text, lines: std::iter::once(0).chain(ends).collect(), problems: RefCell::default() }
    }

    pub(super) fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|begin| *begin <= offset.min(self.text.len()))
    }

    pub(super) fn problem(&self, line: usize, place: &str, message: impl Into<String>) {
        let problem = Problem { line, place: place.to_owned(), message: message.into() };
        self.problems.borrow_mut().push(problem);
    }

    /// Whether a mistake was recorded at `place`.
    pub(super) fn has_problem(&self, place: &str) -> bool {
        self.problems.borrow().iter().any(|problem| problem.place == place)
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        let mut problems = self.problems.into_inner();
        problems.sort();
        problems.dedup();
        problems
    }
}

/// A table, its path in the document and the keys that were read.
pub(super) struct Section<'a, 'i> {
    pub(super) diagnostics: &'a Diagnostics<'i>,
    pub(super) place: String,
    pub(super) line: usize,
    table: &'a DeTable<'i>,
    read_keys: RefCell<Vec<&'static str>>,
}

impl<'a, 'i> Section<'a, 'i> {
    pub(super) fn new(
        diagnostics: &'a Diagnostics<'i>,
        place: String,
        table: &'a DeTable<'i>,
        span: Range<usize>,
    ) -> Self {
        Section {
            diagnostics,
            place,
            line: diagnostics.line(span.start),
            table,
            read_keys: RefCell::default(),
        }
    }

    /// Records a mistake at `key`, with the key's line, or the table's line if the key is missing.
    pub(super) fn problem(&self, key: &str, message: impl Into<String>) {
        let line = self.table.get(key).map_or(self.line, |value| self.diagnostics.line(value.span().start));
        self.diagnostics.problem(line, &self.at(key), message);
    }

    /// The path of `key` in the document.
    pub(super) fn at(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }

    pub(super) fn value(&self, key: &'static str) -> Option<&'a DeValue<'i>> {
        self.read_keys.borrow_mut().push(key);
        self.table.get(key).map(Spanned::get_ref)
    }

    fn wrong_kind(&self, key: &str, wanted: &str, value: &DeValue<'i>) {
        self.problem(key, format!("must be {wanted}, not {}", kind_of(value)));
    }

    /// A text that is not empty, of at most [`LONGEST_TEXT`] visible characters.
    pub(super) fn text(&self, key: &'static str) -> Option<String> {
        self.text_up_to(key, LONGEST_TEXT)
    }

    /// A name: a text of at most [`LONGEST_NAME`] characters.
    pub(super) fn name(&self, key: &'static str) -> Option<String> {
        self.text_up_to(key, LONGEST_NAME)
    }

    /// A required name; `like` is an example for the message.
    pub(super) fn needed_name(&self, key: &'static str, like: &str) -> String {
        self.needed_text_up_to(key, LONGEST_NAME, like)
    }

    /// A text that is not empty, of at most `most` visible characters.
    pub(super) fn text_up_to(&self, key: &'static str, most: usize) -> Option<String> {
        self.read_text(key, most, "is empty; write something or leave it out")
    }

    /// As [`Section::text_up_to`]; `if_empty` is the message for an empty text.
    pub(super) fn read_text(&self, key: &'static str, most: usize, if_empty: &str) -> Option<String> {
        match self.value(key)? {
            DeValue::String(text) if !text.trim().is_empty() => {
                if let Err(fault) = check_text(text.trim(), most) {
                    self.problem(key, fault.to_string());
                }
                Some(text.trim().to_owned())
            }
            DeValue::String(_) => {
                self.problem(key, if_empty);
                None
            }
            other => {
                self.wrong_kind(key, "a text in quotes", other);
                None
            }
        }
    }

    /// A required text of one or several lines, each of at most [`LONGEST_TEXT`] visible characters.
    pub(super) fn needed_lines(&self, key: &'static str) -> Option<String> {
        match self.value(key) {
            Some(DeValue::String(text)) if !text.trim().is_empty() => {
                let text = text.trim().replace("\r\n", "\n");
                if let Some(fault) = text.lines().find_map(|line| check_text(line, LONGEST_TEXT).err()) {
                    self.problem(key, fault.to_string());
                }
                Some(text)
            }
            Some(other) if !matches!(other, DeValue::String(_)) => {
                self.wrong_kind(key, "a text in quotes", other);
                None
            }
            _ => {
                self.problem(key, "is missing; write the text as it is registered");
                None
            }
        }
    }

    /// A required text; `like` is an example for the message.
    pub(super) fn needed_text(&self, key: &'static str, like: &str) -> String {
        self.needed_text_up_to(key, LONGEST_TEXT, like)
    }

    fn needed_text_up_to(&self, key: &'static str, most: usize, like: &str) -> String {
        let example = format!("write for example {key} = \"{like}\"");
        if !self.table.contains_key(key) {
            self.problem(key, format!("is missing; {example}"));
        }
        self.read_text(key, most, &format!("is empty; {example}")).unwrap_or_default()
    }

    /// A text that is an https link.
    pub(super) fn link(&self, key: &'static str) -> Option<String> {
        let link = self.text(key)?;
        if !is_link(&link) {
            self.problem(key, format!("\"{link}\" is no link; write one that begins with https://"));
            return None;
        }
        Some(link)
    }

    /// A text parsed as a `T`; `allowed` says what is valid.
    pub(super) fn parsed<T: FromStr>(&self, key: &'static str, allowed: &str) -> Option<T> {
        let text = self.text(key)?;
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.problem(key, format!("\"{text}\" is not allowed; {allowed}"));
        }
        parsed
    }

    /// A whole number within `range`.
    pub(super) fn integer(&self, key: &'static str, range: RangeInclusive<i64>) -> Option<i64> {
        let value = self.value(key)?;
        let number = match value {
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok(),
            other => {
                self.wrong_kind(key, "a whole number", other);
                return None;
            }
        };
        let fitting = number.filter(|number| range.contains(number));
        if fitting.is_none() {
            self.problem(key, format!("must be a whole number from {} to {}", range.start(), range.end()));
        }
        fitting
    }

    /// A required whole number within `range`, and its start if it is missing or not allowed.
    pub(super) fn needed_integer(&self, key: &'static str, range: RangeInclusive<i64>) -> i64 {
        if !self.table.contains_key(key) {
            self.problem(
                key,
                format!("is missing; it is a whole number from {} to {}", range.start(), range.end()),
            );
        }
        self.integer(key, range.clone()).unwrap_or(*range.start())
    }

    /// An amount in rupees with at most two decimals, at most [`HIGHEST_PRICE`].
    pub(super) fn rupees(&self, key: &'static str) -> Option<Money> {
        let value = self.value(key)?;
        let text = match value {
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            DeValue::Float(float) => float.as_str(),
            other => {
                self.wrong_kind(key, "rupees as a number, like 800 or 799.50", other);
                return None;
            }
        };
        let money = parse_hundredths(text).map(Money::from_paise).filter(|money| *money <= HIGHEST_PRICE);
        if money.is_none() {
            self.problem(
                key,
                format!(
                    "{text} is no price; write rupees from 0 to {}, like 800 or 799.50",
                    HIGHEST_PRICE.paise() / 100
                ),
            );
        }
        money
    }

    /// A calendar day, bare (`2026-11-24`) or in quotes.
    pub(super) fn day(&self, key: &'static str) -> Option<Date> {
        let text = match self.value(key)? {
            DeValue::Datetime(day) => day.to_string(),
            DeValue::String(text) => text.trim().to_owned(),
            other => {
                self.wrong_kind(key, "a day like 2026-11-24", other);
                return None;
            }
        };
        let day = (text.len() == 10).then(|| text.parse().ok()).flatten();
        if day.is_none() {
            self.problem(key, format!("{text} is no day; write it like 2026-11-24"));
        }
        day
    }

    /// A list of texts.
    pub(super) fn texts(&self, key: &'static str) -> Option<Vec<String>> {
        let DeValue::Array(list) = self.value(key)? else {
            self.problem(key, "must be a list of texts, like [\"parking\", \"lockers\"]");
            return None;
        };
        let mut texts = Vec::new();
        for (i, item) in list.iter().enumerate() {
            match item.get_ref() {
                DeValue::String(text) if !text.trim().is_empty() => {
                    if let Err(fault) = check_text(text.trim(), LONGEST_TEXT) {
                        let place = format!("{}[{}]", self.at(key), i + 1);
                        self.diagnostics.problem(
                            self.diagnostics.line(item.span().start),
                            &place,
                            fault.to_string(),
                        );
                    }
                    texts.push(text.trim().to_owned());
                }
                DeValue::String(_) => self.diagnostics.problem(
                    self.diagnostics.line(item.span().start),
                    &format!("{}[{}]", self.at(key), i + 1),
                    "is empty; write something or leave it out",
                ),
                other => self.diagnostics.problem(
                    self.diagnostics.line(item.span().start),
                    &format!("{}[{}]", self.at(key), i + 1),
                    format!("must be a text in quotes, not {}", kind_of(other)),
                ),
            }
        }
        Some(texts)
    }

    /// A list of whole numbers.
    pub(super) fn integers(&self, key: &'static str) -> Option<Vec<i64>> {
        let DeValue::Array(list) = self.value(key)? else {
            self.problem(key, "must be a list of numbers, like [1, 2]");
            return None;
        };
        let numbers: Vec<i64> = list
            .iter()
            .filter_map(|item| item.get_ref().as_integer())
            .filter_map(|integer| i64::from_str_radix(integer.as_str(), integer.radix()).ok())
            .collect();
        if numbers.is_empty() || numbers.len() != list.len() {
            self.problem(key, "must be a list of whole numbers, like [1, 2]");
        }
        Some(numbers)
    }

    /// A table within this one: `[venue.hours]`.
    pub(super) fn table(&self, key: &'static str) -> Option<Section<'a, 'i>> {
        self.read_keys.borrow_mut().push(key);
        let value = self.table.get(key)?;
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong_kind(key, &format!("a table [{}]", self.at(key)), value.get_ref());
            return None;
        };
        Some(Section::new(self.diagnostics, self.at(key), table, value.span()))
    }

    /// A list of tables: `[[venue]]`.
    pub(super) fn tables(&self, key: &'static str) -> Vec<Section<'a, 'i>> {
        self.read_keys.borrow_mut().push(key);
        let Some(value) = self.table.get(key) else { return Vec::new() };
        let DeValue::Array(list) = value.get_ref() else {
            self.wrong_kind(key, "a list of tables, each under [[…]] in double brackets", value.get_ref());
            return Vec::new();
        };
        let mut sections = Vec::new();
        for (i, item) in list.iter().enumerate() {
            let place = format!("{}[{}]", self.at(key), i + 1);
            match item.get_ref() {
                DeValue::Table(table) => {
                    sections.push(Section::new(self.diagnostics, place, table, item.span()))
                }
                other => {
                    let message = format!("must be a table, not {}", kind_of(other));
                    self.diagnostics.problem(self.diagnostics.line(item.span().start), &place, message);
                }
            }
        }
        sections
    }

    /// Records a mistake for every key that was not read: it is misspelled or unknown.
    pub(super) fn finish(self) {
        let read_keys = self.read_keys.borrow();
        for (key, _) in self.table.iter() {
            let name = key.get_ref().as_ref();
            if !read_keys.contains(&name) {
                let mut known = read_keys.clone();
                known.sort_unstable();
                known.dedup();
                let line = self.diagnostics.line(key.span().start);
                let message = format!("is not known here; allowed are {}", known.join(", "));
                self.diagnostics.problem(line, &self.at(name), message);
            }
        }
    }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// `800` or `799.5` in hundredths, exactly; `None` for more than nine digits before the point, more than two decimals, signs and exponents.
pub(super) fn parse_hundredths(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || decimals.len() > 2 || !digits(whole) || !digits(decimals) {
        return None;
    }
    format!("{whole}{decimals:0<2}").parse().ok()
}
