// Included in the module of each variant, beside the file under proof.

use futures_util::future::BoxFuture;
use shuttle::{
    future::{JoinHandle, block_on, spawn},
    sync::Mutex,
    thread,
};
use sideout_domain::VenueId;
use sideout_store::{Listener, Session};

use super::*;
use crate::connection::Disk;

/// A unit of work that writes its number and announces it.
struct Write {
    number: u64,
    disk: Arc<Mutex<Disk>>,
}

impl ErasedWork for Write {
    fn run<'t>(&'t self, session: &'t mut dyn Session) -> BoxFuture<'t, Result<(), RollBack>> {
        self.disk.lock().unwrap().write(self.number);
        session.announce(event(self.number));
        Box::pin(async { Ok(()) })
    }
}

fn event(number: u64) -> ChangeEvent {
    ChangeEvent::Day(VenueId(number as i64), jiff::civil::date(2026, 11, 22))
}

/// Records the events. Its lock is that of the standard library, so the scheduler does not see it.
#[derive(Default)]
struct ReceivedEvents(std::sync::Mutex<Vec<ChangeEvent>>);

impl Listener for ReceivedEvents {
    fn on_event(&self, event: ChangeEvent) {
        self.0.lock().unwrap().push(event);
    }
}

/// A writer on a thread of its own.
struct Running {
    disk: Arc<Mutex<Disk>>,
    received: Arc<ReceivedEvents>,
    queue: mpsc::Sender<Message>,
    broken: watch::Receiver<Option<String>>,
    writer: thread::JoinHandle<()>,
}

/// The answer that a caller gets.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Done,
    Failed,
    /// The queue was closed, so nothing was done.
    Refused,
    /// The writer ended without an answer.
    Nothing,
}

impl Running {
    fn start(disk: Disk) -> Running {
        let disk = Arc::new(Mutex::new(disk));
        let (queue, receiver) = mpsc::channel(4);
        let (broken_sender, broken) = watch::channel(None);
        let received = Arc::new(ReceivedEvents::default());
        let events = Arc::new(EventBus::default());
        let listener: Arc<dyn Listener> = received.clone();
        events.add(Arc::downgrade(&listener));
        let writer = Writer {
            connection: OpenConnection::new(Arc::clone(&disk)),
            queue: receiver,
            batch: 2,
            counters: Arc::default(),
            waits: Histogram::noop(),
            events,
            broken: broken_sender,
            commits_fail: false,
            _lock: LockFile,
        };
        Running { disk, received, queue, broken, writer: thread::spawn(move || writer.run()) }
    }

    /// Starts a caller that writes this number and compares its answer with the disk.
    fn write(&self, number: u64) -> JoinHandle<Outcome> {
        let (queue, disk, received) = (self.queue.clone(), Arc::clone(&self.disk), Arc::clone(&self.received));
        spawn(async move {
            let (answer, answered) = oneshot::channel();
            let unit = Unit::new(Arc::new(Write { number, disk: Arc::clone(&disk) }), answer);
            if queue.send(Message::Unit(unit)).await.is_err() {
                return Outcome::Refused;
            }
            match answered.await {
                Ok(Ok(())) => {
                    let is_durable = disk.lock().unwrap().durable.contains(&number);
                    assert!(is_durable, "acknowledged before it is durable");
                    let is_announced = received.0.lock().unwrap().contains(&event(number));
                    assert!(is_announced, "acknowledged before its event");
                    Outcome::Done
                }
                Ok(Err(_)) => Outcome::Failed,
                Err(_) => Outcome::Nothing,
            }
        })
    }

    /// Closes the queue and waits for the writer.
    fn end(self) -> Arc<Mutex<Disk>> {
        let Running { disk, queue, writer, .. } = self;
        drop(queue);
        writer.join().unwrap();
        disk
    }
}

pub(crate) fn two_callers() {
    let running = Running::start(Disk::default());
    let callers = [1, 2].map(|number| running.write(number));
    for caller in callers {
        assert_eq!(block_on(caller).unwrap(), Outcome::Done);
    }
    let disk = running.end();
    assert_eq!(disk.lock().unwrap().durable.len(), 2);
}

pub(crate) fn the_disk_fails() {
    run_on_failing_disk(Disk { fails_from: Some(2), ..Disk::default() });
}

pub(crate) fn a_write_fails() {
    run_on_failing_disk(Disk { cannot_write: Some(2), ..Disk::default() });
}

/// Three callers write to a disk that fails; each is told what became of its change.
fn run_on_failing_disk(disk: Disk) {
    let running = Running::start(disk);
    let callers = [1, 2, 3].map(|number| running.write(number));
    let outcomes = callers.map(|caller| block_on(caller).unwrap());
    let is_broken = running.broken.borrow().is_some();
    let disk = running.end();
    let disk = disk.lock().unwrap();
    assert_eq!(is_broken, disk.has_failed, "the failure is not reported");
    assert!(disk.commits <= 2, "a commit after the disk failed");
    let done = outcomes.iter().filter(|outcome| **outcome == Outcome::Done).count();
    assert_eq!(done, disk.durable.len(), "{outcomes:?}");
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Done | Outcome::Failed)), "{outcomes:?}");
}

pub(crate) fn the_database_is_closed() {
    let running = Running::start(Disk::default());
    let caller = running.write(1);
    let closed = block_on(running.queue.send(Message::Close));
    assert!(closed.is_ok());
    let outcome = block_on(caller).unwrap();
    assert_ne!(outcome, Outcome::Nothing, "queued, but not answered");
    let disk = running.end();
    assert_eq!(disk.lock().unwrap().durable.len(), usize::from(outcome == Outcome::Done));
}
