//! The processing common to all requests, in one layer for low overhead.

mod api_key;
mod compression;
mod cors;
mod figures;
mod in_flight;
mod layer;
mod proxies;
mod request_id;
mod security_headers;
mod throttle;
mod writing_get;

pub(crate) use compression::{SqueezedForms, takes};
pub use figures::install_metrics;
pub(crate) use figures::{count_throttled, read_process};
pub use layer::{Platform, PlatformLayer};
pub use proxies::BadNetwork;
pub(crate) use proxies::Proxies;
pub(crate) use security_headers::SecurityHeaders;
