//! Rows of a result, read by the names of their columns.

use std::{any::type_name, str::FromStr, sync::Arc};

use jiff::{Timestamp, civil::Date};
use rustc_hash::FxHashMap;
use sideout_domain::{money::Money, slot::StartTime};

use crate::{StoreError, Value};

/// The names of a statement's columns, which its rows share.
#[derive(Debug)]
pub struct Columns {
    statement: &'static str,
    positions: FxHashMap<Box<str>, usize>,
}

impl Columns {
    /// The columns of `statement` (its name is used in error messages), in the order of its `select` list.
    pub fn new<'n>(statement: &'static str, names: impl IntoIterator<Item = &'n str>) -> Arc<Self> {
        let positions = names.into_iter().enumerate().map(|(position, name)| (name.into(), position));
        Arc::new(Columns { statement, positions: positions.collect() })
    }
}

/// One row of a result. Its columns are read by name: `row.money("price_paise")?`.
///
/// Each method that reads a column returns [`StoreError::Corrupt`] with the names of the statement and of the column if the
/// statement has no such column or the value is of another kind. Those that end in `_or_null` return `None` for null.
#[derive(Debug, Clone)]
pub struct Row {
    columns: Arc<Columns>,
    values: Vec<Value>,
}

impl Row {
    /// A row with these values, in the order of `columns`.
    pub fn new(columns: &Arc<Columns>, values: Vec<Value>) -> Self {
        Row { columns: Arc::clone(columns), values }
    }

    /// All values in the order of the `select` list, for code that does not know the names of the columns.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// All columns with their names, in the order of the `select` list.
    pub fn named(&self) -> Vec<(&str, &Value)> {
        let mut names: Vec<(&str, usize)> =
            self.columns.positions.iter().map(|(name, position)| (&**name, *position)).collect();
        names.sort_by_key(|(_, position)| *position);
        names.into_iter().filter_map(|(name, position)| Some((name, self.values.get(position)?))).collect()
    }

    fn value(&self, column: &str) -> Option<&Value> {
        self.columns.positions.get(column).and_then(|position| self.values.get(*position))
    }

    #[cold]
    fn wrong(&self, column: &str, wanted: &str) -> StoreError {
        let statement = self.columns.statement;
        StoreError::Corrupt(match self.value(column) {
            Some(value) => format!("{statement}: column {column} should be {wanted} but is {}", shown(value)),
            None => format!("{statement}: there is no column {column}"),
        })
    }

    fn or_null<'r, T>(
        &'r self,
        column: &str,
        read: impl FnOnce(&'r Self, &str) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match self.value(column) {
            Some(Value::Null) => Ok(None),
            _ => read(self, column).map(Some),
        }
    }

    /// The integer in `column`.
    pub fn integer(&self, column: &str) -> Result<i64, StoreError> {
        match self.value(column) {
            Some(Value::Integer(n)) => Ok(*n),
            _ => Err(self.wrong(column, "an integer")),
        }
    }

    /// The integer in `column`, or `None` for null.
    pub fn integer_or_null(&self, column: &str) -> Result<Option<i64>, StoreError> {
        self.or_null(column, Self::integer)
    }

    /// The integer in `column` as a `T` with fewer values (`u16`, an order number …).
    pub fn converted<T: TryFrom<i64>>(&self, column: &str) -> Result<T, StoreError> {
        T::try_from(self.integer(column)?).map_err(|_| self.wrong(column, type_name::<T>()))
    }

    /// As [`Row::converted`], or `None` for null.
    pub fn converted_or_null<T: TryFrom<i64>>(&self, column: &str) -> Result<Option<T>, StoreError> {
        self.or_null(column, Self::converted)
    }

    /// The boolean in `column`, stored as 1/0.
    pub fn flag(&self, column: &str) -> Result<bool, StoreError> {
        self.integer(column).map(|n| n != 0)
    }

    /// The amount in `column`, stored as paise.
    pub fn money(&self, column: &str) -> Result<Money, StoreError> {
        self.integer(column).map(Money::from_paise)
    }

    /// The amount in `column`, or `None` for null.
    pub fn money_or_null(&self, column: &str) -> Result<Option<Money>, StoreError> {
        self.or_null(column, Self::money)
    }

    /// The text in `column`.
    pub fn text(&self, column: &str) -> Result<&str, StoreError> {
        match self.value(column) {
            Some(Value::Text(s)) => Ok(s),
            _ => Err(self.wrong(column, "text")),
        }
    }

    /// The text in `column`, or `None` for null.
    pub fn text_or_null(&self, column: &str) -> Result<Option<&str>, StoreError> {
        self.or_null(column, Self::text)
    }

    /// The text in `column` parsed into `T` (an enum name, a phone number …).
    pub fn parsed<T: FromStr>(&self, column: &str) -> Result<T, StoreError> {
        self.text(column)?.parse().map_err(|_| self.wrong(column, type_name::<T>()))
    }

    /// As [`Row::parsed`], or `None` for null.
    pub fn parsed_or_null<T: FromStr>(&self, column: &str) -> Result<Option<T>, StoreError> {
        self.or_null(column, Self::parsed)
    }

    /// The bytes in `column`.
    pub fn bytes(&self, column: &str) -> Result<&[u8], StoreError> {
        match self.value(column) {
            Some(Value::Bytes(b)) => Ok(b),
            _ => Err(self.wrong(column, "bytes")),
        }
    }

    /// The bytes in `column`, or `None` for null.
    pub fn bytes_or_null(&self, column: &str) -> Result<Option<&[u8]>, StoreError> {
        self.or_null(column, Self::bytes)
    }

    /// The instant in `column`, stored as UTC milliseconds.
    pub fn instant(&self, column: &str) -> Result<Timestamp, StoreError> {
        Timestamp::from_millisecond(self.integer(column)?)
            .map_err(|_| self.wrong(column, "an instant in UTC milliseconds"))
    }

    /// The instant in `column`, or `None` for null.
    pub fn instant_or_null(&self, column: &str) -> Result<Option<Timestamp>, StoreError> {
        self.or_null(column, Self::instant)
    }

    /// The calendar day in `column`, stored as text `YYYY-MM-DD`.
    pub fn day(&self, column: &str) -> Result<Date, StoreError> {
        self.text(column)?.parse().map_err(|_| self.wrong(column, "a day written YYYY-MM-DD"))
    }

    /// The calendar day in `column`, or `None` for null.
    pub fn day_or_null(&self, column: &str) -> Result<Option<Date>, StoreError> {
        self.or_null(column, Self::day)
    }

    /// The start time in `column`, stored as the minute of the day.
    pub fn start_time(&self, column: &str) -> Result<StartTime, StoreError> {
        StartTime::from_minute(self.converted(column)?)
            .ok_or_else(|| self.wrong(column, "a minute of the day at which play starts"))
    }
}

/// A value as an error shows it, which is logged: of a text or bytes only the length, because they may be a phone number, a
/// name or a hash. A text like the name of a status is shown, because a newer program may have written it.
fn shown(value: &Value) -> String {
    let is_like_a_status = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    match value {
        Value::Text(text) if !is_like_a_status(text) => format!("a text of {} bytes", text.len()),
        Value::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Value::Null | Value::Integer(_) | Value::Text(_) => format!("{value:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        let columns = Columns::new("orders/find", ["price_paise", "status", "held_until", "phone", "hash"]);
        let text = |text: &str| Value::Text(text.to_owned());
        let (price, hash) = (Value::Integer(120_000), Value::Bytes(vec![7; 32]));
        Row::new(&columns, vec![price, text("held"), Value::Null, text("+919825041736"), hash])
    }

    #[test]
    fn a_column_is_found_by_its_name() {
        assert_eq!(row().integer("price_paise").unwrap(), 120_000);
        assert_eq!(row().text("status").unwrap(), "held");
        assert_eq!(row().instant_or_null("held_until").unwrap(), None);
    }

    #[test]
    fn an_error_names_the_statement_and_the_column() {
        let message = |failed: StoreError| failed.to_string();
        let missing = message(row().integer_or_null("price").unwrap_err());
        assert!(missing.contains("orders/find: there is no column price"), "{missing}");
        let wrong = message(row().text("price_paise").unwrap_err());
        assert!(wrong.contains("orders/find: column price_paise should be text"), "{wrong}");
        let null = message(row().instant("held_until").unwrap_err());
        assert!(null.contains("column held_until should be an integer but is Null"), "{null}");
        let too_large = message(row().converted::<u8>("price_paise").unwrap_err());
        assert!(too_large.contains("column price_paise should be u8"), "{too_large}");
    }

    #[test]
    fn an_error_shows_a_status_but_no_text_that_may_be_of_a_person_and_no_hash() {
        let message = |failed: StoreError| failed.to_string();
        let phone = message(row().parsed::<u8>("phone").unwrap_err());
        assert!(phone.ends_with("should be u8 but is a text of 13 bytes"), "{phone}");
        let hash = message(row().text("hash").unwrap_err());
        assert!(hash.ends_with("should be text but is 32 bytes"), "{hash}");
        let status = message(row().parsed::<u8>("status").unwrap_err());
        assert!(status.ends_with("should be u8 but is Text(\"held\")"), "{status}");
    }
}
