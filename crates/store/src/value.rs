//! The four kinds of value both engines share.

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

/// The bound parameters of a statement, in the order of `$1`, `$2` …: `params![court, starts_at, now]`.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::Value::from($value)),*] };
}
