//! Maps SQLite's errors to the store's.

use rusqlite::{Error, ErrorCode, ffi};
use sideout_store::StoreError;

/// The meaning of a failed statement while no commit was in progress: nothing was changed, so never an unknown outcome.
pub(crate) fn from_statement(statement: &str, error: &Error) -> StoreError {
    match error {
        Error::SqliteFailure(failure, text) => {
            let message = format!("{statement}: {}", text.as_deref().unwrap_or("no text"));
            match failure.code {
                ErrorCode::ConstraintViolation => StoreError::Constraint(message),
                // Plain READONLY comes from our own `query_only`: a change inside a read, a defect in the program. A file that
                // cannot be written is refused when it is opened.
                ErrorCode::ReadOnly if failure.extended_code == ffi::SQLITE_READONLY => {
                    StoreError::Corrupt(message)
                }
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::DiskFull
                | ErrorCode::OutOfMemory
                | ErrorCode::CannotOpen
                | ErrorCode::PermissionDenied
                | ErrorCode::ReadOnly
                | ErrorCode::OperationInterrupted
                | ErrorCode::SystemIoFailure => StoreError::Unavailable(message),
                _ => StoreError::Corrupt(message),
            }
        }
        other => StoreError::Corrupt(format!("{statement}: {other}")),
    }
}

/// The meaning of a failed commit for the callers that wait for it.
pub(crate) fn from_commit(error: &Error) -> StoreError {
    if is_disk_failure(error) {
        // The log's commit record may or may not have reached the disk; a failed fsync does not say.
        StoreError::UnknownOutcome(format!("commit: {error}"))
    } else {
        StoreError::Unavailable(format!("commit: {error}"))
    }
}

/// Whether the file or the disk can no longer be trusted: the writer must stop.
pub(crate) fn is_disk_failure(error: &Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::SystemIoFailure | ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(code: i32) -> Error {
        Error::SqliteFailure(ffi::Error::new(code), None)
    }

    #[test]
    fn a_commit_on_a_full_disk_changes_nothing() {
        let full = failure(ffi::SQLITE_FULL);
        assert!(matches!(from_commit(&full), StoreError::Unavailable(_)));
        assert!(!is_disk_failure(&full), "the writer goes on");
        // The control: after this failure the outcome is unknown.
        assert!(matches!(from_commit(&failure(ffi::SQLITE_IOERR)), StoreError::UnknownOutcome(_)));
    }
}
