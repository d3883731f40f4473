//! The `Authorization` header: the bare token or `Bearer <token>`.

use axum::extract::FromRequestParts;
use http::{header, request::Parts};
use sideout_app::accounts::{AuthError, Session, authenticate};
use sideout_domain::CustomerId;

use crate::{state::ApiState, wire::api_error::ApiError};

/// The longest token that is looked up, in characters; real ones are far shorter.
const MAX_TOKEN: usize = 256;

/// The token as sent, not yet checked.
#[derive(Clone)]
pub struct BearerToken(pub String);

impl std::fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BearerToken(…)")
    }
}

impl<S: Sync> FromRequestParts<S> for BearerToken {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        token(parts).map(|token| BearerToken(token.to_owned()))
    }
}

/// The calling customer, authenticated by a valid session.
#[derive(Debug, Clone, Copy)]
pub struct SignedIn {
    /// The customer of the session.
    pub customer_id: CustomerId,
    /// The session itself.
    pub session: Session,
}

impl FromRequestParts<ApiState> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &ApiState) -> Result<Self, ApiError> {
        match authenticate(&api.app, token(parts)?).await {
            Ok(session) => Ok(SignedIn { customer_id: session.customer_id, session }),
            Err(AuthError::NoSession) => Err(ApiError::bad_token()),
            Err(AuthError::Store(error)) => Err(error.into()),
        }
    }
}

fn token(parts: &Parts) -> Result<&str, ApiError> {
    let mut values = parts.headers.get_all(header::AUTHORIZATION).iter();
    let value = values.next().ok_or_else(ApiError::missing_token)?;
    if values.next().is_some() {
        return Err(ApiError::malformed("The Authorization header was sent more than once."));
    }
    let text = value.to_str().map_err(|_| ApiError::bad_token())?.trim();
    let token = match text.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim_start(),
        None if text.eq_ignore_ascii_case("bearer") => "",
        _ => text,
    };
    match token.len() {
        0 => Err(ApiError::missing_token()),
        1..=MAX_TOKEN => Ok(token),
        _ => Err(ApiError::bad_token()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[&str]) -> Result<String, &'static str> {
        let mut request = http::Request::builder();
        for value in values {
            request = request.header("authorization", *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        token(&parts).map(str::to_owned).map_err(|error| error.code())
    }

    #[test]
    fn the_bare_token_and_the_bearer_form_are_the_same() {
        assert_eq!(read(&["so_abc"]), Ok("so_abc".into()));
        assert_eq!(read(&["Bearer so_abc"]), Ok("so_abc".into()));
        assert_eq!(read(&["bearer  so_abc"]), Ok("so_abc".into()));
    }

    #[test]
    fn a_missing_empty_repeated_or_long_token_is_refused() {
        assert_eq!(read(&[]), Err("missing_token"));
        assert_eq!(read(&[""]), Err("missing_token"));
        assert_eq!(read(&["Bearer "]), Err("missing_token"));
        assert_eq!(read(&["a", "b"]), Err("malformed"));
        assert_eq!(read(&["x".repeat(300).as_str()]), Err("bad_token"));
    }
}
