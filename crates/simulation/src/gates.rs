//! The scheduler's view of what tasks wait for. Each unit of work and each call of a provider waits at a gate; the
//! simulation opens one gate at a time, in an order that the seed decides, so a run with several tasks has one order.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::{random::Random, trace::Trace};

/// What happens to the operation behind a gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The operation is done, and its caller gets the result.
    Pass,
    /// The operation is not done, and its caller gets an error.
    FailBefore,
    /// The operation is done, and its caller gets an error.
    FailAfter,
}

/// The kind of an operation, which decides how it can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Write,
    Provider,
    Message,
}

/// How often operations of a kind fail, in percent.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FaultRates {
    /// Before they are done.
    pub(crate) before: u32,
    /// After they are done.
    pub(crate) after: u32,
}

/// How often operations fail.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Faults {
    pub(crate) database: FaultRates,
    pub(crate) provider: FaultRates,
    pub(crate) messages: FaultRates,
}

/// All gates of a simulation.
pub(crate) struct Gates {
    state: Mutex<State>,
    pub(crate) trace: Arc<Trace>,
}

struct State {
    /// The task that is polled.
    current: String,
    waiting: Vec<Waiting>,
    in_flight: usize,
}

struct Waiting {
    label: String,
    kind: Kind,
    opened: oneshot::Sender<Verdict>,
}

/// An operation that may run; when it is dropped the operation has ended.
pub(crate) struct Operation<'g> {
    gates: &'g Gates,
    pub(crate) verdict: Verdict,
    label: String,
}

impl Operation<'_> {
    /// Appends to the trace what the operation did.
    pub(crate) fn note(&self, what: &str) {
        self.gates.trace.add(format!("{}: {what}", self.label));
    }
}

impl Drop for Operation<'_> {
    fn drop(&mut self) {
        self.gates.state.lock().in_flight -= 1;
    }
}

impl Gates {
    pub(crate) fn new(trace: Arc<Trace>) -> Self {
        let state = State { current: String::new(), waiting: Vec::new(), in_flight: 0 };
        Gates { state: Mutex::new(state), trace }
    }

    /// Waits until the simulation lets this operation run.
    pub(crate) async fn pass(&self, kind: Kind, what: &str) -> Operation<'_> {
        let (label, opened) = {
            let mut state = self.state.lock();
            let label = format!("{} {what}", state.current);
            let (sender, opened) = oneshot::channel();
            state.waiting.push(Waiting { label: label.clone(), kind, opened: sender });
            (label, opened)
        };
        // The sender is dropped only with the gates.
        let verdict = opened.await.unwrap_or(Verdict::FailBefore);
        Operation { gates: self, verdict, label }
    }

    /// Names the task that is polled next.
    pub(crate) fn enter(&self, task: &str) {
        task.clone_into(&mut self.state.lock().current);
    }

    /// Whether an operation is running.
    pub(crate) fn is_busy(&self) -> bool {
        self.state.lock().in_flight > 0
    }

    /// Opens one gate, if a task waits at one. Called while no operation runs.
    pub(crate) fn open_one(&self, random: &Random, faults: Faults) -> bool {
        let mut state = self.state.lock();
        // The tasks of a crashed node were dropped, so their operations never run.
        state.waiting.retain(|waiting| !waiting.opened.is_closed());
        if state.waiting.is_empty() {
            return false;
        }
        let chosen = random.below(state.waiting.len());
        let Waiting { label, kind, opened } = state.waiting.remove(chosen);
        let rates = match kind {
            Kind::Read | Kind::Write => faults.database,
            Kind::Provider => faults.provider,
            Kind::Message => faults.messages,
        };
        let verdict = if random.percent(rates.before) {
            Verdict::FailBefore
        } else if random.percent(rates.after) && kind != Kind::Read {
            Verdict::FailAfter
        } else {
            Verdict::Pass
        };
        match verdict {
            Verdict::Pass => {}
            Verdict::FailBefore => self.trace.add(format!("{label}: fails before it is done")),
            Verdict::FailAfter => self.trace.add(format!("{label}: is done, and its answer is lost")),
        }
        if opened.send(verdict).is_ok() {
            state.in_flight += 1;
        }
        true
    }
}
