//! Maps PostgreSQL's errors to the store's, without the values that its details quote.

use sideout_store::StoreError;
use tokio_postgres::{
    Error,
    error::{DbError, Severity, SqlState},
};

/// Describes an error for the log: the server's message without its `DETAIL` (which quotes rows, and rows hold phones).
pub(crate) fn describe(what: &str, error: &Error) -> String {
    match error.as_db_error() {
        Some(db) => {
            let place = [db.table(), db.constraint(), db.column()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(".");
            format!("{what}: {} {} {place}", db.code().code(), db.message()).trim_end().to_owned()
        }
        None => {
            // The driver's own text leaves out the cause, which its source has.
            let cause =
                std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
            format!("{what}: {error}{cause}")
        }
    }
}

/// Why no connection was opened.
#[derive(Debug)]
pub(crate) enum OpenError {
    /// No host could be reached, or the server refused the connection.
    Refused(Error),
    /// There was no answer in time.
    NoAnswer,
}

/// Describes for the log why no connection was opened.
pub(crate) fn describe_open(what: &str, error: &OpenError) -> String {
    match error {
        OpenError::Refused(error) => describe(what, error),
        OpenError::NoAnswer => format!("{what}: no answer in time"),
    }
}

/// The server could not be reached, refused the connection or did not answer.
pub(crate) fn from_connect(error: &OpenError) -> StoreError {
    let why = describe_open("connect", error);
    StoreError::Unavailable(format!(
        "{why}; check that PostgreSQL runs, and the database's URL and certificates"
    ))
}

/// Whether the server may become available soon: it cannot be reached, does not answer, is starting or stopping, a
/// standby is being promoted, or it has no free connections. A server that understood and refused the login will refuse
/// it again.
pub(crate) fn may_come_up(error: &OpenError) -> bool {
    let OpenError::Refused(error) = error else { return true };
    match error.as_db_error() {
        Some(db) => matches!(db.code().code().get(..2), Some("08" | "53" | "57")),
        None => {
            // An unusable URL or an untrusted certificate has other causes.
            let cause =
                std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<std::io::Error>());
            error.is_closed() || cause.is_some_and(|cause| cause.kind() != std::io::ErrorKind::InvalidData)
        }
    }
}

/// The meaning of a failed statement while no commit is in progress: nothing was changed, so never an unknown outcome.
pub(crate) fn from_statement(statement: &str, error: &Error) -> StoreError {
    let message = describe(statement, error);
    match error.as_db_error() {
        Some(db) => from_server(db, message),
        None if is_about_the_connection(error) => StoreError::Unavailable(message),
        None => StoreError::Corrupt(message),
    }
}

/// The meaning of a failed commit.
pub(crate) fn from_commit(error: &Error) -> StoreError {
    let message = describe("commit", error);
    match error.as_db_error() {
        // The server itself reports that the transaction is rolled back.
        Some(db) if db.parsed_severity() == Some(Severity::Error) => from_server(db, message),
        // FATAL ends the connection, perhaps after the commit reached the disk. Without a reply the outcome is unknown,
        // too.
        _ => StoreError::UnknownOutcome(message),
    }
}

fn from_server(db: &DbError, message: String) -> StoreError {
    match db.code().code().get(..2) {
        Some("23") => StoreError::Constraint(message),
        // Data and statements that do not fit the schema, and other defects of the program.
        Some("0A" | "21" | "22" | "25" | "26" | "2F" | "42" | "XX") => StoreError::Corrupt(message),
        // Connection, resources, locks, cancelled by a time limit, shutdown, serialization.
        _ => StoreError::Unavailable(message),
    }
}

/// Whether another run of the unit from its start may succeed: serialization failure, deadlock, a plan that no longer
/// fits the schema (another node has migrated), a server that no longer accepts writes (fail-over).
pub(crate) fn is_worth_another_run(error: &Error) -> bool {
    error.as_db_error().is_some_and(|db| {
        let code = db.code();
        *code == SqlState::T_R_SERIALIZATION_FAILURE
            || *code == SqlState::T_R_DEADLOCK_DETECTED
            || is_stale_plan(code)
            || is_standby(code)
    })
}

/// Whether the server, the database or the role has reached its connection limit.
pub(crate) fn is_full(error: &OpenError) -> bool {
    matches!(error, OpenError::Refused(error) if error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS))
}

/// Whether the connection must not be used again although it still works.
pub(crate) fn is_wrong_connection(error: &Error) -> bool {
    error.as_db_error().is_some_and(|db| is_stale_plan(db.code()) || is_standby(db.code()))
}

/// Whether the server ended the connection with this error (it sends the error before it closes).
pub(crate) fn ends_the_connection(error: &Error) -> bool {
    let severity = error.as_db_error().and_then(DbError::parsed_severity);
    error.is_closed() || matches!(severity, Some(Severity::Fatal | Severity::Panic))
}

fn is_stale_plan(code: &SqlState) -> bool {
    // `cached plan must not change result type`.
    *code == SqlState::FEATURE_NOT_SUPPORTED
}

fn is_standby(code: &SqlState) -> bool {
    *code == SqlState::READ_ONLY_SQL_TRANSACTION
}

fn is_about_the_connection(error: &Error) -> bool {
    let io = std::error::Error::source(error).is_some_and(|cause| cause.is::<std::io::Error>());
    error.is_closed() || io
}
