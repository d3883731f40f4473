//! The database as a node of the simulation sees it: each unit of work waits for its turn, may fail before the commit,
//! and may be committed although its caller gets an error.

use std::{
    pin::Pin,
    sync::{Arc, Weak},
};

use parking_lot::Mutex;
use sideout_store::{
    Answer, Backend, Call, ChangeEvent, DatabaseSize, ErasedWork, Listener, RollBack, Row, Session,
    Statement, Store, StoreError, Value,
};

use crate::{
    breakage::Breakage,
    gates::{Gates, Kind, Verdict},
};

type BoxFuture<'s, T> = Pin<Box<dyn Future<Output = T> + Send + 's>>;

/// Delivers the events of units of work to all nodes at once.
#[derive(Default)]
pub(crate) struct Events(Mutex<Vec<Weak<dyn Listener>>>);

impl Events {
    fn deliver(&self, events: &[ChangeEvent]) {
        let mut listeners = self.0.lock();
        listeners.retain(|listener| listener.strong_count() > 0);
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            for event in events {
                listener.on_event(*event);
            }
        }
    }
}

/// What the nodes of one simulation share.
#[derive(Clone)]
pub(crate) struct Database {
    pub(crate) store: Store,
    pub(crate) gates: Arc<Gates>,
    pub(crate) events: Arc<Events>,
    pub(crate) breakage: Option<Arc<Breakage>>,
}

impl Database {
    /// The database as one node sees it.
    pub(crate) fn for_a_node(&self) -> Store {
        Store::new(self.clone())
    }
}

/// Why a unit of work was not committed; its own result is kept elsewhere.
enum Ended {
    RolledBack,
    Failed(StoreError),
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Ended::Failed(error)
    }
}

/// What a unit of work did.
#[derive(Default)]
struct Done {
    statements: Vec<&'static str>,
    events: Vec<ChangeEvent>,
}

/// The input of a unit of work: the work itself, and what is recorded about it.
struct Recorded {
    work: Arc<dyn ErasedWork>,
    done: Arc<Mutex<Done>>,
    breakage: Option<Arc<Breakage>>,
    /// Roll back what it did, also if it requests the commit.
    undo: bool,
}

fn run<'t>(tx: &'t mut dyn Session, unit: &'t Recorded) -> BoxFuture<'t, Result<(), Ended>> {
    Box::pin(async move {
        // The engine may run the work again.
        *unit.done.lock() = Done::default();
        let mut session =
            RecordingSession { inner: tx, done: &unit.done, breakage: unit.breakage.as_deref() };
        unit.work.run(&mut session).await.map_err(|RollBack| Ended::RolledBack)?;
        if unit.undo { Err(Ended::RolledBack) } else { Ok(()) }
    })
}

impl Backend for Database {
    fn engine(&self) -> &'static str {
        self.store.engine()
    }

    fn write(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let operation = self.gates.pass(Kind::Write, "write").await;
            let done = Arc::<Mutex<Done>>::default();
            let is_lost = operation.verdict == Verdict::Pass
                && self.breakage.as_ref().is_some_and(|breakage| breakage.loses_this_write());
            let undo = is_lost || operation.verdict == Verdict::FailBefore;
            let unit = Recorded { work, done: Arc::clone(&done), breakage: self.breakage.clone(), undo };
            let ended = self.store.write(unit, |tx, unit| run(tx, unit)).await;
            let done = std::mem::take(&mut *done.lock());
            let (committed, answer) = match ended {
                Ok(()) => (true, Ok(())),
                Err(Ended::RolledBack) => (false, Ok(())),
                Err(Ended::Failed(error)) => (false, Err(error)),
            };
            let end = if committed { "committed" } else { "rolled back" };
            operation.note(&format!("{} {end}", done.statements.join(", ")));
            if committed {
                self.events.deliver(&done.events);
            }
            match operation.verdict {
                Verdict::Pass => answer,
                Verdict::FailBefore => {
                    Err(StoreError::Unavailable("the simulated database failed".to_owned()))
                }
                Verdict::FailAfter => {
                    Err(StoreError::UnknownOutcome("the simulated answer was lost".to_owned()))
                }
            }
        })
    }

    fn read(&self, work: Arc<dyn ErasedWork>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let operation = self.gates.pass(Kind::Read, "read").await;
            if operation.verdict != Verdict::Pass {
                return Err(StoreError::Unavailable("the simulated database failed".to_owned()));
            }
            let done = Arc::<Mutex<Done>>::default();
            let unit = Recorded { work, done: Arc::clone(&done), breakage: None, undo: false };
            let ended = self.store.read(unit, |tx, unit| run(tx, unit)).await;
            operation.note(&done.lock().statements.join(", "));
            match ended {
                Ok(()) | Err(Ended::RolledBack) => Ok(()),
                Err(Ended::Failed(error)) => Err(error),
            }
        })
    }

    fn size(&self) -> BoxFuture<'_, Result<DatabaseSize, StoreError>> {
        Box::pin(self.store.size())
    }

    /// Uses the simulated delivery: the order of the engine's own delivery on PostgreSQL does not follow from the seed.
    fn listen(&self, listener: Weak<dyn Listener>) {
        self.events.0.lock().push(listener);
    }

    /// Does nothing: the nodes share the store.
    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

struct RecordingSession<'w> {
    inner: &'w mut dyn Session,
    done: &'w Mutex<Done>,
    breakage: Option<&'w Breakage>,
}

impl RecordingSession<'_> {
    fn record(&self, statement: Statement) {
        self.done.lock().statements.push(statement.name);
    }
}

impl Session for RecordingSession<'_> {
    fn all<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>> {
        self.record(statement);
        let Some(breakage) = self.breakage else { return self.inner.all(statement, params) };
        Box::pin(async move {
            if breakage.skips(statement, params) {
                return Ok(Vec::new());
            }
            let rows = self.inner.all(breakage.replaced(statement), params).await?;
            breakage.lengthen_claims_after(self.inner, statement).await?;
            Ok(rows)
        })
    }

    fn run<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        self.record(statement);
        let Some(breakage) = self.breakage else { return self.inner.run(statement, params) };
        Box::pin(async move {
            if breakage.skips(statement, params) {
                return Ok(1);
            }
            let touched = self.inner.run(breakage.replaced(statement), params).await?;
            breakage.lengthen_claims_after(self.inner, statement).await?;
            Ok(touched)
        })
    }

    fn run_each<'s>(
        &'s mut self,
        statement: Statement,
        rows: &'s [Vec<Value>],
    ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>> {
        self.record(statement);
        let Some(breakage) = self.breakage else { return self.inner.run_each(statement, rows) };
        // Each row by itself, because a breakage may skip one of them.
        Box::pin(async move {
            let mut touched = Vec::with_capacity(rows.len());
            for row in rows {
                touched.push(match breakage.skips(statement, row) {
                    true => 1,
                    false => self.inner.run(breakage.replaced(statement), row).await?,
                });
            }
            Ok(touched)
        })
    }

    fn send<'s>(&'s mut self, calls: &'s [Call]) -> BoxFuture<'s, Result<Vec<Answer>, StoreError>> {
        for call in calls {
            self.record(call.statement);
        }
        let Some(breakage) = self.breakage else { return self.inner.send(calls) };
        Box::pin(async move {
            let mut answers = Vec::with_capacity(calls.len());
            for Call { statement, params } in calls {
                if breakage.skips(*statement, params) {
                    answers.push(Answer { rows: Vec::new(), touched: 1 });
                    continue;
                }
                let call = Call { statement: breakage.replaced(*statement), params: params.clone() };
                answers.extend(self.inner.send(&[call]).await?);
                breakage.lengthen_claims_after(self.inner, *statement).await?;
            }
            Ok(answers)
        })
    }

    /// A statement that is broken on purpose must not be hidden in a combined one.
    fn combined(&self, name: &'static str) -> Option<Statement> {
        if self.breakage.is_some() { None } else { self.inner.combined(name) }
    }

    fn announce(&mut self, event: ChangeEvent) {
        self.done.lock().events.push(event);
    }
}
