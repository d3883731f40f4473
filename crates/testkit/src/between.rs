//! A store with somebody between the application and its engine: for the same race without a guard, and for death at any
//! step.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use sideout_store::{
    Backend, ChangeEvent, ClockReading, DatabaseSize, ErasedWork, Listener, PoolUsage, RollBack, Row,
    Session, Statement, Store, StoreError, Value,
};

/// A boxed future, as the store's traits return them.
type BoxFuture<'s, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 's>>;

/// Sees every unit of work and every change in it.
pub trait Between: Send + Sync + 'static {
    /// What is run in place of this statement; by default the statement.
    fn instead_of(&self, statement: Statement) -> Statement {
        statement
    }

    /// What stands in for the clock of the database's server; by default that server's own.
    fn clock(&self) -> Option<Timestamp> {
        None
    }

    /// For how long no events of other nodes have come in, instead of the engine's answer; by default the engine's answer.
    fn events_down_for(&self) -> Option<Duration> {
        None
    }

    /// Now something is about to be done, or was. Called on whatever thread the engine works on.
    fn at(&self, _step: Step) {}
}

/// A moment at which a process may die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// In the middle of a unit of work, before a change.
    Change(&'static str),
    /// Everything is done but the commit.
    BeforeCommit,
    /// It is durable, and nobody has been told.
    AfterCommit,
}

/// `store` with `between` in between.
pub fn put_between(store: &Store, between: Arc<dyn Between>) -> Store {
    Store::new(Watched { store: store.clone(), between })
}

/// `store` with a guard taken out of one statement, for whoever uses it: as [`crate::without`], for a whole application.
///
/// # Panics
/// When the statement has no such guard (any more).
pub fn unguarded(store: &Store, statement: Statement, guard: &str, instead: &str) -> Store {
    put_between(
        store,
        Arc::new(Swap { name: statement.name, swapped: crate::without(statement, guard, instead) }),
    )
}

/// `store` whose server's clock shows what `clock` shows, whatever engine it is.
pub fn with_server_clock(store: &Store, clock: crate::FixedClock) -> Store {
    put_between(store, Arc::new(ServerClock(clock)))
}

struct ServerClock(crate::FixedClock);

impl Between for ServerClock {
    fn clock(&self) -> Option<Timestamp> {
        Some(sideout_app::clock::Clock::now(&self.0))
    }
}

struct Swap {
    name: &'static str,
    swapped: Statement,
}

impl Between for Swap {
    fn instead_of(&self, statement: Statement) -> Statement {
        if statement.name == self.name { self.swapped } else { statement }
    }
}

struct Watched {
    store: Store,
    between: Arc<dyn Between>,
}

/// How a unit of work ended that was rolled back; its answer is kept elsewhere.
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

impl Backend for Watched {
    fn engine(&self) -> &'static str {
        self.store.engine()
    }

    fn write(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let unit = (work, Arc::clone(&self.between));
            let ended = self.store.write(unit, |tx, (work, between)| {
                Box::pin(async move {
                    let mut session = WatchedSession { inner: tx, between: between.as_ref() };
                    work.run(&mut session).await.map_err(|RollBack| Ended::RolledBack)?;
                    between.at(Step::BeforeCommit);
                    Ok(())
                })
            });
            let ended = ended.await;
            self.between.at(Step::AfterCommit);
            Ended::of(ended)
        })
    }

    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let look = (work, Arc::clone(&self.between));
            let ended = self.store.read(look, |tx, (work, between)| {
                Box::pin(async move {
                    let mut session = WatchedSession { inner: tx, between: between.as_ref() };
                    work.run(&mut session).await.map_err(|RollBack| Ended::RolledBack)
                })
            });
            Ended::of(ended.await)
        })
    }

    fn clock(&self) -> BoxFuture<'_, Result<Option<ClockReading>, StoreError>> {
        Box::pin(async move {
            match self.between.clock() {
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
        self.between.events_down_for().or_else(|| self.store.events_down_for())
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

struct WatchedSession<'w> {
    inner: &'w mut dyn Session,
    between: &'w dyn Between,
}

impl Session for WatchedSession<'_> {
    fn all<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>> {
        self.inner.all(self.between.instead_of(statement), params)
    }

    fn run<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        self.between.at(Step::Change(statement.name));
        self.inner.run(self.between.instead_of(statement), params)
    }

    fn run_each<'s>(
        &'s mut self,
        statement: Statement,
        rows: &'s [Vec<Value>],
    ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>> {
        self.between.at(Step::Change(statement.name));
        self.inner.run_each(self.between.instead_of(statement), rows)
    }

    fn announce(&mut self, event: ChangeEvent) {
        self.inner.announce(event);
    }
}
