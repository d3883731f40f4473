//! One connection to PostgreSQL, with the settings common to all connections.

use std::{
    collections::HashMap,
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Poll, ready},
    time::Duration,
};

use sideout_store::Columns;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    task::AbortHandle,
    time::timeout,
};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, Error, Statement, error::Severity};

use crate::{PostgresOptions, error::OpenError, tls::Tls};

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Units of work.
    Write,
    /// Reads; PostgreSQL refuses changes.
    Read,
    /// The migrations: no time limits.
    Migrate,
}

/// A statement prepared on a connection.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub(crate) statement: Statement,
    pub(crate) columns: Arc<Columns>,
}

/// Lets the server end a migration within seconds after its program has died. Without it the migration would continue
/// for as long as its statement takes, and the next start would wait for its lock. The setting exists from PostgreSQL
/// 14 on.
const NOTICE_A_DEAD_CLIENT: &str = "select set_config('client_connection_check_interval', '2s', false)
      where current_setting('client_connection_check_interval', true) is not null";

/// A connection, its prepared statements by name, and its state.
pub(crate) struct Connected {
    pub(crate) client: Client,
    pub(crate) statements: HashMap<&'static str, Prepared>,
    /// Set while it is opened or leased: a transaction or a statement may be in progress.
    pub(crate) is_leased: bool,
    warned: Arc<AtomicBool>,
    driver: AbortHandle,
}

impl Connected {
    /// Connects to the first host of `config` that takes writes, within the time of [`open_in_time`].
    pub(crate) async fn open(
        config: &Config,
        tls: Tls,
        role: Role,
        options: &PostgresOptions,
    ) -> Result<Self, OpenError> {
        open_in_time(config, Self::connect(config, tls, role, options)).await
    }

    async fn connect(
        config: &Config,
        tls: Tls,
        role: Role,
        options: &PostgresOptions,
    ) -> Result<Self, Error> {
        let (client, connection) = config.connect(tls).await?;
        let warned = Arc::new(AtomicBool::new(false));
        let driver = tokio::spawn(drive(connection, Arc::clone(&warned))).abort_handle();
        let mut connected = Connected { client, statements: HashMap::new(), is_leased: true, warned, driver };
        let limit = |limit: Duration| if role == Role::Migrate { 0 } else { limit.as_millis() };
        // Sent after connecting, not as start-up options, because connection poolers do not pass those on. JIT
        // compilation is off: it would take 70 to 200 ms for each statement of a report.
        let settings = format!(
            "set default_transaction_isolation = 'read committed';
             set jit = off;
             set statement_timeout = {};
             set lock_timeout = {};
             set idle_in_transaction_session_timeout = {};
             set default_transaction_read_only = {}",
            limit(options.statement_timeout),
            limit(options.lock_timeout),
            limit(options.idle_in_transaction_timeout),
            if role == Role::Read { "on" } else { "off" },
        );
        connected.client.batch_execute(&settings).await?;
        if role == Role::Migrate {
            connected.client.batch_execute(NOTICE_A_DEAD_CLIENT).await?;
        }
        connected.is_leased = false;
        Ok(connected)
    }

    /// Whether the connection can be used again.
    pub(crate) fn is_sound(&self) -> bool {
        !self.client.is_closed()
    }

    /// Clears the recorded warnings.
    pub(crate) fn clear_warning(&self) {
        self.warned.store(false, Ordering::Relaxed);
    }

    /// Whether the server has sent a warning since [`Connected::clear_warning`]. A warning sent before a reply is seen
    /// before it, because one task reads both from one stream.
    pub(crate) fn has_warned(&self) -> bool {
        self.warned.load(Ordering::Relaxed)
    }
}

/// The addresses of a host that the time to open a connection suffices for, if none of them answers.
const MOST_ADDRESSES: usize = 4;

/// Gives up an attempt to open a connection that takes too long. The driver's own limit is over once an address is
/// reached, and a load balancer may accept a connection and never answer.
pub(crate) async fn open_in_time<T>(
    config: &Config,
    opening: impl Future<Output = Result<T, Error>>,
) -> Result<T, OpenError> {
    match timeout(time_to_open(config), opening).await {
        Ok(opened) => opened.map_err(OpenError::Refused),
        Err(_) => Err(OpenError::NoAnswer),
    }
}

/// The driver's limit, multiplied by the addresses of all hosts and one more, which is for TLS and the login.
fn time_to_open(config: &Config) -> Duration {
    let hosts = config.get_hosts().len().max(config.get_hostaddrs().len());
    let limit = config.get_connect_timeout().copied().unwrap_or(Duration::MAX);
    limit.saturating_mul(u32::try_from(hosts * MOST_ADDRESSES + 1).unwrap_or(u32::MAX))
}

impl Drop for Connected {
    fn drop(&mut self) {
        if self.is_leased {
            // Close the socket at once without a message: the server rolls back an open transaction, and a commit in
            // progress is not disturbed (a cancel request could turn a replicated commit into an unreplicated one).
            self.driver.abort();
        }
    }
}

async fn drive<S, T>(mut connection: Connection<S, T>, warned: Arc<AtomicBool>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    let ended = poll_fn(|cx| {
        loop {
            match ready!(connection.poll_message(cx)) {
                Some(Ok(AsyncMessage::Notice(notice))) => {
                    if notice.parsed_severity() == Some(Severity::Warning) {
                        warned.store(true, Ordering::Relaxed);
                        tracing::warn!(
                            code = notice.code().code(),
                            warning = notice.message(),
                            "PostgreSQL sent a warning"
                        );
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Poll::Ready(Some(error)),
                None => return Poll::Ready(None),
            }
        }
    })
    .await;
    if let Some(error) = ended {
        tracing::debug!(%error, "the connection to PostgreSQL ended");
    }
}
