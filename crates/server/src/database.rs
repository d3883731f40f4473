//! Opens the store of a database URL.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use sideout_app::platform::{
    clock::{Clock as _, SystemClock},
    node_clock::{NodeClock, SystemElapsed},
};
use sideout_store::{Store, StoreError};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteReadingStore, SqliteStore};

use crate::{failure::Failure, settings::ServerSettings};

/// The timeout of statements of reports.
const REPORT_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// The location of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DatabaseUrl {
    /// An SQLite database in this file.
    Sqlite(PathBuf),
    /// A PostgreSQL database.
    Postgres(PostgresServer),
}

/// The connection to a PostgreSQL server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PostgresServer {
    /// The database URL. It may contain a password: do not print it.
    pub(crate) url: String,
    /// The setting `database.root_certificates`.
    root_certificates: Option<PathBuf>,
}

impl PostgresServer {
    /// The default options with the certificates of the settings.
    pub(crate) fn options(&self) -> PostgresOptions {
        PostgresOptions { root_certificates: self.root_certificates.clone(), ..PostgresOptions::default() }
    }
}

impl DatabaseUrl {
    /// The database of these settings.
    pub(crate) fn of(settings: &ServerSettings) -> Result<Self, Failure> {
        let mut database = Self::parse(&settings.database_url)?;
        if let DatabaseUrl::Postgres(server) = &mut database {
            server.root_certificates.clone_from(&settings.database.root_certificates);
        }
        Ok(database)
    }

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
            return Ok(DatabaseUrl::Postgres(PostgresServer {
                url: text.to_owned(),
                root_certificates: None,
            }));
        }
        Err(Failure::new(
            "database_url must be sqlite:PATH or postgres://user:password@host/database (docs/OPERATING.md)",
        ))
    }

    /// Opens the database and brings its schema up to date.
    pub(crate) async fn open(&self) -> Result<Store, Failure> {
        self.open_or_wait(0).await
    }

    /// Like [`Self::open`], but waits up to `wait_seconds` for an unreachable database server.
    pub(crate) async fn open_or_wait(&self, wait_seconds: u64) -> Result<Store, Failure> {
        match self {
            DatabaseUrl::Sqlite(path) => {
                if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    std::fs::create_dir_all(folder).map_err(|error| {
                        Failure::new(format!(
                            "the folder {} cannot be created: {error}; create it for the server's user, or check database_url",
                            folder.display()
                        ))
                    })?;
                }
                SqliteStore::open(path, SqliteOptions::default()).map(Store::new)
            }
            DatabaseUrl::Postgres(server) => {
                let wait_for_server = Duration::from_secs(wait_seconds);
                let options = PostgresOptions { wait_for_server, ..server.options() };
                PostgresStore::connect(&server.url, options).await.map(Store::new)
            }
        }
        .map_err(cannot_open)
    }

    /// Opens the database read-only, also while servers use it. Statements may take minutes, because reports read years.
    pub(crate) async fn open_for_reading(&self) -> Result<Store, Failure> {
        self.require_schema().await?;
        match self {
            DatabaseUrl::Sqlite(path) => {
                Ok(Store::new(SqliteReadingStore::new(path, SqliteOptions::default())))
            }
            DatabaseUrl::Postgres(server) => {
                let options = PostgresOptions {
                    statement_timeout: REPORT_TIMEOUT,
                    work_timeout: REPORT_TIMEOUT,
                    ..server.options()
                };
                PostgresStore::for_reading(&server.url, options).map(Store::new).map_err(cannot_open)
            }
        }
    }

    /// Fails unless the database exists and has the schema of this program or a newer one.
    pub(crate) async fn require_schema(&self) -> Result<(), Failure> {
        match self.schema().await? {
            Schema::UpToDate => Ok(()),
            Schema::None => Err(Failure::new(
                "there is no database yet: start the server once, which creates it, or check database_url",
            )),
            Schema::Behind { at, newest } => Err(schema_is_behind(at, newest)),
        }
    }

    /// Reads the schema version without changing anything.
    pub(crate) async fn schema(&self) -> Result<Schema, Failure> {
        let (at, newest) = match self {
            DatabaseUrl::Sqlite(path) if is_missing(path) => return Ok(Schema::None),
            DatabaseUrl::Sqlite(path) => sideout_store_sqlite::schema(path),
            DatabaseUrl::Postgres(server) => sideout_store_postgres::inspect(&server.url, &server.options())
                .await
                .map(|inspection| (inspection.schema, inspection.newest)),
        }
        .map_err(cannot_open)?;
        Ok(match at {
            None => Schema::None,
            Some(at) if at < newest => Schema::Behind { at, newest },
            Some(_) => Schema::UpToDate,
        })
    }
}

/// Whether there is no file at `path`. False for a folder that cannot be searched, because it may hold one.
pub(crate) fn is_missing(path: &Path) -> bool {
    matches!(path.try_exists(), Ok(false))
}

/// The clock of a command that runs beside servers: adjusted to the database's clock, if it has one.
pub(crate) async fn clock_of(store: &Store) -> Result<NodeClock, Failure> {
    let clock = NodeClock::new(Arc::new(SystemClock), SystemElapsed::start());
    clock.calibrate(store.clock().await.map_err(cannot_open)?);
    Ok(clock)
}

/// The state of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Schema {
    /// The database does not exist or has none of our tables.
    None,
    /// The next start migrates it.
    Behind {
        /// The last applied migration.
        at: i64,
        /// The last migration this program knows.
        newest: i64,
    },
    /// It is the schema of this program or a newer one: opening the database migrates nothing.
    UpToDate,
}

/// The failure of a command that does not migrate the schema: the operator is to back up first, and nodes of the previous
/// version may still run.
pub(crate) fn schema_is_behind(at: i64, newest: i64) -> Failure {
    Failure::new(format!(
        "the database is at schema {at} of {newest}: back it up, start the server once, and run this again"
    ))
}

fn cannot_open(error: StoreError) -> Failure {
    Failure::new(format!("the database cannot be opened: {error}"))
}

#[cfg(test)]
mod tests {
    use sideout_store::{Statement, StoreError, params};
    use sideout_testkit::postgres::empty_database;

    use super::*;

    const FORGET_LAST_MIGRATION: Statement = Statement {
        name: "test/forget_the_last",
        text: "delete from refinery_schema_history where version = (select max(version) from refinery_schema_history)",
    };

    async fn check_schema_states(database: DatabaseUrl) {
        for _ in 0..2 {
            assert_eq!(database.schema().await.unwrap(), Schema::None, "reading creates nothing");
        }
        let store = database.open().await.unwrap();
        assert_eq!(database.schema().await.unwrap(), Schema::UpToDate);
        let forgotten: Result<u64, StoreError> =
            store.write((), |tx, ()| Box::pin(tx.run(FORGET_LAST_MIGRATION, params![]))).await;
        assert_eq!(forgotten.unwrap(), 1);
        store.close().await;
        for _ in 0..2 {
            let found = database.schema().await.unwrap();
            assert!(matches!(found, Schema::Behind { at, newest } if at < newest), "{found:?}");
        }
    }

    mod reading_the_schema_migrates_nothing {
        use super::*;

        #[tokio::test]
        async fn sqlite() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("sideout.db");
            check_schema_states(DatabaseUrl::Sqlite(file)).await;
        }

        #[tokio::test]
        async fn postgres() {
            let Some(empty) = empty_database() else { return };
            check_schema_states(DatabaseUrl::parse(&empty.url()).unwrap()).await;
        }
    }

    #[test]
    fn certificates_of_the_settings_reach_the_connection() {
        let mut settings = ServerSettings::standard();
        settings.database_url = "postgres://u:p@h/d?sslmode=require".to_owned();
        settings.database.root_certificates = Some("/etc/sideout/database-ca.pem".into());
        let Ok(DatabaseUrl::Postgres(server)) = DatabaseUrl::of(&settings) else { panic!("a server") };
        assert_eq!(server.options().root_certificates, settings.database.root_certificates);
    }

    #[test]
    fn the_url_names_one_of_two_engines() {
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
