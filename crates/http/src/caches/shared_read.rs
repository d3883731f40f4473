//! One read for all callers who ask at the same time.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

/// A read that many callers request at the same time. Each gets the result of a read that began after its request, so that it
/// sees what was written before; callers who wait for a running read share the next one.
pub(crate) struct SharedRead<T> {
    /// How many calls there were.
    calls: AtomicU64,
    last: Mutex<Option<LastRead<T>>>,
}

struct LastRead<T> {
    /// The calls up to this number came before the read began.
    covers: u64,
    result: T,
}

impl<T> Default for SharedRead<T> {
    fn default() -> Self {
        Self { calls: AtomicU64::new(0), last: Mutex::new(None) }
    }
}

impl<T: Clone> SharedRead<T> {
    /// What `read` returns, or what the read of another caller returned that began after this call. If a caller disconnects
    /// during its read, the next one in line reads.
    pub(crate) async fn get(&self, read: impl Future<Output = T>) -> T {
        let call = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        let mut last = self.last.lock().await;
        if let Some(last) = last.as_ref().filter(|last| last.covers >= call) {
            return last.result.clone();
        }
        let covers = self.calls.load(Ordering::SeqCst);
        let result = read.await;
        *last = Some(LastRead { covers, result: result.clone() });
        result
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, rc::Rc};

    use tokio::{
        sync::{Semaphore, oneshot},
        task::{LocalSet, yield_now},
    };

    use super::*;

    /// A counter, and reads of it that wait until the test releases them.
    #[derive(Clone)]
    struct Source {
        value: Rc<Cell<u32>>,
        reads: Rc<Cell<u32>>,
        gate: Rc<Semaphore>,
        shared: Rc<SharedRead<u32>>,
    }

    impl Source {
        fn new() -> Self {
            Self {
                value: Rc::default(),
                reads: Rc::default(),
                gate: Rc::new(Semaphore::new(0)),
                shared: Rc::default(),
            }
        }

        async fn get(self) -> u32 {
            let read = async {
                self.reads.set(self.reads.get() + 1);
                let value = self.value.get();
                self.gate.acquire().await.unwrap().forget();
                value
            };
            self.shared.get(read).await
        }
    }

    #[tokio::test]
    async fn callers_who_wait_share_one_read_that_sees_what_was_written_before_their_call() {
        LocalSet::new()
            .run_until(async {
                let source = Source::new();
                let first = tokio::task::spawn_local(source.clone().get());
                yield_now().await;
                source.value.set(1);
                let later: Vec<_> = (0..10).map(|_| tokio::task::spawn_local(source.clone().get())).collect();
                yield_now().await;
                source.gate.add_permits(2);
                assert_eq!(first.await.unwrap(), 0, "its read began before the change");
                for caller in later {
                    assert_eq!(caller.await.unwrap(), 1, "called after the change");
                }
                assert_eq!(source.reads.get(), 2, "one for the first and one for the ten");
            })
            .await;
    }

    #[tokio::test]
    async fn after_a_caller_disconnects_during_its_read_the_next_caller_reads() {
        LocalSet::new()
            .run_until(async {
                let source = Source::new();
                let (gone, left) = oneshot::channel::<()>();
                let leaving = source.clone();
                tokio::task::spawn_local(async move {
                    tokio::select! {
                        biased;
                        _ = left => {}
                        _ = leaving.get() => {}
                    }
                });
                yield_now().await;
                let next = tokio::task::spawn_local(source.clone().get());
                yield_now().await;
                gone.send(()).unwrap();
                source.gate.add_permits(1);
                assert_eq!(next.await.unwrap(), 0);
                assert_eq!(source.reads.get(), 2);
            })
            .await;
    }
}
