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
use sideout_app::{platform::metric_register, telemetry};

use crate::routes::{NOT_READY_REASONS, WEBHOOK_REJECTIONS};

/// Upper bounds of the duration histogram, in seconds.
const BUCKETS: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 20.0];

/// The limits that are counted in memory, by their settings; the webhook's limit has no setting.
const WIRE_LIMITS: [&str; 5] = [
    "browse_per_minute",
    "calls_per_minute",
    "max_requests_per_address",
    "max_streams_per_address",
    "unsigned_webhooks",
];

/// The number of responses after which recorded durations are put into their buckets. Until then each is stored by
/// itself, so without a scrape they would accumulate.
const TIDY_EVERY: u64 = 8_192;

static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();

/// Installs the metrics recorder once; later calls return the same handle.
///
/// # Errors
/// If another recorder is already installed.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    if let Some(handle) = HANDLE.get() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()?;
    describe_families();
    #[cfg(target_os = "linux")]
    metrics_process::Collector::default().describe();
    telemetry::describe_families();
    Ok(HANDLE.get_or_init(|| handle).clone())
}

/// Describes the metrics of the HTTP layer.
fn describe_families() {
    metrics::describe_counter!("sideout_requests_total", "Requests answered, by route and status.");
    metrics::describe_histogram!("sideout_request_seconds", "Time to the answer's head, by route.");
    // A scrape is a request too; this initializes its counter.
    metrics::counter!("sideout_requests_total", "route" => "/metrics", "status" => "200").increment(0);
    drop(metrics::histogram!("sideout_request_seconds", "route" => "/metrics"));
    metric_register::gauge_by(
        "sideout_not_ready",
        "1 while the server is not ready for this reason, as /readyz says it.",
        "reason",
        NOT_READY_REASONS,
    );
    metric_register::gauge("sideout_connections", "Open connections.");
    metric_register::gauge("sideout_streams", "Open streams of events.");
    let full = ["server", "address"];
    metric_register::counter_by(
        "sideout_connections_refused_total",
        "Connections refused, by reason.",
        "reason",
        full,
    );
    metric_register::counter(
        "sideout_connections_ended_for_others_total",
        "Connections without a request that were closed because all places were taken.",
    );
    metric_register::counter(
        "sideout_connections_cut_total",
        "Connections cut off because the client took nothing or sent too slowly.",
    );
    metric_register::counter_by(
        "sideout_requests_refused_total",
        "Requests refused because too many were being answered, by reason.",
        "reason",
        full,
    );
    metric_register::counter_by(
        "sideout_throttled_total",
        "Calls that were refused because of a limit on how often, by limit.",
        "limit",
        WIRE_LIMITS,
    );
    metric_register::counter(
        "sideout_webhooks_received_total",
        "Calls of the payment provider's webhook, also those that were rejected.",
    );
    metric_register::counter_by(
        "sideout_webhooks_rejected_total",
        "Calls of the payment provider's webhook that were not kept, by reason.",
        "reason",
        WEBHOOK_REJECTIONS,
    );
    metric_register::counter_by(
        "sideout_pages_drawn_total",
        "Pages rendered by the server, by outcome.",
        "outcome",
        ["drawn", "busy", "failed", "late"],
    );
    metric_register::counter_by(
        "sideout_store_errors_total",
        "Requests that the database failed, by kind.",
        "kind",
        ["unavailable", "unknown_outcome", "unexpected"],
    );
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
