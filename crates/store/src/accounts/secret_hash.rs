//! Hashes that the database stores in place of secrets.

use crate::{Row, StoreError, Value};

macro_rules! hash {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(pub [u8; 32]);

        impl From<&$name> for Value {
            fn from(hash: &$name) -> Self {
                Value::Bytes(hash.0.to_vec())
            }
        }

        impl From<$name> for Value {
            fn from(hash: $name) -> Self {
                Value::from(&hash)
            }
        }
    };
}

hash! {
    /// SHA-256 of a token, a handle or a challenge: these have 192 bits or more that are random or from a keyed hash, so a
    /// plain hash is enough and can be a primary key. It also hashes values that are not secret, to recognize a repeated one.
    SecretHash
}
hash! {
    /// HMAC-SHA-256 of a handle and its one-time code under a key outside the database: a plain hash of six digits can be
    /// reversed by trying all codes. Random bytes where no code is right.
    CodeHash
}
hash! {
    /// HMAC-SHA-256 of a phone number whose player was erased, under a key outside the database: a plain hash can be
    /// reversed by trying all numbers.
    PhoneHash
}

impl SecretHash {
    /// The hash in `column`, or `None` for null.
    pub(crate) fn in_column(row: &Row, column: &str) -> Result<Option<Self>, StoreError> {
        row.bytes_or_null(column)?
            .map(|bytes| {
                <[u8; 32]>::try_from(bytes)
                    .map(SecretHash)
                    .map_err(|_| StoreError::Corrupt(format!("a hash of {} bytes", bytes.len())))
            })
            .transpose()
    }
}
