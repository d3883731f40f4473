//! The processing common to all requests, in one layer for low overhead.

mod api_key;
mod compression;
mod cors;
mod in_flight;
mod layer;
mod proxies;
mod request_id;
mod request_metrics;
mod security_headers;
mod throttle;
mod writing_get;

pub(crate) use compression::{CompressedVariants, accepts_coding};
pub use layer::{Platform, PlatformLayer};
pub use proxies::BadNetwork;
pub(crate) use proxies::Proxies;
pub use request_metrics::install_metrics;
pub(crate) use request_metrics::{count_throttled, read_process};
pub(crate) use security_headers::SecurityHeaders;
