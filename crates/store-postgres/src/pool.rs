//! Connections that wait for work.

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
    error,
    tls::Tls,
};

/// At most so many connections of one role; the one used last is used next. Cheap to clone.
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
    /// How many connections there may be.
    most: usize,
    /// How many wait for one.
    waiting: AtomicUsize,
    /// How long they waited.
    waits: Histogram,
    idle: Mutex<Vec<Connected>>,
    /// A connection has come back, or one was closed.
    returned: Notify,
    /// It was said that the server refuses more connections.
    said_full: AtomicBool,
    /// The other pool on the same server, whose idle connections count against the same limit.
    sibling: OnceLock<Weak<Shared>>,
}

/// Where the server refuses further connections: how long to wait for one that comes back before asking it again.
const ASK_AGAIN: Duration = Duration::from_millis(100);

impl Pool {
    /// `name` is what the metrics call it.
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
                said_full: AtomicBool::new(false),
                sibling: OnceLock::new(),
            }),
        }
    }

    /// Both pools give up idle connections for each other where the server allows no more.
    pub(crate) fn share_limit(&self, other: &Pool) {
        // Set once, when both are made.
        let _ = self.shared.sibling.set(Arc::downgrade(&other.shared));
        let _ = other.shared.sibling.set(Arc::downgrade(&self.shared));
    }

    /// A connection of one's own until the lease is dropped; waits for a free place (the caller sets the time limit).
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
                Err(failure) => return Err(error::of_connecting(&failure)),
            }
        };
        connected.busy = true;
        Ok(Lease { connected, shared, _place: place })
    }

    /// How its connections are used at this moment.
    pub(crate) fn usage(&self) -> PoolUsage {
        let Shared { name: pool, places, most, idle, waiting, .. } = &*self.shared;
        let in_use = most.saturating_sub(places.available_permits());
        // Who has a place and waits for its connection to open waits too.
        let waiting = waiting.load(Ordering::Relaxed);
        PoolUsage { pool, in_use, idle: idle.lock().len(), most: Some(*most), waiting }
    }

    /// Closes idle connections; those in use close when they come back.
    pub(crate) fn close(&self) {
        self.shared.places.close();
        self.shared.idle.lock().clear();
    }
}

/// Somebody who waits for a connection, until it is dropped.
struct Waits<'s> {
    shared: &'s Shared,
    since: Instant,
}

impl<'s> Waits<'s> {
    #[expect(clippy::disallowed_methods, reason = "it measures a wait for the metrics; no rule goes by it")]
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

    /// The server (or the role) has as many connections as it allows: whoever works here waits for one of those there are,
    /// as long as a unit of work may take.
    async fn wait_for_room(&self, refused: &tokio_postgres::Error) {
        if !self.said_full.swap(true, Ordering::Relaxed) {
            let refused = error::told("connect", refused);
            tracing::warn!(
                %refused,
                "PostgreSQL allows fewer connections than this server would use; requests wait for those there are"
            );
        }
        let sibling = self.sibling.get().and_then(Weak::upgrade);
        // Closed here, it makes room there in a moment.
        drop(sibling.and_then(|sibling| sibling.pop_idle()));
        let _ = tokio::time::timeout(ASK_AGAIN, self.returned.notified()).await;
    }
}

/// A connection in use. Dropped without [`Lease::give_back`], in the middle of something, it is closed.
pub(crate) struct Lease {
    pub(crate) connected: Connected,
    shared: Arc<Shared>,
    _place: OwnedSemaphorePermit,
}

impl Lease {
    /// Leaves the connection to the next user; nothing may be under way on it.
    pub(crate) fn give_back(self) {
        let Lease { mut connected, shared, _place } = self;
        connected.busy = false;
        if connected.is_sound() && !shared.places.is_closed() {
            shared.idle.lock().push(connected);
            shared.returned.notify_one();
        }
    }
}
