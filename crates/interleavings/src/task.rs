//! Tasks.

pub use tokio::task::AbortHandle;

/// Runs `work` in a task of its own, also if the handle is dropped.
pub fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> shuttle::future::JoinHandle<T> {
    shuttle::future::spawn(async move { work() })
}
