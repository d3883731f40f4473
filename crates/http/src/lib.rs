//! Router, middleware, extractors and one file per endpoint; the OpenAPI document.
//!
//! [`fn@router`] is the whole API; [`fn@openapi`] describes it and is printed by `sideout openapi`.
//!
//! Modules use only their own tier and those below it (`cargo xtask check` proves it):
//!
//! 1. the router: `router`, `openapi`, `metric_families`, `serve`;
//! 2. [`routes`], which also serve the web app, the calls of the [`desk`], and the extractors of [`extract`];
//! 3. [`state`]: what handlers share; it knows no route;
//! 4. its parts: [`platform`], the layer around all requests; `live` event streams; `caches` of written responses;
//!    rendered `pages`; [`web_app`], the files;
//! 5. [`wire`]: what is sent and received.

mod caches;
pub mod desk;
pub mod extract;
mod live;
mod metric_families;
mod openapi;
mod pages;
pub mod platform;
mod router;
pub mod routes;
mod serve;
pub mod state;
pub mod web_app;
pub mod wire;

pub use metric_families::install_metrics;
pub use metrics_exporter_prometheus::PrometheusHandle as MetricsHandle;
pub use openapi::openapi;
pub use router::router;
pub use serve::serve;
pub use state::{Api, ApiState};
