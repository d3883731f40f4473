//! What handlers may ask of a request, each refused with a sentence the sender can act on.

mod clean_text;
mod client_address;
mod json_body;
mod params;
pub mod read_body;
mod signed_in;

pub use client_address::ClientAddress;
pub use json_body::Body;
pub use params::Params;
pub use signed_in::{BearerToken, SignedIn};
