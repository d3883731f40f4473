//! Runs futures concurrently, up to a limit.

use futures_util::{StreamExt as _, stream};

/// Futures that run at once: enough that one slow response does not delay all payments of a busy evening, and few
/// enough for the provider's rate limit.
const AT_ONCE: usize = 8;

/// Runs all of `work`, [`AT_ONCE`] at a time; the results are in no particular order. A failure does not stop the
/// others.
///
/// # Errors
/// One of the failures: the first one to occur.
pub(crate) async fn join_all_bounded<T, E>(
    work: impl IntoIterator<Item = impl Future<Output = Result<T, E>>>,
) -> Result<Vec<T>, E> {
    let ended: Vec<Result<T, E>> = stream::iter(work).buffer_unordered(AT_ONCE).collect().await;
    ended.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use tokio::sync::Barrier;

    use super::*;

    #[tokio::test]
    async fn eight_and_no_more_run_concurrently_and_a_failure_stops_no_other() {
        let together = Barrier::new(AT_ONCE);
        let (running, most_running, done) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let work = (0..3 * AT_ONCE).map(async |number| {
            most_running.fetch_max(running.fetch_add(1, SeqCst) + 1, SeqCst);
            // With fewer than eight running, none passes the barrier.
            together.wait().await;
            running.fetch_sub(1, SeqCst);
            done.fetch_add(1, SeqCst);
            if number == 0 { Err(number) } else { Ok(number) }
        });
        assert_eq!(join_all_bounded(work).await, Err(0));
        assert_eq!((most_running.into_inner(), done.into_inner()), (AT_ONCE, 3 * AT_ONCE));
    }
}
