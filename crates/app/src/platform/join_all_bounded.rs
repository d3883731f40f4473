//! Runs futures of a background job concurrently, up to a limit. They mostly wait for another server.

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
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use tokio::sync::Barrier;

    use super::*;

    #[tokio::test]
    async fn eight_run_concurrently_and_a_failure_stops_no_other() {
        let (together, done) = (Barrier::new(AT_ONCE), AtomicUsize::new(0));
        let work = (0..3 * AT_ONCE).map(async |number| {
            // No future passes the barrier alone.
            together.wait().await;
            done.fetch_add(1, Relaxed);
            if number == 0 { Err(number) } else { Ok(number) }
        });
        assert_eq!(join_all_bounded(work).await, Err(0));
        assert_eq!(done.into_inner(), 3 * AT_ONCE);
    }
}
