//! The cookie that holds the token of a staff session.

use axum::extract::FromRequestParts;
use http::{HeaderValue, request::Parts};
use sideout_app::platform::tokens::Token;

use crate::{
    platform::cookie,
    wire::problem::{Problem, ProblemKind},
};

/// `__Host-`: browsers accept it only as `Secure`, for this host and all its paths.
const NAME: &str = "__Host-sideout-desk";

pub(super) const ATTRIBUTES: &str = "Path=/; HttpOnly; Secure; SameSite=Strict";

/// The token as the browser sent it, not yet checked.
#[derive(Clone)]
pub(crate) struct SessionCookie(pub(crate) String);

impl SessionCookie {
    /// The header that stores the token of a new session for at most `days`.
    pub(crate) fn set(token: &Token, days: u32) -> HeaderValue {
        let seconds = i64::from(days) * 24 * 3_600;
        let text = format!("{NAME}={}; Max-Age={seconds}; {ATTRIBUTES}", token.reveal());
        // A token has only characters that a header may have.
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
    }

    /// The header that removes the cookie.
    pub(crate) fn remove() -> HeaderValue {
        let text = format!("{NAME}=; Max-Age=0; {ATTRIBUTES}");
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
    }
}

impl<S: Sync> FromRequestParts<S> for SessionCookie {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let token = cookie(&parts.headers, NAME).ok_or_else(|| Problem::of(ProblemKind::SignedOut))?;
        Ok(SessionCookie(token.to_owned()))
    }
}
