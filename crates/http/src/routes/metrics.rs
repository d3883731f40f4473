//! `GET /metrics`: the metrics for Prometheus.

use axum::extract::State;
use http::{HeaderMap, header};
use sideout_app::telemetry;
use subtle::ConstantTimeEq as _;

use super::readyz::report_readiness;
use crate::{
    platform::{client_address::ClientAddress, read_process},
    state::ApiState,
    wire::{api_error::ApiError, messages::Message},
};

/// Answers callers that have the token of the settings. If no token is set, and only if the public URL is on this
/// machine, it answers callers on this machine: behind a proxy, callers from outside would seem local, too.
pub(crate) async fn metrics(
    State(api): State<ApiState>,
    ClientAddress(caller): ClientAddress,
    headers: HeaderMap,
) -> Result<String, ApiError> {
    let allowed = match &api.settings.metrics_token {
        Some(token) => headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
            .is_some_and(|sent| sent.as_bytes().ct_eq(token.as_bytes()).into()),
        None => {
            caller.is_loopback()
                && is_local(&api.app.settings.public_url)
                && !headers.contains_key("x-forwarded-for")
                && !headers.contains_key("forwarded")
        }
    };
    if !allowed {
        return Err(ApiError::not_found(Message::NoSuchAddress));
    }
    match &api.metrics {
        Some(handle) => {
            telemetry::read_usage(&api.app);
            metrics::gauge!("sideout_task_down_seconds", "task" => "pages")
                .set(api.web.pages_down_for().as_secs_f64());
            report_readiness(&api).await;
            read_process();
            Ok(handle.render())
        }
        None => Err(ApiError::unavailable()),
    }
}

/// Whether the public URL is an address of this machine.
fn is_local(public_url: &str) -> bool {
    let host = public_url.split_once("://").map_or(public_url, |(_, rest)| rest);
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|local| {
        host.strip_prefix(local).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_local() {
        for url in ["http://127.0.0.1:8080", "http://localhost", "https://[::1]/"] {
            assert!(is_local(url), "{url}");
        }
        for url in ["https://play.example.in", "http://127.0.0.1.example.in", "http://localhosts:80", ""] {
            assert!(!is_local(url), "{url}");
        }
    }
}
