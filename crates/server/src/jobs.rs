//! The jobs a server does beside answering: each now and then, for as long as the server runs.

use std::{future::Future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use metrics::{Counter, Gauge, Histogram};
use sideout_app::{StoreError, clock::Clock};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, MissedTickBehavior},
};

/// How long a job that panicked pauses. What made it panic is likely still there.
const PAUSE_AFTER_PANIC: Duration = Duration::from_secs(10);
/// How long jobs may take at the end to finish what they have begun.
const LAST_STEPS: Duration = Duration::from_secs(5);

/// The jobs of a server that runs.
pub(crate) struct Jobs {
    clock: Arc<dyn Clock>,
    stopped: watch::Receiver<bool>,
    running: Vec<JoinHandle<()>>,
}

impl Jobs {
    /// None yet; those that are added end when `stopped` says so. `clock` tells when a run ended, for the metrics.
    pub(crate) fn new(clock: Arc<dyn Clock>, stopped: watch::Receiver<bool>) -> Self {
        metrics::describe_counter!("sideout_job_panics_total", "Panics of background jobs, by name.");
        metrics::describe_counter!(
            "sideout_job_failures_total",
            "Runs of background jobs that failed, by name."
        );
        metrics::describe_gauge!(
            "sideout_job_last_success_timestamp_seconds",
            "When a background job last came to its end without a failure, by name; 0 before the first time."
        );
        metrics::describe_gauge!(
            "sideout_job_period_seconds",
            "Time between two runs of a background job, by name."
        );
        metrics::describe_histogram!(
            "sideout_job_seconds",
            "Duration of the runs of background jobs, by name."
        );
        Jobs { clock, stopped, running: Vec::new() }
    }

    /// Runs `job` now and then. A failure is logged and counted, and the next run catches up; a panic is logged and counted
    /// as well, and the job goes on after a pause.
    pub(crate) fn every<A, F, Done>(&mut self, name: &'static str, period: Duration, app: &Arc<A>, job: F)
    where
        A: Send + Sync + 'static,
        F: Fn(Arc<A>) -> Done + Send + Sync + 'static,
        Done: Future<Output = Result<(), StoreError>> + Send,
    {
        let (app, stopped) = (Arc::clone(app), self.stopped.clone());
        let account = JobAccount::open(name, period, Arc::clone(&self.clock));
        self.running.push(tokio::spawn(async move {
            let mut timer = tokio::time::interval(period);
            timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut failing = false;
            loop {
                tokio::select! {
                    () = told(stopped.clone()) => return,
                    _ = timer.tick() => {}
                }
                let began = Instant::now();
                // Safe to go on after a panic: a unit of work that panicked is rolled back, and a run keeps nothing for
                // the next.
                let run = AssertUnwindSafe(async { job(Arc::clone(&app)).await }).catch_unwind();
                let ended = run.await;
                account.took.record(began.elapsed());
                match ended {
                    Ok(Ok(())) => {
                        if failing {
                            tracing::info!(job = name, "the job works again");
                        }
                        failing = false;
                        account.succeeded();
                    }
                    Ok(Err(error)) => {
                        // Once for each outage, not once a second.
                        if !failing {
                            tracing::warn!(job = name, %error, "a job failed; it will be tried again");
                        }
                        failing = true;
                        account.failures.increment(1);
                    }
                    Err(_) => {
                        tracing::error!(job = name, "a job panicked; the panic is on standard error");
                        account.panics.increment(1);
                        failing = true;
                        timer.reset_after(PAUSE_AFTER_PANIC.max(period));
                    }
                }
            }
        }));
    }

    /// Lets them finish what they have begun, once they were told to stop; who takes too long is cut off.
    pub(crate) async fn end(self) {
        end_jobs(self.running).await;
    }
}

/// What is measured of one job.
struct JobAccount {
    clock: Arc<dyn Clock>,
    panics: Counter,
    failures: Counter,
    last_success: Gauge,
    took: Histogram,
}

impl JobAccount {
    fn open(job: &'static str, period: Duration, clock: Arc<dyn Clock>) -> Self {
        metrics::gauge!("sideout_job_period_seconds", "name" => job).set(period.as_secs_f64());
        let account = JobAccount {
            clock,
            panics: metrics::counter!("sideout_job_panics_total", "name" => job),
            failures: metrics::counter!("sideout_job_failures_total", "name" => job),
            last_success: metrics::gauge!("sideout_job_last_success_timestamp_seconds", "name" => job),
            took: metrics::histogram!("sideout_job_seconds", "name" => job),
        };
        account.panics.increment(0);
        account.failures.increment(0);
        account.last_success.set(0.0);
        account
    }

    fn succeeded(&self) {
        self.last_success.set(self.clock.now().as_millisecond() as f64 / 1e3);
    }
}

async fn end_jobs(jobs: Vec<JoinHandle<()>>) {
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

    use sideout_testkit::FixedClock;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_panics_goes_on_after_a_pause_and_is_counted() {
        let metrics = sideout_http::install_metrics().unwrap();
        let runs = Arc::new(AtomicU32::new(0));
        let (stop, stopped) = watch::channel(false);
        let began = Instant::now();
        let clock = FixedClock::new();
        let mut jobs = Jobs::new(Arc::new(clock.clone()), stopped);
        let shown = |series: &str| {
            let rendered = metrics.render();
            let line = rendered.lines().find(|line| line.starts_with(series)).unwrap_or_default().to_owned();
            line.rsplit(' ').next().and_then(|value| value.parse::<f64>().ok()).expect(series)
        };
        jobs.every("toy", Duration::from_secs(1), &runs, |runs| {
            let run = runs.fetch_add(1, Ordering::Relaxed);
            // Once before anything is awaited, and once in the middle of it.
            assert!(run != 1, "the job panics at once");
            async move {
                tokio::task::yield_now().await;
                assert!(run != 2, "the job panics");
                if run == 4 { Err(StoreError::Unavailable("the job fails".to_owned())) } else { Ok(()) }
            }
        });
        while runs.load(Ordering::Relaxed) < 6 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        // Runs at 0, 1, then after two pauses at 11 and 21, then each second.
        let seconds = began.elapsed().as_secs();
        assert!((22..=24).contains(&seconds), "{seconds}");
        assert_eq!(shown(r#"sideout_job_panics_total{name="toy"}"#) as u32, 2);
        assert_eq!(shown(r#"sideout_job_failures_total{name="toy"}"#) as u32, 1);
        assert_eq!(shown(r#"sideout_job_seconds_count{name="toy"}"#) as u32, runs.load(Ordering::Relaxed));
        assert_eq!(shown(r#"sideout_job_period_seconds{name="toy"}"#) as u32, 1);
        let last = shown(r#"sideout_job_last_success_timestamp_seconds{name="toy"}"#);
        assert_eq!(last as i64, clock.now().as_second());
        stop.send_replace(true);
        jobs.end().await;
        let last = runs.load(Ordering::Relaxed);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(runs.load(Ordering::Relaxed), last, "it was told to stop");
    }
}
