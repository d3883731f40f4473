//! The store as use cases see it: pass a unit of work, get its result once it is durable.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

use crate::{DatabaseSize, Listener, PoolUsage, Session, StoreError};

/// The future of a unit of work; it borrows only the session and the input.
pub type Work<'t, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 't>>;

/// A unit of work without its type parameters, so that engines can queue it. The result stays inside.
pub trait ErasedWork: Send + Sync {
    /// Runs the work once in `session`. `Ok` requests a commit, `Err` a roll-back; another run replaces the result of the
    /// previous one.
    fn run<'t>(&'t self, session: &'t mut dyn Session) -> BoxFuture<'t, Result<(), RollBack>>;
}

/// The unit of work ended with its own error and must be rolled back.
#[derive(Debug, Clone, Copy)]
pub struct RollBack;

/// A reading of a clock outside of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// The time it shows.
    pub now: Timestamp,
    /// The largest error of `now`: half of the round trip.
    pub uncertainty: SignedDuration,
}

/// The interface of an engine.
pub trait Backend: Send + Sync + 'static {
    /// `sqlite` or `postgres`.
    fn engine(&self) -> &'static str;

    /// Runs `work` as one atomic, durable change.
    ///
    /// INVARIANT: `Ok` is returned only after a durable commit when the work requested one
    /// (guarded by the suites `group_commit` and `unit_of_work`). An error means: not committed, except
    /// [`StoreError::UnknownOutcome`].
    fn write(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Runs `work` in a session that can only read and sees at least everything acknowledged before the call.
    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The clock of the database server, which all nodes share; `None` for a database inside this process, which has
    /// only this machine's clock.
    fn clock(&self) -> BoxFuture<'_, Result<Option<ClockReading>, StoreError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    /// The current use of its connections. Cheap and never waits.
    fn usage(&self) -> Vec<PoolUsage> {
        Vec::new()
    }

    /// The size of the database.
    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>>;

    /// How long events of other nodes have been missing; `None` while they arrive, before the first listener or event, and
    /// on an engine without a task that listens for them.
    fn events_down_for(&self) -> Option<Duration> {
        None
    }

    /// Calls `listener` with the events of committed units of work, of this node and of others, until it is dropped.
    ///
    /// INVARIANT: those of this node come after the durable commit and before its caller is answered (suite `days`; on SQLite also
    /// `writer` in `crates/interleavings`); none come of a unit that was rolled back (suite `days`). If it is not known whether a unit was
    /// committed, its events may come as well.
    fn listen(&self, listener: Weak<dyn Listener>);

    /// Resolves with the reason once the engine can never write again. It never resolves on an engine whose server may come
    /// back.
    fn broken(&self) -> BoxFuture<'_, String> {
        Box::pin(std::future::pending())
    }

    /// Flushes acknowledged work and closes. Later calls fail with [`StoreError::Unavailable`].
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// A handle to the database; cheap to clone.
#[derive(Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
}

struct TypedWork<I, T, E, F> {
    input: I,
    work: F,
    answer: Mutex<Option<Result<T, E>>>,
}

impl<I, T, E, F> ErasedWork for TypedWork<I, T, E, F>
where
    I: Send + Sync,
    T: Send,
    E: Send,
    F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, T, E> + Send + Sync,
{
    fn run<'t>(&'t self, session: &'t mut dyn Session) -> BoxFuture<'t, Result<(), RollBack>> {
        Box::pin(async move {
            let answer = (self.work)(session, &self.input).await;
            let end = if answer.is_ok() { Ok(()) } else { Err(RollBack) };
            *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
            end
        })
    }
}

impl Store {
    /// A store on an engine.
    pub fn new(backend: impl Backend) -> Self {
        Store { backend: Arc::new(backend) }
    }

    /// `sqlite` or `postgres`.
    pub fn engine(&self) -> &'static str {
        self.backend.engine()
    }

    /// Runs a unit of work as one atomic change and returns its result when it is durable.
    ///
    /// The work gets the input by reference because an engine may run it more than once; an `Err` rolls everything
    /// back. The work makes no network call, does not sleep and reads no clock: what it needs is in the input.
    ///
    /// ```text
    /// store.write(hold, |tx, hold| Box::pin(place(tx, hold))).await
    /// ```
    ///
    /// # Errors
    /// The work's own error, or a [`StoreError`] converted to it.
    pub async fn write<I, T, E, F>(&self, input: I, work: F) -> Result<T, E>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, T, E> + Send + Sync + 'static,
    {
        let typed = Arc::new(TypedWork { input, work, answer: Mutex::new(None) });
        self.backend.write(typed.clone()).await?;
        take_answer(&typed)
    }

    /// Runs a read. The session refuses changes.
    ///
    /// # Errors
    /// The work's own error, or a [`StoreError`] converted to it.
    pub async fn read<I, T, E, F>(&self, input: I, work: F) -> Result<T, E>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, T, E> + Send + Sync + 'static,
    {
        let typed = Arc::new(TypedWork { input, work, answer: Mutex::new(None) });
        self.backend.read(typed.clone()).await?;
        take_answer(&typed)
    }

    /// The database server's clock; `None` if the database runs inside this process.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the server does not answer.
    pub async fn clock(&self) -> Result<Option<ClockReading>, StoreError> {
        self.backend.clock().await
    }

    /// The current use of the engine's connections.
    pub fn usage(&self) -> Vec<PoolUsage> {
        self.backend.usage()
    }

    /// The size of the database.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database or its file cannot be read.
    pub async fn size(&self) -> Result<DatabaseSize, StoreError> {
        self.backend.size().await
    }

    /// How long events of other nodes have been missing; `None` while they arrive, before the first listener or event, and
    /// on an engine without a task that listens for them.
    pub fn events_down_for(&self) -> Option<Duration> {
        self.backend.events_down_for()
    }

    /// Calls `listener` with the events of committed units of work, of this node and of others, until it is dropped: those
    /// of this node before their callers get their results.
    pub fn listen(&self, listener: Weak<dyn Listener>) {
        self.backend.listen(listener);
    }

    /// Resolves with the reason once this process can never write to the database again. The process should end then,
    /// so that the next start reads what is on the disk.
    pub async fn broken(&self) -> String {
        self.backend.broken().await
    }

    /// Flushes acknowledged work and closes the database.
    pub async fn close(&self) {
        self.backend.close().await;
    }
}

fn take_answer<I, T, E: From<StoreError>, F>(typed: &TypedWork<I, T, E, F>) -> Result<T, E> {
    typed
        .answer
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take()
        .unwrap_or_else(|| Err(StoreError::Unavailable("the engine ran no work".to_owned()).into()))
}
