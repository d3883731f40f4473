//! Router, middleware, extractors and one file per endpoint; the OpenAPI document.
//!
//! [`router`] is the whole API; [`openapi`] describes it and is printed by `sideout openapi`.

pub mod answer;
pub mod api_error;
pub mod extract;
mod openapi;
mod router;
pub mod routes;
pub mod settings;
pub mod state;
pub mod wire;

pub use openapi::openapi;
pub use router::router;
pub use state::{Api, ApiState};
