//! Router, middleware, extractors and one file per endpoint; the OpenAPI document.
//!
//! [`router`] is the whole API; [`openapi`] describes it and is printed by `sideout openapi`.

pub mod answer;
pub mod api_error;
pub mod extract;
mod live;
pub mod messages;
mod openapi;
mod pages;
mod per_address_limit;
pub mod platform;
mod router;
pub mod routes;
mod serve;
pub mod settings;
pub mod state;
pub mod web_app;
mod webhook_refusals;
pub mod wire;

pub use metrics_exporter_prometheus::PrometheusHandle as MetricsHandle;
pub use openapi::openapi;
pub use platform::install_metrics;
pub use router::router;
pub use serve::serve;
pub use state::{Api, ApiState};
