//! The prices of a venue at the desk: reading, previewing and publishing them.

pub mod preview_prices;
mod price_change;
pub mod publish_prices;
pub mod read_prices;

pub use price_change::{Edit, PriceChange};
pub use sideout_store::{Manager, price_versions::PriceVersion};
