//! The parameters of messages: what they count, on the wire and in English.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Serialize;
use sideout_domain::money::Money;
use utoipa::ToSchema;

/// A parameter's value as answers send it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ParamValue {
    /// A number; the parameter's name says of what.
    Number(i64),
    /// A text; the parameter's name says what it is.
    Text(Cow<'static, str>),
}

/// The parameters of a message, by name.
pub type Params = BTreeMap<&'static str, ParamValue>;

/// A parameter of a message.
pub(super) trait Param {
    /// The kind's name in the exported list, and how the names of its parameters end.
    fn kind() -> (&'static str, &'static str)
    where
        Self: Sized;
    fn value(&self) -> ParamValue;
    fn english(&self) -> String;
}

/// A plain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub u32);

impl Param for Count {
    fn kind() -> (&'static str, &'static str) {
        ("count", "")
    }
    fn value(&self) -> ParamValue {
        ParamValue::Number(self.0.into())
    }
    fn english(&self) -> String {
        self.0.to_string()
    }
}

/// A length of time in minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minutes(pub u32);

impl Param for Minutes {
    fn kind() -> (&'static str, &'static str) {
        ("minutes", "_minutes")
    }
    fn value(&self) -> ParamValue {
        ParamValue::Number(self.0.into())
    }
    /// `6 hours`, `1 hour` or `90 minutes`.
    fn english(&self) -> String {
        match (self.0 / 60, self.0 % 60) {
            (0, _) => plural(self.0, "minute"),
            (hours, 0) => plural(hours, "hour"),
            _ => plural(self.0, "minute"),
        }
    }
}

/// A length of time in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seconds(pub u32);

impl Param for Seconds {
    fn kind() -> (&'static str, &'static str) {
        ("seconds", "_seconds")
    }
    fn value(&self) -> ParamValue {
        ParamValue::Number(self.0.into())
    }
    /// `10 minutes`, `1 minute`, `40 seconds` or `1 second`; from a minute on rounded down to whole minutes.
    fn english(&self) -> String {
        match self.0 / 60 {
            0 => plural(self.0, "second"),
            minutes => plural(minutes, "minute"),
        }
    }
}

/// An amount of money in paise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paise(pub Money);

impl Param for Paise {
    fn kind() -> (&'static str, &'static str) {
        ("paise", "_paise")
    }
    fn value(&self) -> ParamValue {
        ParamValue::Number(self.0.paise())
    }
    fn english(&self) -> String {
        self.0.to_string()
    }
}

/// English details of a malformed request, for the developer of the client.
pub type Details = Cow<'static, str>;

impl Param for Details {
    fn kind() -> (&'static str, &'static str) {
        ("english", "_in_english")
    }
    fn value(&self) -> ParamValue {
        ParamValue::Text(self.clone())
    }
    fn english(&self) -> String {
        self.clone().into_owned()
    }
}

fn plural(number: u32, unit: &str) -> String {
    if number == 1 { format!("1 {unit}") } else { format!("{number} {unit}s") }
}
