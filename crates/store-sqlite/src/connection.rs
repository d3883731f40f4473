//! A connection with the settings every one of ours has.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use sideout_store::StoreError;

use crate::{SqliteOptions, error, statement_text::TextCache};

/// More than there are statements, so that none is ever prepared twice.
const STATEMENTS: usize = 1_024;

/// A connection together with its translated statement texts.
pub(crate) struct OpenConnection {
    pub(crate) raw: Connection,
    pub(crate) texts: TextCache,
}

impl OpenConnection {
    /// The connection that writes.
    pub(crate) fn for_writing(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let raw = open(path, options).map_err(|error| error::of_statement("open", &error))?;
        let mode: String = raw
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
            .map_err(|error| error::of_statement("journal_mode", &error))?;
        if mode != "wal" {
            return Err(StoreError::Unavailable(format!(
                "{} cannot keep a write-ahead log (journal_mode is {mode}): put it on a local disk",
                path.display()
            )));
        }
        // FULL: an acknowledged commit survives a power cut. Group commit makes it cheaper than NORMAL without it.
        set(&raw, "synchronous", "full")?;
        // After a burst the log file shrinks back to this many bytes.
        set(&raw, "journal_size_limit", 64 * 1_024 * 1_024)?;
        Ok(OpenConnection { raw, texts: TextCache::default() })
    }

    /// A connection that refuses changes.
    pub(crate) fn for_reading(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let raw = open(path, options).map_err(|error| error::of_statement("open", &error))?;
        set(&raw, "query_only", true)?;
        Ok(OpenConnection { raw, texts: TextCache::default() })
    }

    /// A connection for `vacuum into`, which `query_only` would refuse although it changes only the copy.
    pub(crate) fn for_copying(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let raw = open(path, options).map_err(|error| error::of_statement("open", &error))?;
        Ok(OpenConnection { raw, texts: TextCache::default() })
    }

    /// Runs one of the fixed transaction statements (`begin immediate` …), prepared once.
    pub(crate) fn control(&self, text: &'static str) -> rusqlite::Result<()> {
        self.raw.prepare_cached(text)?.raw_execute().map(|_| ())
    }
}

fn open(path: &Path, options: &SqliteOptions) -> rusqlite::Result<Connection> {
    // No URI names and no shared cache; NO_MUTEX because a connection never leaves its one user.
    let raw = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    raw.busy_timeout(options.busy_timeout)?;
    raw.set_prepared_statement_cache_capacity(STATEMENTS);
    raw.pragma_update(None, "foreign_keys", true)?;
    raw.pragma_update(None, "trusted_schema", false)?;
    raw.pragma_update(None, "mmap_size", 0)?;
    // Sorting in memory: a booking database never sorts what would not fit.
    raw.pragma_update(None, "temp_store", "memory")?;
    Ok(raw)
}

fn set(raw: &Connection, pragma: &str, value: impl rusqlite::ToSql) -> Result<(), StoreError> {
    raw.pragma_update(None, pragma, value).map_err(|error| error::of_statement(pragma, &error))
}
