//! The four kinds of value in PostgreSQL's wire protocol.

use std::{error::Error, fmt};

use sideout_store::Value;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

/// A parameter to send to the server.
pub(crate) struct Param<'v>(pub(crate) &'v Value);

impl Param<'_> {
    /// The type to prepare this parameter with. Without it PostgreSQL infers the type from the statement, and takes
    /// `$1 + 1` for a 32-bit sum, which is too small for instants. For text and null PostgreSQL infers the type.
    pub(crate) fn kind(&self) -> Type {
        match self.0 {
            Value::Integer(_) => Type::INT8,
            Value::Bytes(_) => Type::BYTEA,
            Value::Text(_) | Value::Null => Type::UNKNOWN,
        }
    }
}

// The driver writes parameters to its debug log, which must not contain phones and hashes.
impl fmt::Debug for Param<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Value::Null => "null",
            Value::Integer(_) => "integer",
            Value::Text(_) => "text",
            Value::Bytes(_) => "bytes",
        })
    }
}

impl ToSql for Param<'_> {
    fn to_sql(&self, to: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self.0, to) {
            (Value::Null, _) => Ok(IsNull::Yes),
            (Value::Integer(n), &Type::INT8) => n.to_sql(to, out),
            (Value::Integer(n), &Type::INT4) => i32::try_from(*n)?.to_sql(to, out),
            (Value::Integer(n), &Type::INT2) => i16::try_from(*n)?.to_sql(to, out),
            (Value::Text(text), to) if <&str as ToSql>::accepts(to) => text.to_sql(to, out),
            (Value::Bytes(bytes), &Type::BYTEA) => bytes.to_sql(to, out),
            _ => Err(format!("{self:?} where the statement wants {to}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A column of a result.
pub(crate) struct Column(pub(crate) Value);

impl<'r> FromSql<'r> for Column {
    fn from_sql(from: &Type, raw: &'r [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Column(match *from {
            Type::INT8 => Value::Integer(i64::from_sql(from, raw)?),
            Type::INT4 => Value::Integer(i32::from_sql(from, raw)?.into()),
            Type::INT2 => Value::Integer(i16::from_sql(from, raw)?.into()),
            // SQLite has no boolean type: a comparison in a select list is 1 or 0 there, and so it is here.
            Type::BOOL => Value::Integer(bool::from_sql(from, raw)?.into()),
            Type::BYTEA => Value::Bytes(raw.to_vec()),
            _ if <&str as FromSql>::accepts(from) => Value::Text(String::from_sql(from, raw)?),
            _ => return Err(format!("a column of type {from}; cast it (`cast(sum(…) as bigint)`)").into()),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Column(Value::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
