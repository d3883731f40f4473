//! Connections that wait for work.

use std::sync::Arc;

use parking_lot::Mutex;
use sideout_store::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
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
    config: Config,
    tls: Tls,
    role: Role,
    options: PostgresOptions,
    places: Arc<Semaphore>,
    idle: Mutex<Vec<Connected>>,
}

impl Pool {
    pub(crate) fn new(config: Config, tls: Tls, role: Role, size: usize, options: PostgresOptions) -> Self {
        let places = Arc::new(Semaphore::new(size.max(1)));
        Pool { shared: Arc::new(Shared { config, tls, role, options, places, idle: Mutex::default() }) }
    }

    /// A connection of one's own until the lease is dropped; waits for a free place (the caller sets the time limit).
    pub(crate) async fn lease(&self) -> Result<Lease, StoreError> {
        let shared = Arc::clone(&self.shared);
        let closed = |_| StoreError::Unavailable("the database is closed".to_owned());
        let place = Arc::clone(&shared.places).acquire_owned().await.map_err(closed)?;
        let idle = loop {
            let next = shared.idle.lock().pop();
            match next {
                Some(connected) if !connected.is_sound() => {}
                other => break other,
            }
        };
        let mut connected = match idle {
            Some(connected) => connected,
            None => Connected::open(&shared.config, shared.tls.clone(), shared.role, &shared.options)
                .await
                .map_err(|error| error::of_connecting(&error))?,
        };
        connected.busy = true;
        Ok(Lease { connected, shared, _place: place })
    }

    /// Closes idle connections; those in use close when they come back.
    pub(crate) fn close(&self) {
        self.shared.places.close();
        self.shared.idle.lock().clear();
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
        }
    }
}
