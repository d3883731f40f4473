//! Extractors for handlers.

mod clean_text;
mod desk;
mod json_body;
mod params;
mod path_params;
pub mod read_body;
mod signed_in;

pub use desk::{DeskBody, DeskBodyWithLines, IdempotencyKey, IfMatch, Path, Query, Staff};
pub(crate) use desk::{DeviceCookie, SessionCookie, device_of};
pub use json_body::Body;
pub use params::Params;
pub use path_params::PathParams;
pub use read_body::JSON_LIMIT;
pub use signed_in::{BearerToken, SignedIn};
