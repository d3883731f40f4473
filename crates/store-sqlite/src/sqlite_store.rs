//! The embedded database as a [`Backend`].

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Weak},
    thread,
};

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use sideout_store::{
    Backend, DatabaseSize, ErasedWork, Listener, PoolUsage, StoreError, change_event::EventBus,
};
use tokio::sync::{
    mpsc::{self, error::TrySendError},
    oneshot, watch,
};

use crate::{
    SqliteOptions, WriterMetrics,
    connection::OpenConnection,
    database_file::{self, Prepared},
    integrity,
    lock_file::LockFile,
    migrations::migrate,
    readers::Readers,
    writer::{Counters, Message, Unit, Writer},
};

/// A SQLite database file, opened by this process only. Cheap to clone; dropping the last clone waits for the writer to
/// finish.
#[derive(Clone)]
pub struct SqliteStore {
    open: Arc<Open>,
}

struct Open {
    path: PathBuf,
    options: SqliteOptions,
    queue: Option<mpsc::Sender<Message>>,
    readers: Readers,
    counters: Arc<Counters>,
    events: Arc<EventBus>,
    broken: watch::Receiver<Option<String>>,
    writer: Mutex<Option<thread::JoinHandle<()>>>,
}

impl SqliteStore {
    /// Opens the database at `path`, creates it if missing (file mode 600, folders as needed), removes the access of
    /// users who are neither the owner nor in the file's group, migrates its schema and starts the writer.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if another process has it open, the disk refuses, the file is empty or cannot be written,
    /// or the access of other users cannot be removed; [`StoreError::Constraint`] if a key or check of a migration refuses its rows;
    /// [`StoreError::Corrupt`] if the file is not an SQLite database, is one of another program, has a different migration
    /// history, needs a newer program, or has rows that would point at missing ones after the migration.
    pub fn open(path: impl AsRef<Path>, options: SqliteOptions) -> Result<SqliteStore, StoreError> {
        // A link leads to the same database: lock and log files are beside the file itself.
        let Prepared { path, is_new } = database_file::prepare(path.as_ref(), &options)?;
        let opened = Self::open_prepared(path.clone(), options);
        if opened.is_err() && is_new {
            database_file::remove_empty(&path);
        }
        opened
    }

    fn open_prepared(path: PathBuf, options: SqliteOptions) -> Result<SqliteStore, StoreError> {
        let lock = LockFile::take(&path)?;
        let mut connection = OpenConnection::for_writing(&path, &options)?;
        migrate(&mut connection.raw)?;
        let (sender, queue) = mpsc::channel(options.queue.max(1));
        let (broken_sender, broken) = watch::channel(None);
        let counters = Arc::<Counters>::default();
        let events = Arc::<EventBus>::default();
        let writer = Writer {
            connection,
            queue,
            batch: options.batch.max(1),
            counters: Arc::clone(&counters),
            waits: metrics::histogram!("sideout_database_wait_seconds", "pool" => "write"),
            events: Arc::clone(&events),
            broken: broken_sender,
            commits_fail: false,
            _lock: lock,
        };
        let thread = thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || run_to_its_end(writer))
            .map_err(|error| StoreError::Unavailable(format!("cannot start the writer: {error}")))?;
        let readers = Readers::new(path.clone(), options.clone());
        Ok(SqliteStore {
            open: Arc::new(Open {
                path,
                options,
                queue: Some(sender),
                readers,
                counters,
                events,
                broken,
                writer: Mutex::new(Some(thread)),
            }),
        })
    }

    /// The number of committed units of work, and of commits.
    pub fn metrics(&self) -> WriterMetrics {
        self.open.counters.metrics()
    }

    /// The number of units of work waiting for the writer.
    pub fn waiting(&self) -> usize {
        self.open.queue.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Resolves with the reason once the disk has failed, the file is damaged or the writer has panicked; no write is
    /// accepted any more, and the server should exit. Never resolves otherwise.
    pub async fn broken(&self) -> String {
        let mut broken = self.open.broken.clone();
        match broken.wait_for(Option::is_some).await.map(|reason| reason.clone()) {
            Ok(Some(reason)) => reason,
            // The writer ended normally.
            _ => std::future::pending().await,
        }
    }

    /// Checks the whole file (`quick_check`, `foreign_key_check`) and lists the problems; empty if there are none. Slow
    /// on a large file; runs beside normal work.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the file cannot be read at all; [`StoreError::Corrupt`] if it is too damaged to be checked.
    pub async fn check(&self) -> Result<Vec<String>, StoreError> {
        let (path, options) = (self.open.path.clone(), self.open.options.clone());
        in_background(move || integrity::check(&path, &options)).await
    }

    /// Writes a consistent, compact copy of the database to `target`, which must not exist yet, while work continues.
    /// It contains everything acknowledged before the call; the file appears under its name only after it is complete
    /// and flushed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if `target` exists, cannot be written, or is being written by another backup;
    /// [`StoreError::Corrupt`] if the database is damaged.
    pub async fn backup_to(&self, target: impl Into<PathBuf>) -> Result<(), StoreError> {
        let (path, options, target) = (self.open.path.clone(), self.open.options.clone(), target.into());
        in_background(move || integrity::backup(&path, &options, &target)).await
    }

    async fn queue_up(&self, message: Message) -> Result<(), StoreError> {
        let closed = || StoreError::Unavailable("the database is closed".to_owned());
        let queue = self.open.queue.as_ref().ok_or_else(closed)?;
        match queue.try_send(message) {
            Ok(()) => Ok(()),
            Err(TrySendError::Closed(_)) => Err(closed()),
            Err(TrySendError::Full(message)) => {
                match tokio::time::timeout(self.open.options.queue_wait, queue.send(message)).await {
                    Ok(sent) => sent.map_err(|_| closed()),
                    Err(_) => Err(StoreError::Unavailable("too many changes are waiting".to_owned())),
                }
            }
        }
    }
}

impl Backend for SqliteStore {
    fn engine(&self) -> &'static str {
        "sqlite"
    }

    fn write(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.queue_up(Message::Unit(Unit::new(work, answer))).await?;
            answered.await.unwrap_or_else(|_| {
                Err(StoreError::UnknownOutcome("the writer ended without an answer".to_owned()))
            })
        })
    }

    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move { self.open.readers.run(&*work) })
    }

    fn usage(&self) -> Vec<PoolUsage> {
        let in_use = usize::from(self.open.counters.is_working());
        let write =
            PoolUsage { pool: "write", in_use, idle: 1 - in_use, most: Some(1), waiting: self.waiting() };
        vec![write, self.open.readers.usage()]
    }

    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>> {
        Box::pin(std::future::ready(database_file::size(&self.open.path)))
    }

    fn listen(&self, listener: Weak<dyn Listener>) {
        self.open.events.add(listener);
    }

    fn broken(&self) -> BoxFuture<'_, String> {
        Box::pin(SqliteStore::broken(self))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.open.readers.close();
            if let Some(queue) = &self.open.queue {
                // Without a time limit, because this message ends the writer. An error means that it has ended.
                let _ = queue.send(Message::Close).await;
            }
            let thread = self.open.writer.lock().take();
            if let Some(thread) = thread {
                // The writer's own panic was reported when it happened.
                let _ = tokio::task::spawn_blocking(move || thread.join()).await;
            }
        })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.readers.close();
        // The writer ends when the last sender is dropped; wait, so that the file may be opened again at once.
        self.queue = None;
        if let Some(thread) = self.writer.get_mut().take()
            && thread.thread().id() != thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// A panic outside a unit of work ends the only writer: that is as final as a failed disk and is reported in the same
/// way.
fn run_to_its_end(writer: Writer) {
    let broken = writer.broken.clone();
    if catch_unwind(AssertUnwindSafe(|| writer.run())).is_err() {
        let reason = "the thread that writes has panicked; the panic is on standard error";
        tracing::error!(reason, "the database takes no more writes until the server is started again");
        broken.send_replace(Some(reason.to_owned()));
    }
}

async fn in_background<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(job)
        .await
        .unwrap_or_else(|error| Err(StoreError::Unavailable(format!("the job ended early: {error}"))))
}
