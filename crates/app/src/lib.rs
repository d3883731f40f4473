//! Use cases, one file each, readable as a paragraph.

mod app;
pub mod booking;
pub mod catalogue;
pub mod clock;
pub mod jobs;
pub mod random;
pub mod settings;

pub use app::App;
pub use sideout_store::StoreError;
