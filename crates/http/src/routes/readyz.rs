//! `GET /readyz`: whether a load balancer should send players here.

use std::time::Duration;

use axum::extract::State;
use http::StatusCode;
use sideout_app::health::readiness::{LONGEST_OUTAGE, check_database, receives_events};

use crate::state::{Api, ApiState};

/// The reasons for which a server is not ready, in the order in which they are checked.
pub(crate) const NOT_READY_REASONS: [&str; 5] = ["leaving", "database", "clock", "events", "pages"];

/// How long a scrape waits for the database's answer.
const SCRAPE_TIMEOUT: Duration = Duration::from_secs(2);

/// 200 while the database can be used, the clock can be relied on, events of other nodes arrive, pages are rendered and the server is not
/// stopping. Failing jobs do not count. Migrations ran before the first connection was accepted, so a database that answers is migrated.
pub(crate) async fn readyz(State(api): State<ApiState>) -> (StatusCode, String) {
    match find_reason(&api).await {
        None => (StatusCode::OK, "ready\n".to_owned()),
        Some(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")),
    }
}

/// Reports the same to `/metrics` (`sideout_not_ready`).
pub(crate) async fn report_readiness(api: &Api) {
    let found = tokio::time::timeout(SCRAPE_TIMEOUT, find_reason(api)).await.unwrap_or(Some("database"));
    for reason in NOT_READY_REASONS {
        metrics::gauge!("sideout_not_ready", "reason" => reason).set(if found == Some(reason) {
            1.0
        } else {
            0.0
        });
    }
}

/// The first reason for which the server is not ready; `None` if it is ready.
async fn find_reason(api: &Api) -> Option<&'static str> {
    if api.platform.is_leaving() {
        return Some("leaving");
    }
    if let Err(error) = check_database(&api.app).await {
        sideout_app::warn_throttled!(%error, "not ready: the database does not answer or cannot be written");
        return Some("database");
    }
    // The causes were logged when they began.
    if api.app.clock.health().fault.is_some() {
        Some("clock")
    } else if !receives_events(&api.app) {
        Some("events")
    } else if api.web.pages_down_for() > LONGEST_OUTAGE {
        Some("pages")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use sideout_pages::{Limits, Renderer};
    use sideout_store::Store;
    use sideout_store_sqlite::{SqliteOptions, SqliteStore};
    use sideout_testkit::TestApp;

    use super::*;
    use crate::{platform::settings::HttpSettings, web_app::WebApp};

    #[tokio::test(start_paused = true)]
    async fn a_server_that_could_not_render_pages_for_a_long_time_is_not_ready() {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("sideout.db"), SqliteOptions::default()).unwrap();
        let app = TestApp::over(Store::new(store));
        let make = || panic!("no engine can be made");
        let broken =
            Renderer::with_engines(Box::new(make), Limits::default(), Duration::from_millis(5)).unwrap();
        // The renderer fails at the first page.
        assert!(broken.render("a page".to_owned()).await.is_err());
        while broken.down_for().is_none() {
            tokio::task::yield_now().await;
        }
        let web = WebApp::default().with_renderer(broken);
        let api = Api::new(app.app(), HttpSettings::default(), web, None).unwrap();
        assert_eq!(find_reason(&api).await, None, "the renderer's thread may still start again");
        // The renderer's thread reads the real clock, which went on while tokio's clock was paused.
        tokio::time::advance(LONGEST_OUTAGE + Duration::from_secs(60)).await;
        assert_eq!(find_reason(&api).await, Some("pages"));
        // Without render code, pages are sent empty; the server is ready.
        let api = Api::new(app.app(), HttpSettings::default(), WebApp::default(), None).unwrap();
        assert_eq!(find_reason(&api).await, None);
    }
}
