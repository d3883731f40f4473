//! `GET /readyz`: whether a load balancer should send players here.

use axum::extract::State;
use http::StatusCode;

use crate::{seldom::Seldom, state::ApiState};

static OUTAGE: Seldom = Seldom::new();

/// 200 while the database answers, the clock can be relied on and the server is not on its way out. Migrations ran before the first connection
/// was taken in, so a database that answers is migrated.
pub(crate) async fn readyz(State(api): State<ApiState>) -> (StatusCode, &'static str) {
    if api.platform.is_leaving() {
        return (StatusCode::SERVICE_UNAVAILABLE, "leaving\n");
    }
    match sideout_app::readiness::check_database(&api.app).await {
        // What is wrong with it was logged when it began.
        Ok(()) if api.app.clock.health().trouble.is_some() => (StatusCode::SERVICE_UNAVAILABLE, "clock\n"),
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            if let Some(left_out) = OUTAGE.may_tell() {
                tracing::warn!(%error, left_out, "not ready: the database does not answer");
            }
            (StatusCode::SERVICE_UNAVAILABLE, "database\n")
        }
    }
}
