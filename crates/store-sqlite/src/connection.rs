//! Connections to SQLite, with the settings common to all connections.

use std::path::Path;

use rusqlite::{Connection, MAIN_DB, OpenFlags, config::DbConfig};
use sideout_store::StoreError;

use crate::{SqliteOptions, error, statement_text::KnownStatements};

/// The most memory for pages of the connection that writes, in KiB; a small database uses less.
const WRITER_CACHE_KIB: i64 = 32 * 1_024;

/// A commit that finds this many pages in the log (16 MB) copies them to the database. SQLite's default is a quarter of
/// it; pages that several commits change are copied once.
const CHECKPOINT_PAGES: i64 = 4_000;

/// The size of the cache of prepared statements: larger than the number of statements, so that each is prepared only
/// once.
const STATEMENTS: usize = 1_024;

/// A connection together with the statements it knows.
pub(crate) struct OpenConnection {
    pub(crate) raw: Connection,
    pub(crate) statements: KnownStatements,
}

impl OpenConnection {
    /// The connection that writes.
    pub(crate) fn for_writing(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let raw = open(path, options).map_err(|error| error::from_statement("open", &error))?;
        refuse_read_only(&raw, path)?;
        let mode: String = raw
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
            .map_err(|error| error::from_statement("journal_mode", &error))?;
        if mode != "wal" {
            return Err(StoreError::Unavailable(format!(
                "{} cannot keep a write-ahead log (journal_mode is {mode}): put it on a local disk",
                path.display()
            )));
        }
        // FULL: an acknowledged commit survives a power cut. Group commit makes it cheaper than NORMAL without it.
        set(&raw, "synchronous", "full")?;
        // After a burst the log file is truncated to this many bytes.
        set(&raw, "journal_size_limit", 64 * 1_024 * 1_024)?;
        set(&raw, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        // SQLite's default is 2 MB, less than the pages of one full batch after years of bookings, whose keys are
        // random.
        set(&raw, "cache_size", -WRITER_CACHE_KIB)?;
        Ok(OpenConnection { raw, statements: KnownStatements::default() })
    }

    /// A connection that refuses changes.
    pub(crate) fn for_reading(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let raw = open(path, options).map_err(|error| error::from_statement("open", &error))?;
        set(&raw, "query_only", true)?;
        Ok(OpenConnection { raw, statements: KnownStatements::default() })
    }

    /// A connection for `vacuum into`, which `query_only` would refuse although it changes only the copy.
    pub(crate) fn for_copying(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let raw = open(path, options).map_err(|error| error::from_statement("open", &error))?;
        Ok(OpenConnection { raw, statements: KnownStatements::default() })
    }

    /// Runs one of the fixed transaction statements (`begin immediate` …), prepared once.
    pub(crate) fn control(&self, text: &'static str) -> rusqlite::Result<()> {
        self.raw.prepare_cached(text)?.raw_execute().map(|_| ())
    }
}

fn open(path: &Path, options: &SqliteOptions) -> rusqlite::Result<Connection> {
    // No URI names and no shared cache; NO_MUTEX because a connection has only one user at a time.
    let raw = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    raw.busy_timeout(options.busy_timeout)?;
    raw.set_prepared_statement_cache_capacity(STATEMENTS);
    // One plan per statement, whatever is bound to it. Without this SQLite plans again when a bound value might change
    // the plan, and a cached statement loses its values after each use.
    raw.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    raw.pragma_update(None, "foreign_keys", true)?;
    raw.pragma_update(None, "trusted_schema", false)?;
    raw.pragma_update(None, "mmap_size", 0)?;
    // Sorts in memory.
    raw.pragma_update(None, "temp_store", "memory")?;
    Ok(raw)
}

/// Refuses a file that this user cannot write. SQLite opens it for reading, and only the first change would fail.
fn refuse_read_only(raw: &Connection, path: &Path) -> Result<(), StoreError> {
    if raw.is_readonly(MAIN_DB).map_err(|error| error::from_statement("open", &error))? {
        return Err(StoreError::Unavailable(format!(
            "{} can only be read: chown and chmod it to the server's user",
            path.display()
        )));
    }
    Ok(())
}

fn set(raw: &Connection, pragma: &str, value: impl rusqlite::ToSql) -> Result<(), StoreError> {
    raw.pragma_update(None, pragma, value).map_err(|error| error::from_statement(pragma, &error))
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    /// How often a statement is planned again while it runs a hundred times with changing values.
    fn plans_made(connection: &Connection) -> i32 {
        connection
            .execute_batch(
                "create table thing (id integer primary key, kind integer, word text);
                 create index thing_by_kind on thing (kind) where word is not null;",
            )
            .unwrap();
        let text = "select id from thing where kind = ?1 and word = ?2 limit ?3";
        (0..100_i64)
            .map(|round| {
                let mut prepared = connection.prepare_cached(text).unwrap();
                prepared.raw_bind_parameter(1, round % 3).unwrap();
                prepared.raw_bind_parameter(2, "word").unwrap();
                prepared.raw_bind_parameter(3, round).unwrap();
                assert!(prepared.raw_query().next().unwrap().is_none());
                prepared.reset_status(StatementStatus::RePrepare)
            })
            .sum()
    }

    #[test]
    fn a_statement_is_planned_once_whatever_is_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plans.db");
        drop(Connection::open(&path).unwrap());
        let ours = OpenConnection::for_writing(&path, &SqliteOptions::default()).unwrap();
        assert_eq!(plans_made(&ours.raw), 0);
        assert!(plans_made(&Connection::open_in_memory().unwrap()) > 90, "control: without the setting");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_when_it_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("protected.db");
        let written = Connection::open(&path).unwrap();
        written.execute_batch("create table thing (id integer primary key)").unwrap();
        refuse_read_only(&written, &path).unwrap();
        // Tests may run as a user who can write every file, so this asks for what SQLite does with a protected one.
        let read = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let refused = refuse_read_only(&read, &path).unwrap_err();
        assert!(matches!(refused, StoreError::Unavailable(_)), "{refused}");
    }
}
