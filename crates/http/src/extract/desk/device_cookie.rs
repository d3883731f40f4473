//! The cookie that holds the secret of a paired device.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::{HeaderValue, request::Parts};

use super::session_cookie::ATTRIBUTES;
use crate::platform::cookie;

const NAME: &str = "__Host-sideout-device";

/// The secret as the browser sent it, not yet checked; `None` if it sent no such cookie.
#[derive(Clone)]
pub(crate) struct DeviceCookie(pub(crate) Option<String>);

impl DeviceCookie {
    /// The header that stores the secret of a device for `days` from now.
    pub(crate) fn set(secret: &str, days: u32) -> HeaderValue {
        let seconds = i64::from(days) * 24 * 3_600;
        let text = format!("{NAME}={secret}; Max-Age={seconds}; {ATTRIBUTES}");
        // A secret has only characters that a header may have.
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
    }

    /// The header that removes the cookie.
    pub(crate) fn remove() -> HeaderValue {
        let text = format!("{NAME}=; Max-Age=0; {ATTRIBUTES}");
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
    }
}

impl<S: Sync> FromRequestParts<S> for DeviceCookie {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(DeviceCookie(cookie(&parts.headers, NAME).map(str::to_owned)))
    }
}
