//! The connection pools.

use std::{
    sync::{
        Arc, OnceLock, Weak,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use metrics::Histogram;
use parking_lot::Mutex;
use sideout_store::{PoolUsage, StoreError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio_postgres::Config;

use crate::{
    PostgresOptions,
    connection::{Connected, Role},
    error::{self, OpenError},
    tls::Tls,
};

/// At most a given number of connections of one role; the one used last is reused first. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    name: &'static str,
    config: Config,
    tls: Tls,
    role: Role,
    options: PostgresOptions,
    places: Arc<Semaphore>,
    /// The most connections.
    most: usize,
    /// The number of tasks that wait for one.
    waiting: AtomicUsize,
    /// The durations of those waits.
    waits: Histogram,
    idle: Mutex<Vec<Connected>>,
    /// Notified when a connection was returned.
    returned: Notify,
    /// Whether the connection limit of the server was logged.
    has_logged_full: AtomicBool,
    /// The other pool on the same server, whose idle connections count against the same limit.
    sibling: OnceLock<Weak<Shared>>,
}

/// The wait for a returned connection before the server is tried again, if it refuses further connections.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

impl Pool {
    /// `name` is the pool's label in the metrics.
    pub(crate) fn new(
        name: &'static str,
        config: Config,
        tls: Tls,
        role: Role,
        size: usize,
        options: PostgresOptions,
    ) -> Self {
        let most = size.max(1);
        let places = Arc::new(Semaphore::new(most));
        Pool {
            shared: Arc::new(Shared {
                name,
                config,
                tls,
                role,
                options,
                places,
                most,
                waiting: AtomicUsize::new(0),
                waits: metrics::histogram!("sideout_database_wait_seconds", "pool" => name),
                idle: Mutex::default(),
                returned: Notify::new(),
                has_logged_full: AtomicBool::new(false),
                sibling: OnceLock::new(),
            }),
        }
    }

    /// Lets both pools give up idle connections for each other if the server refuses more.
    pub(crate) fn share_limit(&self, other: &Pool) {
        // Set once, when both are created.
        let _ = self.shared.sibling.set(Arc::downgrade(&other.shared));
        let _ = other.shared.sibling.set(Arc::downgrade(&self.shared));
    }

    /// An exclusive connection until the lease is dropped; waits for a free place (the caller sets the time limit).
    pub(crate) async fn lease(&self) -> Result<Lease, StoreError> {
        let _waits = Waits::begin(&self.shared);
        let shared = Arc::clone(&self.shared);
        let closed = |_| StoreError::Unavailable("the database is closed".to_owned());
        let place = Arc::clone(&shared.places).acquire_owned().await.map_err(closed)?;
        let mut connected = loop {
            if let Some(connected) = shared.pop_idle() {
                break connected;
            }
            match Connected::open(&shared.config, shared.tls.clone(), shared.role, &shared.options).await {
                Ok(connected) => break connected,
                Err(refused) if error::is_full(&refused) => shared.wait_for_room(&refused).await,
                Err(failure) => return Err(error::from_connect(&failure)),
            }
        };
        connected.is_leased = true;
        Ok(Lease { connected, shared, _place: place })
    }

    /// The current use of its connections.
    pub(crate) fn usage(&self) -> PoolUsage {
        let Shared { name: pool, places, most, idle, waiting, .. } = &*self.shared;
        let in_use = most.saturating_sub(places.available_permits());
        // A task that has a place and waits for its connection to open counts as waiting, too.
        let waiting = waiting.load(Ordering::Relaxed);
        PoolUsage { pool, in_use, idle: idle.lock().len(), most: Some(*most), waiting }
    }

    /// Closes idle connections; those in use close when they are returned.
    pub(crate) fn close(&self) {
        self.shared.places.close();
        self.shared.idle.lock().clear();
    }
}

/// Counts a task as waiting for a connection until it is dropped.
struct Waits<'s> {
    shared: &'s Shared,
    since: Instant,
}

impl<'s> Waits<'s> {
    #[expect(
        clippy::disallowed_methods,
        reason = "it measures a wait for the metrics; no rule depends on it"
    )]
    fn begin(shared: &'s Shared) -> Self {
        shared.waiting.fetch_add(1, Ordering::Relaxed);
        Waits { shared, since: Instant::now() }
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
        self.shared.waits.record(self.since.elapsed());
    }
}

impl Shared {
    fn pop_idle(&self) -> Option<Connected> {
        let mut idle = self.idle.lock();
        while let Some(connected) = idle.pop() {
            if connected.is_sound() {
                return Some(connected);
            }
        }
        None
    }

    /// The server (or the role) has reached its connection limit. Waits for a connection to be returned; the time limit
    /// of the unit of work bounds the retries.
    async fn wait_for_room(&self, refused: &OpenError) {
        if !self.has_logged_full.swap(true, Ordering::Relaxed) {
            let refused = error::describe_open("connect", refused);
            tracing::warn!(
                %refused,
                "PostgreSQL allows fewer connections than this server would use; requests wait for those there are"
            );
        }
        let sibling = self.sibling.get().and_then(Weak::upgrade);
        // Closing an idle connection of the other pool makes room on the server.
        drop(sibling.and_then(|sibling| sibling.pop_idle()));
        let _ = tokio::time::timeout(RETRY_PAUSE, self.returned.notified()).await;
    }
}

/// A connection in use. If it is dropped without [`Lease::give_back`], in the middle of an operation, it is closed.
pub(crate) struct Lease {
    pub(crate) connected: Connected,
    shared: Arc<Shared>,
    _place: OwnedSemaphorePermit,
}

impl Lease {
    /// Returns the connection to the pool; no operation may be in progress on it.
    pub(crate) fn give_back(self) {
        let Lease { mut connected, shared, _place } = self;
        connected.is_leased = false;
        if connected.is_sound() && !shared.places.is_closed() {
            shared.idle.lock().push(connected);
            shared.returned.notify_one();
        }
    }

    /// Closes the connection and all idle ones of the pool. A restart of the server, a fail-over or a migration that made
    /// this one useless mostly did the same to them, unnoticed until their next use; each would cost another run of the
    /// unit.
    pub(crate) fn discard_with_idle(self) {
        let idle = std::mem::take(&mut *self.shared.idle.lock());
        drop(idle);
    }
}
