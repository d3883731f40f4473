//! The metrics of a real server agree with the documentation, the dashboard and the alert rules.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "terminal/command.rs"]
mod command;
#[path = "metrics/documents.rs"]
mod documents;
#[path = "metrics/exposition.rs"]
mod exposition;
#[path = "metrics/journey.rs"]
mod journey;

use std::collections::BTreeSet;

use documents::{Family, alert_rules, dashboard_queries, documented, list_incomplete_alerts, names_in};
use exposition::Exposition;
use journey::{Server, play};
use sideout_testkit::postgres::empty_database;

/// The families that docs/METRICS.md lists for this engine.
fn expected(engine: &str) -> Vec<Family> {
    documented()
        .into_iter()
        .filter(|family| family.only_on.as_deref().is_none_or(|only| only == engine))
        .collect()
}

/// Exactly the documented families exist, with their types and labels.
fn assert_documented_metrics_are_exported(shown: &Exposition, engine: &str) {
    let documented = expected(engine);
    let named: BTreeSet<&str> = documented.iter().map(|family| family.name.as_str()).collect();
    let scraped: BTreeSet<&str> = shown.families().collect();
    assert_eq!(named, scraped, "docs/METRICS.md and /metrics name the same families");
    for Family { name, kind, labels, .. } in &documented {
        assert_eq!(shown.kind(name), Some(kind.as_str()), "{name}");
        assert!(shown.help(name).is_some_and(|help| help.ends_with('.')), "{name} has a sentence of help");
        assert_eq!(shown.labels(name), *labels, "{name}");
        let is_counter = kind == "counter";
        assert_eq!(name.ends_with("_total"), is_counter, "{name}: counters and only they end in _total");
    }
}

/// Every series in the dashboard and the alert rules is exported, or documented for the other engine only.
fn assert_queries_use_only_exported_metrics(shown: &Exposition, engine: &str) {
    let other_engine: BTreeSet<String> = documented()
        .into_iter()
        .filter(|family| !expected(engine).contains(family))
        .map(|family| family.name)
        .collect();
    let queries = dashboard_queries();
    assert!(queries.len() > 50, "{}", queries.len());
    let rules = alert_rules();
    assert!(rules.len() > 20, "{}", rules.len());
    let mut requested = BTreeSet::new();
    for query in queries.iter().chain(&rules) {
        let names = names_in(query);
        assert!(!names.is_empty(), "no series in {query}");
        requested.extend(names);
    }
    let unknown: Vec<&String> = requested
        .iter()
        .filter(|name| !shown.has_series(name) && !other_engine.contains(*name) && *name != "up")
        .collect();
    assert!(unknown.is_empty(), "queried and not exported on {engine}: {unknown:?}");
}

/// The steps of [`play`] are counted, and the gauges of database and process have values.
fn assert_journey_is_counted(shown: &Exposition) {
    for (series, value) in [
        (r#"sideout_logins_total{outcome="wrong_credentials"}"#, 1.0),
        (r#"sideout_logins_total{outcome="signed_in"}"#, 1.0),
        (r#"sideout_holds_total{outcome="held"}"#, 1.0),
        (r#"sideout_bookings_total{paid="at_court",source="app"}"#, 1.0),
        (r#"sideout_webhooks_rejected_total{reason="no_signature"}"#, 1.0),
        ("sideout_webhooks_received_total", 1.0),
        (r#"sideout_not_ready{reason="database"}"#, 0.0),
        (r#"sideout_job_panics_total{name="refunds"}"#, 0.0),
    ] {
        assert_eq!(shown.value(series), Some(value), "{series}");
    }
    assert!(shown.value("sideout_database_size_bytes") > Some(100_000.0));
    assert!(shown.value("process_resident_memory_bytes") > Some(1e6));
    assert!(shown.value("process_start_time_seconds") > Some(1.6e9));
    assert!(shown.value(r#"sideout_job_last_success_timestamp_seconds{name="expire_holds"}"#) > Some(1.6e9));
    assert!(shown.value(r#"sideout_database_wait_seconds_count{pool="write"}"#) > Some(0.0));
    assert!(shown.value(r#"sideout_database_connections{pool="read",state="idle"}"#) >= Some(1.0));
}

fn check_metrics(engine: &str, server: &Server) {
    // A job reads the gauges; its first run may not have ended.
    server.wait_until("the gauges are read", |shown| {
        shown.value(r#"sideout_job_last_success_timestamp_seconds{name="read_gauges"}"#) > Some(0.0)
    });
    let first = server.metrics();
    assert_documented_metrics_are_exported(&first, engine);
    play(server);
    let after = server.metrics();
    assert_journey_is_counted(&after);
    // No family may appear later: a counter must start with 0, not jump from absent to 1.
    assert_eq!(first.families().collect::<Vec<_>>(), after.families().collect::<Vec<_>>());
    assert_queries_use_only_exported_metrics(&after, engine);
    let labels = format!(r#"{{version="{}",engine="{}"}}"#, env!("CARGO_PKG_VERSION"), engine.to_lowercase());
    assert_eq!(
        after.value(&format!("sideout_build_info{}", labels.replace("postgresql", "postgres"))),
        Some(1.0)
    );
}

mod a_server_exports_every_documented_family_and_no_other {
    use super::*;

    #[test]
    fn sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path(), None);
        check_metrics("SQLite", &server);
        assert_eq!(server.metrics().value("sideout_backup_last_success_timestamp_seconds"), Some(0.0));
        let copied = server.back_up(&folder.path().join("copy.db"));
        assert!(copied.status.success(), "{copied:?}");
        server.wait_until("the backup is noticed", |shown| {
            shown.value("sideout_backup_last_success_timestamp_seconds") > Some(1.6e9)
        });
    }

    #[test]
    fn postgres() {
        let Some(database) = empty_database() else { return };
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path(), Some(&database.url()));
        check_metrics("PostgreSQL", &server);
    }
}

#[test]
fn every_alert_has_a_severity_a_summary_and_a_description() {
    assert_eq!(list_incomplete_alerts(), Vec::<String>::new());
}

#[test]
fn metric_names_are_found_in_queries() {
    let query = r#"histogram_quantile(0.99, sum by (le, pool) (rate(sideout_wait_bucket{job="x", up="no"}[5m]))) > 0.5 or up{a="b"} == 0 unless on (instance) time() - process_cpu offset 7d"#;
    assert_eq!(names_in(query), ["process_cpu", "sideout_wait_bucket", "up"].map(str::to_owned).into());
}

#[test]
fn metrics_are_not_served_to_callers_behind_a_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), None);
    let metrics = || server.http.get("/metrics");
    assert_eq!(metrics().wait().status, 200);
    assert_eq!(metrics().header("x-forwarded-for", "203.0.113.9").wait().status, 404);
}
