//! The store as use cases see it: hand in a unit of work, get its answer once it is durable.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

use crate::{DatabaseSize, Listener, PoolUsage, Session, StoreError};

/// The future of a unit of work: it borrows the session and the input, and nothing else.
pub type Work<'t, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 't>>;

/// A unit of work with its types rubbed out, so that engines can queue it. The answer stays inside.
pub trait ErasedWork: Send + Sync {
    /// Runs the work once in `session`. `Ok` asks for a commit, `Err` for a roll-back; running it again
    /// (PostgreSQL, after a serialization failure) replaces the answer of the run before.
    fn run<'t>(&'t self, session: &'t mut dyn Session) -> BoxFuture<'t, Result<(), RollBack>>;
}

/// A unit of work ended with an error of its own and must leave no trace.
#[derive(Debug, Clone, Copy)]
pub struct RollBack;

/// What a clock outside of this process shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockReading {
    /// What it shows at this moment.
    pub now: Timestamp,
    /// How far that may be off: half of the time it took to ask.
    pub uncertainty: SignedDuration,
}

/// What an engine must do. Only `store-sqlite` and `store-postgres` implement it; the testkit can stand in between.
pub trait Backend: Send + Sync + 'static {
    /// `sqlite` or `postgres`, for logs and figures.
    fn engine(&self) -> &'static str;

    /// Runs `work` as one atomic, durable change.
    ///
    /// INVARIANT: `Ok` is returned only after a durable commit when the work asked for one
    /// (guarded by the suites `group_commit` and `unit_of_work`). An error means: not committed, except
    /// [`StoreError::UnknownOutcome`].
    fn write(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Runs `work` in a session that can only read and sees at least everything acknowledged before the call.
    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// What the clock of the database's server shows, by which all nodes go; `None` for a database inside this process,
    /// which has no other clock than this machine's. The only place where a database is asked for the time: units of work
    /// are handed theirs.
    fn clock(&self) -> BoxFuture<'_, Result<Option<ClockReading>, StoreError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    /// How its connections are used at this moment. Costs nothing and waits for nothing.
    fn usage(&self) -> Vec<PoolUsage> {
        Vec::new()
    }

    /// How large the database is.
    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>>;

    /// For how long no events of other nodes have come in because the task that listens has not connected yet or broke
    /// down; `None` while it works, before the first listener, and on an engine without such a task.
    fn events_down_for(&self) -> Option<Duration> {
        None
    }

    /// Calls `listener` with the events of committed units of work, of this node and of others, as long as it lives.
    ///
    /// INVARIANT: after the durable commit, before its caller is answered, and never without one (suite `event_bridge`).
    fn listen(&self, listener: Weak<dyn Listener>);

    /// Ready, with the reason, once the engine can never write again (a disk that failed a write or a sync); never
    /// where a lost server may come back.
    fn broken(&self) -> BoxFuture<'_, String> {
        Box::pin(std::future::pending())
    }

    /// Flushes what was acknowledged and closes. Later calls fail with [`StoreError::Unavailable`].
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
            let verdict = if answer.is_ok() { Ok(()) } else { Err(RollBack) };
            *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
            verdict
        })
    }
}

impl Store {
    /// A store on an engine; called by the binary's wiring and by tests.
    pub fn new(backend: impl Backend) -> Self {
        Store { backend: Arc::new(backend) }
    }

    /// `sqlite` or `postgres`.
    pub fn engine(&self) -> &'static str {
        self.backend.engine()
    }

    /// Runs a unit of work as one atomic change and answers when it is durable.
    ///
    /// The work gets the input by reference because an engine may run it more than once; an `Err` rolls
    /// everything back. Inside there is no network call, no sleep and no clock: what it needs is in the input.
    ///
    /// ```ignore
    /// store.write(hold, |tx, hold| Box::pin(place(tx, hold))).await
    /// ```
    ///
    /// # Errors
    /// The work's own error, or a [`StoreError`] turned into it.
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

    /// Runs a look at the database. The session refuses changes.
    ///
    /// # Errors
    /// The work's own error, or a [`StoreError`] turned into it.
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

    /// What the database server's clock shows; `None` where the database runs inside this process.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the server does not answer.
    pub async fn clock(&self) -> Result<Option<ClockReading>, StoreError> {
        self.backend.clock().await
    }

    /// How the engine's connections are used at this moment.
    pub fn usage(&self) -> Vec<PoolUsage> {
        self.backend.usage()
    }

    /// How large the database is.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database or its file cannot be asked.
    pub async fn size(&self) -> Result<DatabaseSize, StoreError> {
        self.backend.size().await
    }

    /// For how long no events of other nodes have come in because the task that listens has not connected yet or broke
    /// down; `None` while it works.
    pub fn events_down_for(&self) -> Option<Duration> {
        self.backend.events_down_for()
    }

    /// Calls `listener` with the events of committed units of work, as long as it lives: those of this process before
    /// their callers are answered, those of other nodes within a moment.
    pub fn listen(&self, listener: Weak<dyn Listener>) {
        self.backend.listen(listener);
    }

    /// Ready, with the reason, once the database can never be written again by this process; it should end then, so
    /// that the next start reads what is really there.
    pub async fn broken(&self) -> String {
        self.backend.broken().await
    }

    /// Flushes what was acknowledged and closes the database.
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
