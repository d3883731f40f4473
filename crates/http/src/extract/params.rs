//! The query string parsed into the endpoint's request type.

use axum::extract::{FromRequestParts, Query};
use http::request::Parts;
use serde::de::DeserializeOwned;

use super::clean_text::address_has_control;
use crate::wire::api_error::ApiError;

/// The request's query as `T`; unknown parameters are ignored.
#[derive(Debug, Clone, Copy)]
pub struct Params<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        if parts.uri.query().is_some_and(address_has_control) {
            return Err(ApiError::malformed("The address holds a control character; please remove it."));
        }
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(params)) => Ok(Params(params)),
            Err(rejection) => Err(ApiError::malformed(explain(&rejection.body_text()))),
        }
    }
}

/// The message without quoted values; it names the parameter where the cause does.
fn explain(text: &str) -> String {
    let cause = text.rsplit("query string: ").next().unwrap_or_default();
    if cause.starts_with("missing field") || cause.starts_with("duplicate field") {
        format!("The address does not fit this call: {}.", cause.replace("field", "parameter"))
    } else {
        let name =
            cause.split(':').next().filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
        match name {
            Some(name) => format!("The parameter `{name}` is not valid."),
            None => "A parameter in the address is not valid.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only its parsing is of interest")]
    struct Request {
        venue: i64,
    }

    async fn refused(uri: &str) -> String {
        let (mut parts, ()) = http::Request::builder().uri(uri).body(()).unwrap().into_parts();
        let error = Params::<Request>::from_request_parts(&mut parts, &()).await.unwrap_err();
        format!("{error:?}")
    }

    #[tokio::test]
    async fn a_missing_repeated_or_wrong_parameter_is_named() {
        assert!(refused("/x").await.contains("missing parameter `venue`"), "{}", refused("/x").await);
        assert!(refused("/x?venue=1&venue=2").await.contains("duplicate parameter `venue`"));
        assert!(
            refused("/x?venue=abc").await.contains("`venue` is not valid"),
            "{}",
            refused("/x?venue=abc").await
        );
        assert!(!refused("/x?venue=abc").await.contains("abc"));
        for control in ["%00", "\u{85}"] {
            assert!(refused(&format!("/x?venue={control}")).await.contains("control character"));
        }
    }
}
