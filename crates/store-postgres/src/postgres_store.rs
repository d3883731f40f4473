//! PostgreSQL as a [`Backend`].

use std::{
    str::FromStr as _,
    sync::{Arc, Weak},
    time::Duration,
};

use futures_util::future::BoxFuture;
use sideout_store::{Backend, ClockReading, DatabaseSize, ErasedWork, Listener, PoolUsage, StoreError};
use tokio::time::{Instant, sleep};
use tokio_postgres::{
    Config,
    config::{SslMode, TargetSessionAttrs},
};

use crate::{
    PostgresOptions, clock,
    connection::{Connected, Role},
    error,
    event_bridge::EventBridge,
    migrations::migrate,
    pool::Pool,
    size,
    tls::Tls,
    unit_of_work,
};

/// The first and the longest pause between two attempts to reach a server at start-up.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(2));

/// A PostgreSQL database, shared with other nodes. Cheap to clone.
#[derive(Clone)]
pub struct PostgresStore {
    writers: Pool,
    readers: Pool,
    bridge: Arc<EventBridge>,
    options: Arc<PostgresOptions>,
}

impl PostgresStore {
    /// Connects to `url` (`postgres://user:password@host,other-host/database?sslmode=require`), uses the first host
    /// that accepts writes, and migrates the schema.
    ///
    /// `sslmode=require` encrypts and checks the server's certificate and name; without it the connection is not
    /// encrypted.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if no host can be reached or none accepts writes, if the file of certificate
    /// authorities cannot be read, or if a migration fails because of the connection or the server, e.g. a full disk;
    /// [`StoreError::Constraint`] if a migration fails because of the rows; [`StoreError::Corrupt`] if the URL is invalid,
    /// the database needs a newer program or has a different migration history, or a migration does not fit its schema.
    pub async fn connect(url: &str, options: PostgresOptions) -> Result<PostgresStore, StoreError> {
        let (config, tls) = Self::configure(url, &options)?;
        let migrating = Self::connect_to_migrate(&config, &tls, &options).await?;
        migrate(migrating).await?;
        Ok(Self::of(config, tls, Role::Write, options))
    }

    /// The first connection; waits for a server that is not available yet.
    async fn connect_to_migrate(
        config: &Config,
        tls: &Tls,
        options: &PostgresOptions,
    ) -> Result<Connected, StoreError> {
        let give_up = Instant::now() + options.wait_for_server;
        let mut pause = PAUSES.0;
        let mut is_first = true;
        loop {
            let error = match Connected::open(config, tls.clone(), Role::Migrate, options).await {
                Ok(connected) => return Ok(connected),
                Err(error) => error,
            };
            if Instant::now() + pause > give_up || !error::may_come_up(&error) {
                return Err(error::from_connect(&error));
            }
            if is_first {
                let seconds = options.wait_for_server.as_secs();
                let why = error::describe_open("connect", &error);
                tracing::warn!(why, seconds, "PostgreSQL is not available, waiting for it");
            }
            is_first = false;
            sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    /// A store that reads the database at `url`, which must be up to date; PostgreSQL refuses every write.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if the URL is invalid; [`StoreError::Unavailable`] if the file of certificate authorities
    /// cannot be read. An unreachable host is reported by the first read.
    pub fn for_reading(url: &str, options: PostgresOptions) -> Result<PostgresStore, StoreError> {
        let (config, tls) = Self::configure(url, &options)?;
        Ok(Self::of(config, tls, Role::Read, options))
    }

    fn of(config: Config, tls: Tls, writing: Role, options: PostgresOptions) -> PostgresStore {
        let writers =
            Pool::new("write", config.clone(), tls.clone(), writing, options.writers, options.clone());
        let readers =
            Pool::new("read", config.clone(), tls.clone(), Role::Read, options.readers, options.clone());
        writers.share_limit(&readers);
        PostgresStore {
            writers,
            readers,
            bridge: Arc::new(EventBridge::new(config, tls, options.pause_after_panic)),
            options: Arc::new(options),
        }
    }

    /// The connection settings of `url`, and the TLS settings.
    pub(crate) fn configure(url: &str, options: &PostgresOptions) -> Result<(Config, Tls), StoreError> {
        // The parser's error does not quote the URL, which may hold a password.
        let mut config = Config::from_str(url).map_err(|error| {
            StoreError::Corrupt(format!(
                "'database_url' cannot be read: {error}; write postgres://user:password@host/database"
            ))
        })?;
        if config.get_ssl_mode() == SslMode::Prefer {
            config.ssl_mode(SslMode::Disable);
        }
        config
            .target_session_attrs(TargetSessionAttrs::ReadWrite)
            .connect_timeout(options.connect_timeout)
            .application_name("sideout");
        let tls = Tls::new(options.root_certificates.as_deref(), config.get_ssl_mode())?;
        Ok((config, tls))
    }
}

impl Backend for PostgresStore {
    fn engine(&self) -> &'static str {
        "postgres"
    }

    fn write(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        let (pool, options) = (self.writers.clone(), Arc::clone(&self.options));
        let bridge = Arc::clone(&self.bridge);
        Box::pin(async move {
            // It is a separate task: if the caller stops waiting, neither the work done so far nor the connection is
            // lost, and a panic ends the task and not the caller.
            let unit =
                tokio::spawn(async move { unit_of_work::write(pool, &*work, &options, &bridge).await });
            unit.await.unwrap_or_else(|ended| {
                let message = if ended.is_panic() { "the work panicked" } else { "the server is stopping" };
                Err(StoreError::Unavailable(message.to_owned()))
            })
        })
    }

    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { unit_of_work::read(&self.readers, &*work, &self.options).await })
    }

    fn clock(&self) -> BoxFuture<'_, Result<Option<ClockReading>, StoreError>> {
        Box::pin(async move { clock::read(&self.readers, self.options.statement_timeout).await.map(Some) })
    }

    fn usage(&self) -> Vec<PoolUsage> {
        vec![self.writers.usage(), self.readers.usage()]
    }

    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>> {
        Box::pin(size::read(&self.readers, self.options.statement_timeout))
    }

    fn events_down_for(&self) -> Option<Duration> {
        self.bridge.down_for()
    }

    fn listen(&self, listener: Weak<dyn Listener>) {
        self.bridge.listen(listener);
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.bridge.close().await;
            self.writers.close();
            self.readers.close();
        })
    }
}
