//! From a database URL to a store: the one place that names the engines.

use std::path::PathBuf;

use sideout_store::{Store, StoreError};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

use crate::commands::Failure;

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DatabaseUrl {
    /// Embedded, in this file.
    Sqlite(PathBuf),
    /// A server; the URL may hold a password and is never printed.
    Postgres(String),
}

impl DatabaseUrl {
    /// Reads `sqlite:PATH` or `postgres://…`.
    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() || path == ":memory:" {
                return Err(Failure::new("database_url: sqlite needs a file, like sqlite:data/sideout.db"));
            }
            return Ok(DatabaseUrl::Sqlite(path.into()));
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(DatabaseUrl::Postgres(text.to_owned()));
        }
        Err(Failure::new(
            "database_url must be sqlite:PATH or postgres://user:password@host/database (docs/OPERATING.md)",
        ))
    }

    /// Opens the database and brings its schema up to date.
    pub(crate) async fn open(&self) -> Result<Store, Failure> {
        match self {
            DatabaseUrl::Sqlite(path) => {
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    std::fs::create_dir_all(folder).map_err(|error| {
                        Failure::new(format!("the folder {} cannot be made: {error}", folder.display()))
                    })?;
                }
                SqliteStore::open(path, SqliteOptions::default()).map(Store::new)
            }
            DatabaseUrl::Postgres(url) => {
                PostgresStore::connect(url, PostgresOptions::default()).await.map(Store::new)
            }
        }
        .map_err(|error: StoreError| Failure::new(format!("the database cannot be opened: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_engines_are_known_by_their_url_and_nothing_else_is() {
        assert_eq!(DatabaseUrl::parse("sqlite:data/x.db").unwrap(), DatabaseUrl::Sqlite("data/x.db".into()));
        assert_eq!(
            DatabaseUrl::parse("sqlite:///var/x.db").unwrap(),
            DatabaseUrl::Sqlite("/var/x.db".into())
        );
        assert!(matches!(DatabaseUrl::parse("postgres://u:p@h/d").unwrap(), DatabaseUrl::Postgres(_)));
        for text in ["", "sqlite:", "sqlite::memory:", "mysql://h/d", "data/x.db"] {
            assert!(DatabaseUrl::parse(text).is_err(), "{text}");
        }
    }
}
