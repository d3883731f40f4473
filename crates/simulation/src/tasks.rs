//! Runs the tasks of the nodes until each waits at a gate, ends, or waits for the clock.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    task::{Context, Poll, Wake, Waker},
};

use parking_lot::Mutex;

use crate::gates::Gates;

/// A task and the node that runs it.
struct Task {
    name: String,
    node: usize,
    wake_up: Arc<WakeUp>,
    future: Pin<Box<dyn Future<Output = String>>>,
}

/// Notes that a task can go on and wakes the runner, also from the thread of a database.
#[derive(Default)]
struct WakeUp {
    is_due: AtomicBool,
    runner: Mutex<Option<Waker>>,
}

impl Wake for WakeUp {
    fn wake(self: Arc<Self>) {
        self.is_due.store(true, SeqCst);
        if let Some(waker) = self.runner.lock().take() {
            waker.wake();
        }
    }
}

/// Whether the answer of a task names an error of the database that no task should get: corrupt data, or a refused constraint that is
/// not [`refused`].
///
/// [`refused`]: crate::desk::refused
fn is_unexpected(answer: &str) -> bool {
    answer.contains("unexpected data")
        || (answer.contains("constraint refused") && !answer.contains("the desk was refused"))
}

/// All tasks of a simulation.
#[derive(Default)]
pub(crate) struct Tasks {
    running: Vec<Task>,
    begun: usize,
    /// Answers of tasks with an error that no task should get.
    pub(crate) unexpected: Vec<String>,
}

impl Tasks {
    pub(crate) fn len(&self) -> usize {
        self.running.len()
    }

    /// Adds a task, which begins when it is first polled.
    pub(crate) fn add(
        &mut self,
        node: usize,
        what: &str,
        future: impl Future<Output = String> + 'static,
    ) -> String {
        self.begun += 1;
        let name = format!("node {node} task {} {what}", self.begun);
        let wake_up = Arc::new(WakeUp { is_due: AtomicBool::new(true), runner: Mutex::default() });
        self.running.push(Task { name: name.clone(), node, wake_up, future: Box::pin(future) });
        name
    }

    /// Drops the tasks of a node that crashes. Called while no operation runs.
    pub(crate) fn drop_of(&mut self, node: usize) {
        self.running.retain(|task| task.node != node);
    }

    /// Polls what can go on until nothing can and no operation runs.
    pub(crate) async fn run_until_quiet(&mut self, gates: &Gates) {
        poll_fn(|context| self.poll_all(gates, context)).await;
    }

    fn poll_all(&mut self, gates: &Gates, context: &Context<'_>) -> Poll<()> {
        for task in &self.running {
            *task.wake_up.runner.lock() = Some(context.waker().clone());
        }
        loop {
            let mut has_progressed = false;
            let mut index = 0;
            while let Some(task) = self.running.get_mut(index) {
                if !task.wake_up.is_due.swap(false, SeqCst) {
                    index += 1;
                    continue;
                }
                has_progressed = true;
                *task.wake_up.runner.lock() = Some(context.waker().clone());
                gates.enter(&task.name);
                let waker = Waker::from(Arc::clone(&task.wake_up));
                match task.future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    Poll::Pending => index += 1,
                    Poll::Ready(answer) => {
                        let task = self.running.remove(index);
                        if is_unexpected(&answer) {
                            self.unexpected.push(format!("{}: {answer}", task.name));
                        }
                        gates.trace.add(format!("{} -> {answer}", task.name));
                    }
                }
            }
            if !has_progressed {
                break;
            }
        }
        if gates.is_busy() { Poll::Pending } else { Poll::Ready(()) }
    }
}

#[cfg(test)]
mod tests {
    use sideout_store::StoreError;

    use super::*;
    use crate::desk::refused;

    #[test]
    fn corrupt_data_and_refused_constraints_are_unexpected_but_not_a_refusal_of_the_desk() {
        assert!(is_unexpected(&format!("refused: {}", StoreError::Corrupt("orders".to_owned()))));
        assert!(is_unexpected(&format!("refused: {}", StoreError::Constraint("orders".to_owned()))));
        assert!(!is_unexpected(&format!("refused: {}", refused("taken"))));
        assert!(!is_unexpected(&format!("refused: {}", StoreError::Unavailable("simulated".to_owned()))));
    }
}
