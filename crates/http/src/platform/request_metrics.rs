//! Metrics of each request, for `/metrics`.

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

/// The number of responses after which recorded durations are put into their buckets. Until then each is stored by
/// itself, so without a scrape they would accumulate.
const TIDY_EVERY: u64 = 8_192;

static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();

/// Installs the metrics recorder once and lets `describe` describe the families; later calls return the same handle.
///
/// # Errors
/// If another recorder is already installed.
pub(crate) fn install_recorder(describe: impl FnOnce()) -> Result<PrometheusHandle, BuildError> {
    if let Some(handle) = HANDLE.get() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()?;
    describe();
    #[cfg(target_os = "linux")]
    metrics_process::Collector::default().describe();
    Ok(HANDLE.get_or_init(|| handle).clone())
}

/// Reads this process's metrics from Linux (`process_*`): a few small files for each scrape.
pub(crate) fn read_process() {
    #[cfg(target_os = "linux")]
    metrics_process::Collector::default().collect();
}

/// Counts a call that was refused because of an in-memory limit.
pub(crate) fn count_throttled(limit: &'static str) {
    metrics::counter!("sideout_throttled_total", "limit" => limit).increment(1);
}

/// The counters of each (route, status). Each is looked up by name only once, because a look-up allocates and hashes
/// all labels.
#[derive(Default)]
pub(crate) struct RequestMetrics {
    by_route: RwLock<HashMap<Box<str>, ByStatus>>,
    answers: AtomicU64,
}

type ByStatus = HashMap<u16, Arc<RouteMetrics>>;

struct RouteMetrics {
    requests: Counter,
    seconds: Histogram,
}

impl RequestMetrics {
    /// Counts one response.
    pub(crate) fn count(&self, route: &str, status: u16, took: Duration) {
        let known = self.by_route.read().get(route).and_then(|by_status| by_status.get(&status).cloned());
        let route_metrics = known.unwrap_or_else(|| self.add(route, status));
        route_metrics.requests.increment(1);
        route_metrics.seconds.record(took.as_secs_f64());
        if self.answers.fetch_add(1, Relaxed) % TIDY_EVERY == TIDY_EVERY - 1
            && let Some(handle) = HANDLE.get()
        {
            handle.run_upkeep();
        }
    }

    fn add(&self, route: &str, status: u16) -> Arc<RouteMetrics> {
        let mut by_route = self.by_route.write();
        let by_status = by_route.entry(route.into()).or_default();
        let new = || {
            let (route, status) = (route.to_owned(), status.to_string());
            Arc::new(RouteMetrics {
                requests: metrics::counter!("sideout_requests_total", "route" => route.clone(), "status" => status),
                seconds: metrics::histogram!("sideout_request_seconds", "route" => route),
            })
        };
        by_status.entry(status).or_insert_with(new).clone()
    }
}
