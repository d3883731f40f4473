//! The four kinds of value both engines share, and rows of them.

use crate::StoreError;

/// A bound parameter or a column value that SQLite and PostgreSQL both store without loss.
///
/// Instants are integer UTC milliseconds, venue days are text `YYYY-MM-DD`, money is integer paise,
/// yes/no is integer 1/0 (docs/DATABASE.md).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// SQL null.
    Null,
    /// A 64-bit signed integer (`integer` / `bigint`).
    Integer(i64),
    /// Unicode text (`text`).
    Text(String),
    /// Raw bytes (`blob` / `bytea`).
    Bytes(Vec<u8>),
}

macro_rules! value_from {
    ($($source:ty => $make:expr),* $(,)?) => {
        $(impl From<$source> for Value {
            fn from(source: $source) -> Self {
                ($make)(source)
            }
        })*
    };
}

value_from! {
    i64 => Value::Integer,
    i32 => |n: i32| Value::Integer(n.into()),
    u32 => |n: u32| Value::Integer(n.into()),
    bool => |b: bool| Value::Integer(b.into()),
    String => Value::Text,
    &str => |s: &str| Value::Text(s.to_owned()),
    &String => |s: &String| Value::Text(s.clone()),
    Vec<u8> => Value::Bytes,
    &[u8] => |b: &[u8]| Value::Bytes(b.to_vec()),
    [u8; 32] => |b: [u8; 32]| Value::Bytes(b.to_vec()),
    &[u8; 32] => |b: &[u8; 32]| Value::Bytes(b.to_vec()),
    jiff::Timestamp => |at: jiff::Timestamp| Value::Integer(at.as_millisecond()),
    jiff::civil::Date => |day: jiff::civil::Date| Value::Text(day.to_string()),
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(source: Option<T>) -> Self {
        source.map_or(Value::Null, Into::into)
    }
}

/// One row of a result, columns by position in the order of the `select` list.
#[derive(Debug, Clone)]
pub struct Row {
    statement: &'static str,
    columns: Vec<Value>,
}

impl Row {
    /// A row of `statement` (its name is used in error messages); called by the engines.
    pub fn new(statement: &'static str, columns: Vec<Value>) -> Self {
        Row { statement, columns }
    }

    fn wrong(&self, column: usize, wanted: &str) -> StoreError {
        StoreError::Corrupt(format!(
            "{}: column {column} should be {wanted} but is {:?}",
            self.statement,
            self.columns.get(column)
        ))
    }

    /// The integer in `column` (from 0); [`StoreError::Corrupt`] if it has another type.
    pub fn integer(&self, column: usize) -> Result<i64, StoreError> {
        match self.columns.get(column) {
            Some(Value::Integer(n)) => Ok(*n),
            _ => Err(self.wrong(column, "an integer")),
        }
    }

    /// The integer in `column`, or `None` for null.
    pub fn integer_or_null(&self, column: usize) -> Result<Option<i64>, StoreError> {
        match self.columns.get(column) {
            Some(Value::Null) => Ok(None),
            _ => self.integer(column).map(Some),
        }
    }

    /// The boolean in `column`, stored as 1/0.
    pub fn flag(&self, column: usize) -> Result<bool, StoreError> {
        self.integer(column).map(|n| n != 0)
    }

    /// The text in `column`.
    pub fn text(&self, column: usize) -> Result<&str, StoreError> {
        match self.columns.get(column) {
            Some(Value::Text(s)) => Ok(s),
            _ => Err(self.wrong(column, "text")),
        }
    }

    /// The text in `column`, or `None` for null.
    pub fn text_or_null(&self, column: usize) -> Result<Option<&str>, StoreError> {
        match self.columns.get(column) {
            Some(Value::Null) => Ok(None),
            _ => self.text(column).map(Some),
        }
    }

    /// The bytes in `column`.
    pub fn bytes(&self, column: usize) -> Result<&[u8], StoreError> {
        match self.columns.get(column) {
            Some(Value::Bytes(b)) => Ok(b),
            _ => Err(self.wrong(column, "bytes")),
        }
    }

    /// The bytes in `column`, or `None` for null.
    pub fn bytes_or_null(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        match self.columns.get(column) {
            Some(Value::Null) => Ok(None),
            _ => self.bytes(column).map(Some),
        }
    }

    /// The instant in `column`, stored as UTC milliseconds.
    pub fn instant(&self, column: usize) -> Result<jiff::Timestamp, StoreError> {
        jiff::Timestamp::from_millisecond(self.integer(column)?)
            .map_err(|_| self.wrong(column, "an instant in UTC milliseconds"))
    }

    /// The instant in `column`, or `None` for null.
    pub fn instant_or_null(&self, column: usize) -> Result<Option<jiff::Timestamp>, StoreError> {
        match self.columns.get(column) {
            Some(Value::Null) => Ok(None),
            _ => self.instant(column).map(Some),
        }
    }

    /// The calendar day in `column`, stored as text `YYYY-MM-DD`.
    pub fn day(&self, column: usize) -> Result<jiff::civil::Date, StoreError> {
        self.text(column)?.parse().map_err(|_| self.wrong(column, "a day written YYYY-MM-DD"))
    }

    /// The text in `column` parsed into `T` (an enum name, an id …).
    pub fn parsed<T: std::str::FromStr>(&self, column: usize) -> Result<T, StoreError> {
        self.text(column)?.parse().map_err(|_| self.wrong(column, std::any::type_name::<T>()))
    }
}

/// The bound parameters of a statement, in the order of `$1`, `$2` …: `params![court, starts_at, now]`.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::Value::from($value)),*] };
}
