//! Runs futures together that send statements in their order.

use std::{
    future::{Future, poll_fn},
    pin::Pin,
    task::Poll,
};

/// Awaits all `futures` together and returns their results, or the first error in their order.
///
/// Each is first polled after the one before it, so that statements, which are sent by the first poll, are sent in their
/// order. The replies come in that order, too.
pub(crate) async fn in_order<T, E, F>(mut futures: Vec<Pin<Box<F>>>) -> Result<Vec<T>, E>
where
    F: Future<Output = Result<T, E>> + ?Sized,
{
    let mut early = Vec::with_capacity(futures.len());
    poll_fn(|cx| {
        early.extend(futures.iter_mut().map(|future| match future.as_mut().poll(cx) {
            Poll::Ready(result) => Some(result),
            Poll::Pending => None,
        }));
        Poll::Ready(())
    })
    .await;
    let mut results = Vec::with_capacity(futures.len());
    for (future, early) in futures.into_iter().zip(early) {
        results.push(match early {
            Some(result) => result?,
            None => future.await?,
        });
    }
    Ok(results)
}
