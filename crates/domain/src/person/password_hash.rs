//! The hash of a password.

use std::fmt;

/// An Argon2id hash as a PHC string, unchecked as stored in the database. `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Wraps a PHC string without checking it.
    pub fn new(phc: impl Into<String>) -> Self {
        PasswordHash(phc.into())
    }

    /// The PHC string.
    pub fn as_phc(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}
