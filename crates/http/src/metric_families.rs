//! The metric families of the HTTP server.

use metrics_exporter_prometheus::{BuildError, PrometheusHandle};
use sideout_app::{platform::metric_register, telemetry};

use crate::{
    platform,
    routes::{NOT_READY_REASONS, WEBHOOK_REJECTIONS},
};

/// The limits that are counted in memory, named by their settings; the webhook's limit has no setting.
const WIRE_LIMITS: [&str; 5] = [
    "browse_per_minute",
    "calls_per_minute",
    "max_requests_per_address",
    "max_streams_per_address",
    "unsigned_webhooks",
];

/// Installs the metrics recorder once and describes all families; later calls return the same handle.
///
/// # Errors
/// If another recorder is already installed.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    platform::install_recorder(|| {
        describe_families();
        telemetry::describe_families();
    })
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
    let full_reasons = ["server", "address"];
    metric_register::counter_by(
        "sideout_connections_refused_total",
        "Connections refused, by reason.",
        "reason",
        full_reasons,
    );
    metric_register::counter(
        "sideout_connections_ended_for_others_total",
        "Connections without a request that were closed to make room for others.",
    );
    metric_register::counter(
        "sideout_connections_cut_total",
        "Connections cut off because the client took nothing or sent too slowly.",
    );
    metric_register::counter_by(
        "sideout_requests_refused_total",
        "Requests refused because too many were being answered, by reason.",
        "reason",
        full_reasons,
    );
    metric_register::counter_by(
        "sideout_throttled_total",
        "Calls that were refused because of a limit, by limit.",
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
        "sideout_pages_rendered_total",
        "Pages rendered by the server, by outcome.",
        "outcome",
        ["rendered", "busy", "failed", "late"],
    );
    metric_register::counter_by(
        "sideout_store_errors_total",
        "Requests that the database failed, by kind.",
        "kind",
        ["unavailable", "unknown_outcome", "unexpected"],
    );
}
