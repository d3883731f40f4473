//! The error of a command.

use std::{fmt, io};

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

/// What the person at the terminal does if a file cannot be written: makes room if its disk is full, and else what `otherwise` says.
pub(crate) fn make_room_or(otherwise: &'static str, error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room on its disk",
        _ => otherwise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_not_blamed_on_the_rights_of_the_user() {
        let advice = |kind: io::ErrorKind| make_room_or("chmod it", &io::Error::from(kind));
        assert_eq!(advice(io::ErrorKind::StorageFull), "make room on its disk");
        assert_eq!(advice(io::ErrorKind::QuotaExceeded), "make room on its disk");
        assert_eq!(advice(io::ErrorKind::PermissionDenied), "chmod it");
    }
}
