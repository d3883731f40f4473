//! The application in three tiers. Each uses only itself and the tiers below it (`cargo xtask check` proves it):
//!
//! 1. **Entry points**, one folder for each topic, one file for each use case or job: [`accounts`], [`booking`],
//!    [`closures`], [`desk`], [`health`], [`jobs`], [`ledger`], [`notices`], [`operator`], [`payments`],
//!    [`receipts`], [`staff`], [`telemetry`]. A topic may use another one, never in a cycle.
//! 2. [`steps`]: what several use cases do inside their units of work, such as cancelling a booking.
//! 3. [`platform`]: the [`App`] with its clock, randomness, caches, limits and settings.

pub mod accounts;
pub mod booking;
pub mod closures;
pub mod desk;
pub mod health;
pub mod jobs;
pub mod ledger;
pub mod notices;
pub mod operator;
pub mod payments;
pub mod platform;
pub mod receipts;
pub mod staff;
pub mod steps;
pub mod telemetry;

pub use platform::{app::App, limit::Limit, throttle::Throttled};
pub use sideout_domain::order::Order;
pub use sideout_providers::images::{ImageKey, ImageKind};
pub use sideout_store::StoreError;
