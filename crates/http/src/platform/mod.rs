//! The processing common to all requests, in one layer for low overhead, with its settings and limits.

mod api_key;
pub mod client_address;
pub(crate) mod compression;
mod cookies;
mod cors;
pub(crate) mod etag;
pub(crate) mod guarded_body;
mod in_flight;
mod layer;
pub(crate) mod per_address_limit;
mod proxies;
mod request_id;
mod request_metrics;
mod security_headers;
pub mod settings;
mod throttle;
pub(crate) mod webhook_refusals;
mod writing_get;

pub(crate) use compression::{CompressedVariants, accepts_coding};
pub(crate) use cookies::cookie;
pub(crate) use layer::is_of_desk;
pub use layer::{Platform, PlatformLayer};
pub use proxies::BadNetwork;
pub(crate) use proxies::Proxies;
pub(crate) use request_metrics::{count_throttled, install_recorder, read_process};
pub(crate) use security_headers::{SecurityHeaders, source_of_inline_code, sources_of_scripts};
