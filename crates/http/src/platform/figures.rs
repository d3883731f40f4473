//! What is counted of every request, for `/metrics`.

use std::{
    collections::HashMap,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use metrics::{Counter, Histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use parking_lot::RwLock;

/// Upper bounds of the duration histogram, in seconds.
const BUCKETS: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 20.0];

/// Answers after which the durations noted so far are put into their buckets. Until then each is kept by itself, so
/// without a scrape they would pile up for ever.
const TIDY_EVERY: u64 = 8_192;

static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();

/// Makes the process count, once; later calls return the same handle.
///
/// # Errors
/// When something else already installed a recorder.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    if let Some(handle) = HANDLE.get() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()?;
    metrics::describe_counter!("sideout_requests_total", "Requests answered, by route and status.");
    metrics::describe_histogram!(
        "sideout_request_seconds",
        metrics::Unit::Seconds,
        "Time to the answer's head."
    );
    metrics::describe_gauge!("sideout_connections", "Open connections.");
    metrics::describe_gauge!("sideout_streams", "Open streams of events.");
    metrics::describe_counter!("sideout_connections_refused_total", "Connections refused, by reason.");
    metrics::describe_counter!(
        "sideout_connections_ended_for_others_total",
        "Connections without a request that were closed because all places were taken."
    );
    metrics::describe_counter!(
        "sideout_requests_refused_total",
        "Requests refused because too many were being answered, by reason."
    );
    metrics::describe_counter!(
        "sideout_notices_total",
        "Messages to players that ended, by notice, channel and outcome."
    );
    metrics::describe_counter!("sideout_job_panics_total", "Panics of background jobs, by job.");
    metrics::describe_counter!("sideout_codes_total", "One-time codes that were sent, failed or dropped.");
    metrics::describe_gauge!(
        "sideout_clock_offset_seconds",
        metrics::Unit::Seconds,
        "How far this machine's clock is ahead of the time in use (the database's)."
    );
    metrics::describe_gauge!(
        "sideout_clock_uncertainty_seconds",
        metrics::Unit::Seconds,
        "How far the time in use may be from the database's."
    );
    metrics::describe_gauge!("sideout_clock_trusted", "1 while the clock can be relied on, else 0.");
    metrics::describe_counter!("sideout_store_errors_total", "Failures of the database, by kind.");
    Ok(HANDLE.get_or_init(|| handle).clone())
}

/// The counters of each (route, status), looked up by name only once: a name costs an allocation and a hash of all
/// labels each time.
#[derive(Default)]
pub(crate) struct Figures {
    by_route: RwLock<HashMap<Box<str>, ByStatus>>,
    answers: AtomicU64,
}

type ByStatus = HashMap<u16, Arc<Figure>>;

struct Figure {
    requests: Counter,
    seconds: Histogram,
}

impl Figures {
    /// One more answer.
    pub(crate) fn count(&self, route: &str, status: u16, took: Duration) {
        let known = self.by_route.read().get(route).and_then(|by_status| by_status.get(&status).cloned());
        let figure = known.unwrap_or_else(|| self.add(route, status));
        figure.requests.increment(1);
        figure.seconds.record(took.as_secs_f64());
        if self.answers.fetch_add(1, Relaxed) % TIDY_EVERY == TIDY_EVERY - 1
            && let Some(handle) = HANDLE.get()
        {
            handle.run_upkeep();
        }
    }

    fn add(&self, route: &str, status: u16) -> Arc<Figure> {
        let mut by_route = self.by_route.write();
        let by_status = by_route.entry(route.into()).or_default();
        let new = || {
            let (route, status) = (route.to_owned(), status.to_string());
            Arc::new(Figure {
                requests: metrics::counter!("sideout_requests_total", "route" => route.clone(), "status" => status),
                seconds: metrics::histogram!("sideout_request_seconds", "route" => route),
            })
        };
        by_status.entry(status).or_insert_with(new).clone()
    }
}
