//! `GET /readyz`: whether a load balancer should send players here.

use axum::extract::State;
use http::StatusCode;

use crate::state::ApiState;

/// 200 while the database answers and the server is not on its way out. Migrations ran before the first connection
/// was taken in, so a database that answers is migrated.
pub(crate) async fn readyz(State(api): State<ApiState>) -> (StatusCode, &'static str) {
    if api.platform.is_leaving() {
        return (StatusCode::SERVICE_UNAVAILABLE, "leaving\n");
    }
    match sideout_app::readiness::check_database(&api.app).await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready: the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "database\n")
        }
    }
}
