//! Extractors for handlers. Each refuses an invalid request with a message that the sender can act on.

mod clean_text;
mod json_body;
mod params;
pub mod read_body;
mod signed_in;

pub use json_body::Body;
pub use params::Params;
pub use signed_in::{BearerToken, SignedIn};
