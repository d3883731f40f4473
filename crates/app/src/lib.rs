//! Use cases, one file each.

pub mod accounts;
mod app;
pub mod booking;
pub mod brand;
pub mod cached;
pub mod clock;
pub mod closures;
mod fair_queue;
pub mod jobs;
mod join_all_bounded;
pub mod ledger;
pub mod live;
pub mod log_throttle;
pub mod lost_keys;
pub mod networks;
pub mod node_clock;
pub mod notices;
pub mod operator;
pub mod passwords;
pub mod payments;
pub mod random;
pub mod readiness;
pub mod receipts;
pub mod secrets;
pub mod settings;
pub mod telemetry;
pub mod text_message_queue;
mod throttle;
pub mod tokens;
pub mod venues;

pub use app::App;
pub use sideout_domain::order::Order;
pub use sideout_providers::images::{ImageKey, ImageKind};
pub use sideout_store::StoreError;
pub use throttle::{Limit, Throttled};
