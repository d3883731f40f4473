//! The jobs a server does beside answering: each now and then, for as long as the server runs.

use std::{future::Future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use sideout_app::StoreError;
use tokio::{sync::watch, task::JoinHandle, time::MissedTickBehavior};

/// How long a job that panicked pauses. What made it panic is likely still there.
const PAUSE_AFTER_PANIC: Duration = Duration::from_secs(10);
/// How long jobs may take at the end to finish what they have begun.
const LAST_STEPS: Duration = Duration::from_secs(5);

/// Runs `job` now and then until told to stop. A failure is logged, and the next run catches up; a panic is logged and
/// counted as well (`sideout_job_panics_total`), and the job goes on after a pause.
pub(crate) fn every<A, F, Done>(
    name: &'static str,
    period: Duration,
    app: Arc<A>,
    stopped: watch::Receiver<bool>,
    job: F,
) -> JoinHandle<()>
where
    A: Send + Sync + 'static,
    F: Fn(Arc<A>) -> Done + Send + Sync + 'static,
    Done: Future<Output = Result<(), StoreError>> + Send,
{
    tokio::spawn(async move {
        let mut timer = tokio::time::interval(period);
        timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            tokio::select! {
                () = told(stopped.clone()) => return,
                _ = timer.tick() => {}
            }
            // Safe to go on after a panic: a unit of work that panicked is rolled back, and a run keeps nothing for the next.
            let run = AssertUnwindSafe(async { job(Arc::clone(&app)).await }).catch_unwind();
            match run.await {
                Ok(Ok(())) => {
                    if failing {
                        tracing::info!(job = name, "the job works again");
                    }
                    failing = false;
                }
                Ok(Err(error)) => {
                    // Once for each outage, not once a second.
                    if !failing {
                        tracing::warn!(job = name, %error, "a job failed; it will be tried again");
                    }
                    failing = true;
                }
                Err(_) => {
                    tracing::error!(job = name, "a job panicked; the panic is on standard error");
                    metrics::counter!("sideout_job_panics_total", "job" => name).increment(1);
                    failing = true;
                    timer.reset_after(PAUSE_AFTER_PANIC.max(period));
                }
            }
        }
    })
}

/// Lets jobs that were told to stop finish what they have begun; who takes too long is cut off.
pub(crate) async fn end_jobs(jobs: Vec<JoinHandle<()>>) {
    let cut_off: Vec<_> = jobs.iter().map(JoinHandle::abort_handle).collect();
    let ended = async {
        for job in jobs {
            if job.await.is_err() {
                tracing::error!("a job broke down");
            }
        }
    };
    if tokio::time::timeout(LAST_STEPS, ended).await.is_err() {
        tracing::warn!("some jobs did not end in time; the next start takes up what they leave");
        cut_off.iter().for_each(tokio::task::AbortHandle::abort);
    }
}

/// Ready when told to stop.
pub(crate) async fn told(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender is gone, which is an end too.
    stopped.wait_for(|stop| *stop).await.ok();
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_panics_goes_on_after_a_pause_and_is_counted() {
        let metrics = sideout_http::install_metrics().unwrap();
        let runs = Arc::new(AtomicU32::new(0));
        let (stop, stopped) = watch::channel(false);
        let began = tokio::time::Instant::now();
        let job = every("toy", Duration::from_secs(1), Arc::clone(&runs), stopped, |runs| {
            let run = runs.fetch_add(1, Ordering::Relaxed);
            // Once before anything is awaited, and once in the middle of it.
            assert!(run != 1, "the job panics at once");
            async move {
                tokio::task::yield_now().await;
                assert!(run != 2, "the job panics");
                Ok(())
            }
        });
        while runs.load(Ordering::Relaxed) < 6 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        // Runs at 0, 1, then after two pauses at 11 and 21, then each second.
        let seconds = began.elapsed().as_secs();
        assert!((22..=24).contains(&seconds), "{seconds}");
        assert!(
            metrics.render().contains(r#"sideout_job_panics_total{job="toy"} 2"#),
            "{}",
            metrics.render()
        );
        stop.send_replace(true);
        end_jobs(vec![job]).await;
        let last = runs.load(Ordering::Relaxed);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(runs.load(Ordering::Relaxed), last, "it was told to stop");
    }
}
