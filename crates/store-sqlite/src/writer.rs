//! The writer thread: commits waiting units together in one durable commit, then replies to their callers.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use futures_util::FutureExt as _;
use metrics::Histogram;
use sideout_store::{ChangeEvent, ErasedWork, RollBack, StoreError, change_event::EventBus};
use tokio::sync::{mpsc, oneshot, watch};

use crate::{
    connection::OpenConnection,
    error,
    lock_file::LockFile,
    readers::must_not_wait,
    session::{self, SqliteSession},
};

/// A unit of work sent to the writer, and the channel for its result.
pub(crate) struct Unit {
    pub(crate) work: Arc<dyn ErasedWork>,
    pub(crate) answer: oneshot::Sender<Result<(), StoreError>>,
    /// When it began to wait for the writer.
    pub(crate) since: Instant,
}

impl Unit {
    /// A unit that starts to wait now.
    #[expect(
        clippy::disallowed_methods,
        reason = "it measures a wait for the metrics; no rule depends on it"
    )]
    pub(crate) fn new(work: Arc<dyn ErasedWork>, answer: oneshot::Sender<Result<(), StoreError>>) -> Self {
        Unit { work, answer, since: Instant::now() }
    }
}

/// A message to the writer.
pub(crate) enum Message {
    /// Run this unit of work.
    Unit(Unit),
    /// Finish what is already queued, accept nothing new, end.
    Close,
}

/// The amount of work done since the database was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriterMetrics {
    /// Units of work that requested a commit and were committed.
    pub units: u64,
    /// Durable commits made for them.
    pub commits: u64,
}

/// The writer's counters.
#[derive(Default)]
pub(crate) struct Counters {
    units: AtomicU64,
    commits: AtomicU64,
    working: AtomicBool,
}

impl Counters {
    /// Whether the writer is in a transaction at this moment.
    pub(crate) fn is_working(&self) -> bool {
        self.working.load(Ordering::Relaxed)
    }

    pub(crate) fn metrics(&self) -> WriterMetrics {
        WriterMetrics {
            units: self.units.load(Ordering::Relaxed),
            commits: self.commits.load(Ordering::Relaxed),
        }
    }
}

/// The state of the writer thread.
pub(crate) struct Writer {
    pub(crate) connection: OpenConnection,
    pub(crate) queue: mpsc::Receiver<Message>,
    pub(crate) batch: usize,
    pub(crate) counters: Arc<Counters>,
    /// The durations of the units' waits.
    pub(crate) waits: Histogram,
    /// Delivers the events of committed units.
    pub(crate) events: Arc<EventBus>,
    /// The reason why writing has stopped until the next start.
    pub(crate) broken: watch::Sender<Option<String>>,
    /// Whether the last commit failed. In an outage each one fails; only the first is logged as an error.
    pub(crate) commits_fail: bool,
    /// Released when the thread ends, after the connection is closed (fields drop in this order).
    pub(crate) _lock: LockFile,
}

/// The result of one unit inside its savepoint.
enum Ended {
    /// It requests the commit; deliver these events after it.
    Kept(Vec<ChangeEvent>),
    /// Its changes are rolled back; this is its result (`Ok` if it requested the roll-back itself).
    Undone(Result<(), StoreError>),
    /// The whole transaction is rolled back.
    AllLost(StoreError),
}

/// Where the caller of a unit waits for its result.
type ReplySender = oneshot::Sender<Result<(), StoreError>>;

impl Writer {
    /// Runs until the queue is closed and empty.
    pub(crate) fn run(mut self) {
        while let Some(message) = self.queue.blocking_recv() {
            match message {
                Message::Unit(unit) => {
                    self.counters.working.store(true, Ordering::Relaxed);
                    self.batch_from(unit);
                    self.counters.working.store(false, Ordering::Relaxed);
                }
                Message::Close => self.queue.close(),
            }
        }
    }

    /// Runs one transaction: `first` and the other waiting units, at most `batch` in all.
    ///
    /// No caller gets its result before the commit, not even that of a unit that rolled back: it may have refused
    /// because of what an earlier unit of the batch wrote, and that is not true until it is durable.
    fn batch_from(&mut self, first: Unit) {
        if let Some(reason) = self.broken.borrow().clone() {
            answer(first.answer, Err(StoreError::Unavailable(reason)));
            return;
        }
        if first.answer.is_closed() {
            return;
        }
        if let Err(failure) = self.connection.control("begin immediate") {
            self.stop_if_broken(&failure);
            answer(first.answer, Err(error::from_statement("begin", &failure)));
            return;
        }
        let mut waiting: Vec<(ReplySender, Result<(), StoreError>)> = Vec::with_capacity(self.batch);
        let mut kept = 0;
        let mut events = Vec::new();
        let mut next = Some(first);
        while let Some(unit) = next.take() {
            self.waits.record(unit.since.elapsed());
            match self.run_unit(&*unit.work) {
                Ended::Kept(unit_events) => {
                    kept += 1;
                    events.extend(unit_events);
                    waiting.push((unit.answer, Ok(())));
                }
                Ended::Undone(outcome) => waiting.push((unit.answer, outcome)),
                Ended::AllLost(failure) => {
                    waiting.push((unit.answer, Ok(())));
                    return fail_all(waiting, &failure);
                }
            }
            if waiting.len() < self.batch {
                next = self.next_waiting();
            }
        }
        if let Err(failure) = self.connection.control("commit") {
            self.stop_if_broken(&failure);
            let error = error::from_commit(&failure);
            if std::mem::replace(&mut self.commits_fail, true) {
                tracing::debug!(error = %failure, units = waiting.len(), "commit failed");
            } else {
                tracing::error!(error = %failure, units = waiting.len(), "commit failed");
            }
            self.roll_back_everything();
            return fail_all(waiting, &error);
        }
        if std::mem::take(&mut self.commits_fail) {
            tracing::info!("commits succeed again");
        }
        if kept > 0 {
            self.counters.units.fetch_add(kept, Ordering::Relaxed);
            self.counters.commits.fetch_add(1, Ordering::Relaxed);
        }
        // Before the replies: a caller may read again at once, and must not get cached data from before its change.
        self.events.deliver(&events);
        for (to, outcome) in waiting {
            answer(to, outcome);
        }
    }

    /// The next unit whose caller still waits for it: under overload, no work is started without a caller.
    fn next_waiting(&mut self) -> Option<Unit> {
        loop {
            match self.queue.try_recv() {
                Ok(Message::Unit(unit)) if unit.answer.is_closed() => {}
                Ok(Message::Unit(unit)) => return Some(unit),
                Ok(Message::Close) => self.queue.close(),
                Err(_) => return None,
            }
        }
    }

    /// Runs one unit inside a savepoint of its own.
    fn run_unit(&mut self, work: &dyn ErasedWork) -> Ended {
        if let Err(failure) = self.connection.control("savepoint unit") {
            return self.give_up(&failure);
        }
        let mut session = SqliteSession::new(&mut self.connection);
        // Safe to continue after a panic: the savepoint rolls back what the unit changed, and the unit's own state (its
        // result) is never read.
        let ended = catch_unwind(AssertUnwindSafe(|| work.run(&mut session).now_or_never()));
        let session::Ended { failed, disk_failed, events } = session.into_ended();
        if disk_failed {
            self.stop("the disk failed while writing");
            // Nothing of the batch is committed: what its other units wrote may not be on the disk either.
            self.roll_back_everything();
        }
        if disk_failed || self.connection.raw.is_autocommit() {
            // A full disk can make SQLite roll back the whole transaction.
            let reason =
                failed.unwrap_or_else(|| StoreError::Unavailable("the transaction was lost".to_owned()));
            return Ended::AllLost(reason);
        }
        let outcome = match (ended, failed) {
            (Ok(Some(Ok(()))), None) => {
                return match self.connection.control("release unit") {
                    Ok(()) => Ended::Kept(events),
                    Err(failure) => self.give_up(&failure),
                };
            }
            // The work ignored a statement's error and requests a commit, which PostgreSQL would refuse, too.
            (Ok(Some(Ok(()))), Some(failed)) => Err(failed),
            (Ok(Some(Err(RollBack))), _) => Ok(()),
            (Ok(None), _) => Err(must_not_wait()),
            (Err(_), _) => Err(StoreError::Unavailable("the work panicked".to_owned())),
        };
        let undone = self
            .connection
            .control("rollback to unit")
            .and_then(|()| self.connection.control("release unit"));
        match undone {
            Ok(()) => Ended::Undone(outcome),
            Err(failure) => self.give_up(&failure),
        }
    }

    /// A savepoint statement failed: nothing in this transaction can be kept.
    fn give_up(&mut self, failure: &rusqlite::Error) -> Ended {
        self.stop_if_broken(failure);
        self.roll_back_everything();
        Ended::AllLost(StoreError::Unavailable(format!("savepoint: {failure}")))
    }

    fn roll_back_everything(&mut self) {
        if !self.connection.raw.is_autocommit()
            && let Err(failure) = self.connection.control("rollback")
        {
            self.stop(&format!("roll-back failed: {failure}"));
        }
    }

    fn stop_if_broken(&mut self, failure: &rusqlite::Error) {
        if error::is_disk_failure(failure) {
            self.stop(&format!("the disk failed while writing: {failure}"));
        }
    }

    /// A failed write or fsync is never retried: the contents of the operating system's cache are unknown. The next
    /// start reads the log from the disk and recovers what is there.
    fn stop(&mut self, reason: &str) {
        tracing::error!(reason, "the database takes no more writes until the server is started again");
        self.broken.send_replace(Some(reason.to_owned()));
    }
}

fn fail_all(waiting: Vec<(ReplySender, Result<(), StoreError>)>, failure: &StoreError) {
    let shared = match failure {
        StoreError::UnknownOutcome(_) => failure.clone(),
        other => StoreError::Unavailable(format!("the commit it shared failed: {other}")),
    };
    for (to, _) in waiting {
        answer(to, Err(shared.clone()));
    }
}

fn answer(to: ReplySender, outcome: Result<(), StoreError>) {
    // The caller may have stopped waiting (a client that disconnected). A committed unit stays committed.
    let _ = to.send(outcome);
}
