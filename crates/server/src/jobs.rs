//! Background jobs: each runs periodically until the server stops.

use std::{future::Future, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use metrics::{Counter, Gauge, Histogram};
use sideout_app::{StoreError, platform::clock::Clock};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, MissedTickBehavior},
};

/// How long a job pauses at least after a panic, because its cause probably persists.
const PAUSE_AFTER_PANIC: Duration = Duration::from_secs(10);
/// How long jobs may take to finish their current run after the stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The jobs of a running server.
pub(crate) struct Jobs {
    clock: Arc<dyn Clock>,
    stopped: watch::Receiver<bool>,
    running: Vec<JoinHandle<()>>,
}

impl Jobs {
    /// A set without jobs. Jobs that are added end when `stopped` becomes true. `clock` gives the metrics the time a
    /// run ended.
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

    /// Runs `job` once each `period`. Failures and panics are counted; the next run continues the work, after a
    /// panic only after a pause.
    pub(crate) fn every<A, F, Done>(&mut self, name: &'static str, period: Duration, app: &Arc<A>, job: F)
    where
        A: Send + Sync + 'static,
        F: Fn(Arc<A>) -> Done + Send + Sync + 'static,
        Done: Future<Output = Result<(), StoreError>> + Send,
    {
        let (app, stopped) = (Arc::clone(app), self.stopped.clone());
        let metrics = JobMetrics::new(name, period, Arc::clone(&self.clock));
        self.running.push(tokio::spawn(async move {
            let mut timer = tokio::time::interval(period);
            timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut is_failing = false;
            loop {
                tokio::select! {
                    () = until_stopped(stopped.clone()) => return,
                    _ = timer.tick() => {}
                }
                let began = Instant::now();
                // Continuing after a panic is safe: its unit of work is rolled back.
                let run = AssertUnwindSafe(async { job(Arc::clone(&app)).await }).catch_unwind();
                let ended = run.await;
                metrics.took.record(began.elapsed());
                match ended {
                    Ok(Ok(())) => {
                        if is_failing {
                            tracing::info!(job = name, "job succeeds again");
                        }
                        is_failing = false;
                        metrics.record_success();
                    }
                    Ok(Err(error)) => {
                        // Logged once for each outage, not for each run.
                        if !is_failing {
                            tracing::warn!(job = name, %error, "job failed, trying again");
                        }
                        is_failing = true;
                        metrics.failures.increment(1);
                    }
                    Err(_) => {
                        tracing::error!(
                            job = name,
                            "job stopped by a panic, starting it again; the panic is on standard error"
                        );
                        metrics.panics.increment(1);
                        is_failing = true;
                        timer.reset_after(PAUSE_AFTER_PANIC.max(period));
                    }
                }
            }
        }));
    }

    /// Waits for the current runs after `stopped`; a job that takes too long is aborted.
    pub(crate) async fn end(self) {
        end_jobs(self.running).await;
    }
}

/// The metrics of one job.
struct JobMetrics {
    clock: Arc<dyn Clock>,
    panics: Counter,
    failures: Counter,
    last_success: Gauge,
    took: Histogram,
}

impl JobMetrics {
    fn new(job: &'static str, period: Duration, clock: Arc<dyn Clock>) -> Self {
        metrics::gauge!("sideout_job_period_seconds", "name" => job).set(period.as_secs_f64());
        let job_metrics = JobMetrics {
            clock,
            panics: metrics::counter!("sideout_job_panics_total", "name" => job),
            failures: metrics::counter!("sideout_job_failures_total", "name" => job),
            last_success: metrics::gauge!("sideout_job_last_success_timestamp_seconds", "name" => job),
            took: metrics::histogram!("sideout_job_seconds", "name" => job),
        };
        job_metrics.panics.increment(0);
        job_metrics.failures.increment(0);
        job_metrics.last_success.set(0.0);
        job_metrics
    }

    fn record_success(&self) {
        self.last_success.set(self.clock.now().as_millisecond() as f64 / 1e3);
    }
}

async fn end_jobs(jobs: Vec<JoinHandle<()>>) {
    let cut_off: Vec<_> = jobs.iter().map(JoinHandle::abort_handle).collect();
    let ended = async {
        for job in jobs {
            if let Err(error) = job.await {
                tracing::error!(%error, "the task of a job ended early");
            }
        }
    };
    if tokio::time::timeout(STOP_TIMEOUT, ended).await.is_err() {
        tracing::warn!("some jobs did not end in time; the next start continues their work");
        cut_off.iter().for_each(tokio::task::AbortHandle::abort);
    }
}

/// Resolves when `stopped` becomes true.
pub(crate) async fn until_stopped(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender was dropped, which is a stop, too.
    stopped.wait_for(|stop| *stop).await.ok();
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use sideout_testkit::FixedClock;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_panicking_job_is_counted_and_continues_after_a_pause() {
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
            // The second run panics before it awaits anything, the third one after its first await.
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
        assert_eq!(runs.load(Ordering::Relaxed), last, "no run after the stop");
    }
}
