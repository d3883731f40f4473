//! A database file that is only read, even while a server has it open.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Weak},
};

use futures_util::future::BoxFuture;
use sideout_store::{Backend, DatabaseSize, ErasedWork, Listener, PoolUsage, StoreError};

use crate::{SqliteOptions, database_file, readers::Readers};

/// Reads a file without taking its lock file. Refuses every write.
pub struct SqliteReadingStore {
    path: PathBuf,
    readers: Readers,
}

impl SqliteReadingStore {
    /// A store that reads the database at `path`, which must exist and be up to date.
    pub fn new(path: &Path, options: SqliteOptions) -> Self {
        SqliteReadingStore { path: path.to_path_buf(), readers: Readers::new(path.to_path_buf(), options) }
    }
}

impl Backend for SqliteReadingStore {
    fn engine(&self) -> &'static str {
        "sqlite"
    }

    fn write(&self, _work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(std::future::ready(Err(StoreError::Corrupt("it was opened for reading".to_owned()))))
    }

    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.readers.run(&*work) })
    }

    fn usage(&self) -> Vec<PoolUsage> {
        vec![self.readers.usage()]
    }

    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>> {
        Box::pin(std::future::ready(database_file::size(&self.path)))
    }

    /// Nothing is announced here, because nothing is written.
    fn listen(&self, _listener: Weak<dyn Listener>) {}

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move { self.readers.close() })
    }
}
