//! The error of a command.

use std::fmt;

use sideout_store::StoreError;

/// Why a command failed, in a sentence that the person at the terminal can act on.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Failure(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the person at the terminal does about this failure of the database.
pub(crate) fn what_to_do(error: &StoreError) -> &'static str {
    match error {
        StoreError::Unavailable(_) | StoreError::UnknownOutcome(_) => "run the same command again",
        // The same command would meet the same data again.
        StoreError::Constraint(_) | StoreError::Corrupt(_) => {
            "run sideout doctor, and report this if doctor finds no cause"
        }
    }
}
