//! Router, middleware, extractors and the handlers of all calls; the OpenAPI documents.
//!
//! [`fn@router`] is the whole server; [`fn@openapi`] describes the players' API and [`desk_openapi`] the desk's.
//!
//! Modules use only their own tier and those below it (`cargo xtask check` proves it):
//!
//! 1. the router: `router`, `openapi`, `desk_api`, `metric_families`, `serve`;
//! 2. [`routes`], which also serve the web app, and the extractors of [`extract`];
//! 3. [`state`]: what handlers share; it knows no route;
//! 4. its parts: [`platform`], the layer around all requests; `live` event streams; `caches` of written responses;
//!    rendered `pages`; [`web_app`], the files;
//! 5. [`wire`]: what is sent and received.

mod caches;
mod desk_api;
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

pub use desk_api::desk_openapi;
pub use metric_families::install_metrics;
pub use metrics_exporter_prometheus::PrometheusHandle as MetricsHandle;
pub use openapi::openapi;
pub use router::router;
pub use serve::serve;
pub use state::{Api, ApiState};
