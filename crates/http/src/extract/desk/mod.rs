//! Extractors of the desk's API. They refuse with problems (RFC 9457).

mod body;
mod device;
mod device_cookie;
mod headers;
mod path;
mod query;
mod session_cookie;
mod staff;

pub use body::{DeskBody, DeskBodyWithLines};
pub(crate) use device::device_of;
pub(crate) use device_cookie::DeviceCookie;
pub use headers::{IdempotencyKey, IfMatch};
pub use path::Path;
pub use query::Query;
pub(crate) use session_cookie::SessionCookie;
pub use staff::Staff;
