//! PostgreSQL's errors in the store's terms, without the values it likes to quote in its details.

use sideout_store::StoreError;
use tokio_postgres::{
    Error,
    error::{DbError, Severity, SqlState},
};

/// What failed, for the log: the server's words without its `DETAIL` (which quotes rows, and rows hold phones).
pub(crate) fn told(what: &str, error: &Error) -> String {
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
            // The driver's own text says only `error connecting to server`; the cause below it says why.
            let cause =
                std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
            format!("{what}: {error}{cause}")
        }
    }
}

/// The server could not be reached or let us not in.
pub(crate) fn of_connecting(error: &Error) -> StoreError {
    StoreError::Unavailable(told("connect", error))
}

/// Whether a server may be there in a moment: none answers, it is starting or stopping, a standby is being promoted, or all
/// its places are taken. One that understood and refused us will do so again.
pub(crate) fn may_come_up(error: &Error) -> bool {
    match error.as_db_error() {
        Some(db) => matches!(db.code().code().get(..2), Some("08" | "53" | "57")),
        None => {
            // A URL that cannot be used or a certificate that is not trusted has other causes.
            let cause =
                std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<std::io::Error>());
            error.is_closed() || cause.is_some_and(|cause| cause.kind() != std::io::ErrorKind::InvalidData)
        }
    }
}

/// What a failed statement means while no commit is under way: nothing was changed, so never an unknown outcome.
pub(crate) fn of_statement(statement: &str, error: &Error) -> StoreError {
    let told = told(statement, error);
    match error.as_db_error() {
        Some(db) => of_server(db, told),
        None if is_about_the_connection(error) => StoreError::Unavailable(told),
        None => StoreError::Corrupt(told),
    }
}

/// What a failed commit means.
pub(crate) fn of_commit(error: &Error) -> StoreError {
    let told = told("commit", error);
    match error.as_db_error() {
        // The server itself says that the transaction is gone.
        Some(db) if db.parsed_severity() == Some(Severity::Error) => of_server(db, told),
        // FATAL: it ends the connection, perhaps after the commit reached the disk. No answer: who knows.
        _ => StoreError::UnknownOutcome(told),
    }
}

fn of_server(db: &DbError, told: String) -> StoreError {
    match db.code().code().get(..2) {
        Some("23") => StoreError::Constraint(told),
        // Data and statements that do not fit the schema, and whatever is the program's mistake.
        Some("0A" | "21" | "22" | "25" | "26" | "2F" | "42" | "XX") => StoreError::Corrupt(told),
        // Connection, resources, locks, cancelled by a time limit, shutting down, serialization.
        _ => StoreError::Unavailable(told),
    }
}

/// Whether running the unit again from its beginning may well succeed: serialization failure, deadlock, a plan that no
/// longer fits the schema (another node has migrated), a server that no longer takes writes (fail-over).
pub(crate) fn is_worth_another_run(error: &Error) -> bool {
    error.as_db_error().is_some_and(|db| {
        let code = db.code();
        *code == SqlState::T_R_SERIALIZATION_FAILURE
            || *code == SqlState::T_R_DEADLOCK_DETECTED
            || is_stale_plan(code)
            || is_standby(code)
    })
}

/// Whether the server, the database or the role has all the connections it allows.
pub(crate) fn is_full(error: &Error) -> bool {
    error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS)
}

/// Whether the connection must not be used again although it still answers.
pub(crate) fn is_wrong_connection(error: &Error) -> bool {
    error.as_db_error().is_some_and(|db| is_stale_plan(db.code()) || is_standby(db.code()))
}

/// Whether the server has ended the connection with this (it says so before it closes it).
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
