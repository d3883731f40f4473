//! A store whose statements and steps a test intercepts: to run a race without its guard, and to kill a process at any
//! step.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sideout_store::{
    Answer, Backend, Call, ChangeEvent, ClockReading, DatabaseSize, ErasedWork, Listener, PoolUsage,
    RollBack, Row, Session, Statement, Store, StoreError, Value,
};

/// A boxed future, as the store's traits return them.
type BoxFuture<'s, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 's>>;

/// Sees each unit of work and each read, and the statements in it.
pub trait Interceptor: Send + Sync + 'static {
    /// The statement that is run instead of `statement`; by default the same.
    fn replace_statement(&self, statement: Statement) -> Statement {
        statement
    }

    /// Whether the engine's combined statements are used; by default they are.
    fn uses_combined(&self) -> bool {
        true
    }

    /// The time that the database server reports; by default its own.
    fn clock(&self) -> Option<Timestamp> {
        None
    }

    /// For how long no events of other nodes have come in, instead of the engine's answer; by default the engine's answer.
    fn events_down_for(&self) -> Option<Duration> {
        None
    }

    /// A step is about to be taken, or was taken: before a statement and a commit while the engine runs the unit of work, after the
    /// end of the unit of work before its caller goes on.
    fn on_step(&self, _step: Step) {}
}

/// A moment at which a process may die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// In the middle of a unit of work or a read, before a statement that is run as a change, by [`Session::send`], or by
    /// [`Session::all`] if it changes rows and returns them.
    Change(&'static str),
    /// Before the commit.
    BeforeCommit,
    /// The unit of work was committed durably or rolled back, and its caller has no result yet.
    AfterCommit,
}

/// `store` with `interceptor` between the application and the engine.
pub fn intercept(store: &Store, interceptor: Arc<dyn Interceptor>) -> Store {
    Store::new(InterceptedStore { store: store.clone(), interceptor })
}

/// `store` whose statement has no guard: like [`crate::without_guard_of`], for a whole application.
///
/// # Panics
/// If the statement has no such guard.
pub fn without_guard(store: &Store, statement: Statement, guard: &str, instead: &str) -> Store {
    intercept(
        store,
        Arc::new(StatementSwap {
            name: statement.name,
            swapped: crate::without_guard_of(statement, guard, instead),
        }),
    )
}

/// `store` whose database clock is `clock`, on both engines.
pub fn with_server_clock(store: &Store, clock: crate::FixedClock) -> Store {
    intercept(store, Arc::new(ServerClock(clock)))
}

/// `store` without the combined statements of its engine: each step is a statement of its own, sent by itself.
pub fn one_statement_at_a_time(store: &Store) -> Store {
    intercept(store, Arc::new(SingleStatements))
}

/// `store` on which `act` happens once, right before the statement `before` of a unit of work or a read. On SQLite a unit of work that
/// writes is alone: there `act` must not write.
pub fn meanwhile<F>(store: &Store, before: &'static str, act: impl FnOnce() -> F + Send + 'static) -> Store
where
    F: Future<Output = ()> + Send + 'static,
{
    once_at(store, Moment::Before(before), act)
}

/// `store` on which `act` happens once, after the next unit of work that writes has ended and before its caller goes on; on SQLite
/// `act` may write too.
pub fn after_next_write<F>(store: &Store, act: impl FnOnce() -> F + Send + 'static) -> Store
where
    F: Future<Output = ()> + Send + 'static,
{
    once_at(store, Moment::AfterWrite, act)
}

fn once_at<F>(store: &Store, moment: Moment, act: impl FnOnce() -> F + Send + 'static) -> Store
where
    F: Future<Output = ()> + Send + 'static,
{
    let act: Act = Box::new(move || Box::pin(act()));
    intercept(store, Arc::new(Meanwhile { moment, act: Mutex::new(Some(act)) }))
}

type Act = Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// Before the statement of this name.
    Before(&'static str),
    /// After a unit of work that writes.
    AfterWrite,
}

/// Does something once, at a moment of another task's work with the store.
struct Meanwhile {
    moment: Moment,
    act: Mutex<Option<Act>>,
}

impl Meanwhile {
    fn act_once(&self) {
        let Some(act) = self.act.lock().take() else { return };
        // Other tasks of this worker thread go on meanwhile.
        tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(act()));
    }
}

impl Interceptor for Meanwhile {
    fn replace_statement(&self, statement: Statement) -> Statement {
        if self.moment == Moment::Before(statement.name) {
            self.act_once();
        }
        statement
    }

    fn on_step(&self, step: Step) {
        if step == Step::AfterCommit && self.moment == Moment::AfterWrite {
            self.act_once();
        }
    }
}

struct SingleStatements;

impl Interceptor for SingleStatements {
    fn uses_combined(&self) -> bool {
        false
    }
}

struct ServerClock(crate::FixedClock);

impl Interceptor for ServerClock {
    fn clock(&self) -> Option<Timestamp> {
        Some(sideout_app::platform::clock::Clock::now(&self.0))
    }
}

struct StatementSwap {
    name: &'static str,
    swapped: Statement,
}

impl Interceptor for StatementSwap {
    fn replace_statement(&self, statement: Statement) -> Statement {
        if statement.name == self.name { self.swapped } else { statement }
    }
}

struct InterceptedStore {
    store: Store,
    interceptor: Arc<dyn Interceptor>,
}

/// How a unit of work ended that was rolled back; its result is kept elsewhere.
enum Ended {
    RolledBack,
    Failed(StoreError),
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Ended::Failed(error)
    }
}

impl Ended {
    fn of(result: Result<(), Ended>) -> Result<(), StoreError> {
        match result {
            Ok(()) | Err(Ended::RolledBack) => Ok(()),
            Err(Ended::Failed(error)) => Err(error),
        }
    }
}

impl Backend for InterceptedStore {
    fn engine(&self) -> &'static str {
        self.store.engine()
    }

    fn write(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let unit = (work, Arc::clone(&self.interceptor));
            let ended = self.store.write(unit, |tx, (work, interceptor)| {
                Box::pin(async move {
                    let mut session = InterceptedSession { inner: tx, interceptor: interceptor.as_ref() };
                    work.run(&mut session).await.map_err(|RollBack| Ended::RolledBack)?;
                    interceptor.on_step(Step::BeforeCommit);
                    Ok(())
                })
            });
            let ended = ended.await;
            self.interceptor.on_step(Step::AfterCommit);
            Ended::of(ended)
        })
    }

    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let unit = (work, Arc::clone(&self.interceptor));
            let ended = self.store.read(unit, |tx, (work, interceptor)| {
                Box::pin(async move {
                    let mut session = InterceptedSession { inner: tx, interceptor: interceptor.as_ref() };
                    work.run(&mut session).await.map_err(|RollBack| Ended::RolledBack)
                })
            });
            Ended::of(ended.await)
        })
    }

    fn clock(&self) -> BoxFuture<'_, Result<Option<ClockReading>, StoreError>> {
        Box::pin(async move {
            match self.interceptor.clock() {
                Some(now) => Ok(Some(ClockReading { now, uncertainty: SignedDuration::from_millis(1) })),
                None => self.store.clock().await,
            }
        })
    }

    fn usage(&self) -> Vec<PoolUsage> {
        self.store.usage()
    }

    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>> {
        Box::pin(self.store.size())
    }

    fn events_down_for(&self) -> Option<Duration> {
        self.interceptor.events_down_for().or_else(|| self.store.events_down_for())
    }

    fn listen(&self, listener: Weak<dyn Listener>) {
        self.store.listen(listener);
    }

    fn broken(&self) -> BoxFuture<'_, String> {
        Box::pin(self.store.broken())
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.store.close())
    }
}

/// Whether a statement changes rows, perhaps in a common table expression.
fn is_change(statement: &Statement) -> bool {
    let lines = statement.text.lines().filter(|line| !line.starts_with("--"));
    let mut words = lines.flat_map(str::split_whitespace);
    let changes = |word: &str| ["insert", "update", "delete"].contains(&word);
    words.next().is_some_and(|first| changes(first) || (first == "with" && words.any(changes)))
}

struct InterceptedSession<'w> {
    inner: &'w mut dyn Session,
    interceptor: &'w dyn Interceptor,
}

impl Session for InterceptedSession<'_> {
    fn all<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>> {
        if is_change(&statement) {
            self.interceptor.on_step(Step::Change(statement.name));
        }
        self.inner.all(self.interceptor.replace_statement(statement), params)
    }

    fn run<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        self.interceptor.on_step(Step::Change(statement.name));
        self.inner.run(self.interceptor.replace_statement(statement), params)
    }

    fn run_each<'s>(
        &'s mut self,
        statement: Statement,
        rows: &'s [Vec<Value>],
    ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>> {
        self.interceptor.on_step(Step::Change(statement.name));
        self.inner.run_each(self.interceptor.replace_statement(statement), rows)
    }

    fn send<'s>(&'s mut self, calls: &'s [Call]) -> BoxFuture<'s, Result<Vec<Answer>, StoreError>> {
        Box::pin(async move {
            let mut answers = Vec::with_capacity(calls.len());
            // One by one, so that each is a step of its own.
            for Call { statement, params } in calls {
                self.interceptor.on_step(Step::Change(statement.name));
                let statement = self.interceptor.replace_statement(*statement);
                answers.extend(self.inner.send(&[Call { statement, params: params.clone() }]).await?);
            }
            Ok(answers)
        })
    }

    fn combined(&self, name: &'static str) -> Option<Statement> {
        let combined = self.inner.combined(name).filter(|_| self.interceptor.uses_combined());
        combined.map(|statement| self.interceptor.replace_statement(statement))
    }

    fn runs_alone(&self) -> bool {
        self.inner.runs_alone()
    }

    fn announce(&mut self, event: ChangeEvent) {
        self.inner.announce(event);
    }
}
