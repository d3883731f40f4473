//! `GET /metrics`: what is counted, for Prometheus.

use axum::extract::State;
use http::{HeaderMap, header};
use subtle::ConstantTimeEq as _;

use crate::{api_error::ApiError, extract::ClientAddress, state::ApiState};

/// Answers whoever has the token of the settings; without a token in the settings, callers on this machine only.
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
        // A proxy on this machine that we do not know of makes strangers look local.
        None => {
            caller.is_loopback()
                && !headers.contains_key("x-forwarded-for")
                && !headers.contains_key("forwarded")
        }
    };
    if !allowed {
        return Err(ApiError::not_found("There is nothing at this address."));
    }
    match &api.metrics {
        Some(handle) => Ok(handle.render()),
        None => Err(ApiError::unavailable()),
    }
}
