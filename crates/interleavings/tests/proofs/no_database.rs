//! A store without a database, for what only listens to its events.

use std::sync::{Arc, Weak};

use futures_util::future::BoxFuture;
use sideout_store::{Backend, DatabaseSize, ErasedWork, Listener, Store, StoreError};

struct NoDatabase;

fn refused<T: Send>() -> BoxFuture<'static, Result<T, StoreError>> {
    Box::pin(async { Err(StoreError::Unavailable("this store has no database".to_owned())) })
}

impl Backend for NoDatabase {
    fn engine(&self) -> &'static str {
        "none"
    }

    fn write(&self, _work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        refused()
    }

    fn read(&self, _work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        refused()
    }

    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>> {
        refused()
    }

    fn listen(&self, _listener: Weak<dyn Listener>) {}

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

/// A store that refuses everything and announces nothing; a proof calls the listeners itself.
pub(crate) fn store() -> Store {
    Store::new(NoDatabase)
}
