//! The cookie that holds the token of a staff session.

use axum::extract::FromRequestParts;
use http::{HeaderMap, HeaderValue, header, request::Parts};
use sideout_app::platform::tokens::Token;

use crate::wire::problem::{Problem, ProblemKind};

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
        cookie(&parts.headers, NAME).map(SessionCookie).ok_or_else(|| Problem::of(ProblemKind::SignedOut))
    }
}

/// The value of a cookie that the browser sent; `None` also if that value is not ASCII. Other cookies of the host may have any bytes.
pub(super) fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let mut pairs = cookies.flat_map(|cookies| cookies.as_bytes().split(|byte| *byte == b';'));
    let value = pairs.find_map(|pair| pair.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"="))?;
    std::str::from_utf8(value).ok().filter(|value| value.is_ascii()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(cookies: &[u8]) -> Option<String> {
        let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_bytes(cookies).unwrap())]);
        cookie(&headers, NAME)
    }

    #[test]
    fn the_cookie_is_found_whatever_bytes_other_cookies_have() {
        let token = Some("abc=".to_owned());
        for cookies in [
            &b"__Host-sideout-desk=abc="[..],
            b"theme=dark; __Host-sideout-desk=abc=",
            b"city=\xe0\xaa\xb5; __Host-sideout-desk=abc=; name=\xff",
            b"=x;; __Host-sideout-desk-2=no;__Host-sideout-desk=abc= ;",
        ] {
            assert_eq!(sent(cookies), token, "{}", cookies.escape_ascii());
        }
    }

    #[test]
    fn a_value_that_is_not_ascii_or_has_another_name_is_no_token() {
        for cookies in [
            &b""[..],
            b"__Host-sideout-desk",
            b"sideout-desk=abc",
            b"x__Host-sideout-desk=abc",
            b"__Host-sideout-desk=\xe0\xaa\xb5",
            b"__Host-sideout-desk=\xff",
        ] {
            assert_eq!(sent(cookies), None, "{}", cookies.escape_ascii());
        }
    }
}
