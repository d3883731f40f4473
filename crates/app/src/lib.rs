//! Use cases, one file each, readable as a paragraph.

mod app;
pub mod clock;
pub mod random;
pub mod settings;

pub use app::App;
