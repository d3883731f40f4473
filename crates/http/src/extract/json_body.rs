//! A JSON body parsed into the endpoint's request type.

use axum::extract::{FromRequest, Request};
use http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use super::{
    clean_text::{LineBreaks, MAX_DEPTH, Unclean, check_json},
    read_body::{JSON_LIMIT, read_body},
};
use crate::{state::ApiState, wire::api_error::ApiError};

/// The request's JSON body as `T`, at most `LIMIT` bytes; unknown fields are ignored unless `T` denies them.
///
/// Put it last among a handler's arguments, so that a body is read only after the token was checked.
#[derive(Debug, Clone, Copy)]
pub struct Body<T, const LIMIT: usize = JSON_LIMIT>(pub T);

impl<T: DeserializeOwned, const LIMIT: usize> FromRequest<ApiState> for Body<T, LIMIT> {
    type Rejection = ApiError;

    async fn from_request(request: Request, api: &ApiState) -> Result<Self, ApiError> {
        read_json(request, api, LIMIT, LineBreaks::Refused).await.map(Body)
    }
}

/// The request's JSON body as `T`, at most `limit` bytes.
pub(super) async fn read_json<T: DeserializeOwned>(
    request: Request,
    api: &ApiState,
    limit: usize,
    line_breaks: LineBreaks,
) -> Result<T, ApiError> {
    let (parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        return Err(ApiError::unsupported_media_type());
    }
    let bytes = read_body(&parts.headers, body, limit, &api.settings).await?;
    check_json(&bytes, line_breaks).map_err(|unclean| match unclean {
        Unclean::TooDeep => ApiError::malformed(format!(
            "The body nests too deeply: at most {MAX_DEPTH} levels are accepted."
        )),
        Unclean::ControlCharacter => {
            ApiError::malformed("The body holds a control character; please remove it.")
        }
    })?;
    serde_json::from_slice(&bytes).map_err(|error| ApiError::malformed(explain(&error)))
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|value| {
        value.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
    })
}

/// The message of serde, which names a missing field or the expected type, without quoted values.
fn explain(error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    match error.classify() {
        Category::Data => {
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or_default();
            // A quoted value could be a password that was typed into the wrong field.
            let quoting = ["invalid type: ", "invalid value: ", "unknown variant "];
            let what = match quoting.into_iter().find_map(|start| what.strip_prefix(start)) {
                Some(rest) => match rest.rfind(", expected ") {
                    Some(at) => format!("a field has the wrong type{}", &rest[at..]),
                    None => "a field has the wrong type".to_owned(),
                },
                None => what.to_owned(),
            };
            format!(
                "The body does not fit this call: {what} (line {}, column {}).",
                error.line(),
                error.column()
            )
        }
        // After a line break the column is 0 as well.
        Category::Eof if (error.line(), error.column()) == (1, 0) => {
            "The body is empty; JSON is expected.".to_owned()
        }
        _ => format!("The body is not valid JSON (line {}, column {}).", error.line(), error.column()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Login {
        #[expect(dead_code, reason = "only its parsing is of interest")]
        username: String,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Answer {
        Yes,
        No,
    }

    fn explained(body: &str) -> String {
        explain(&serde_json::from_str::<Login>(body).unwrap_err())
    }

    #[test]
    fn the_message_names_a_missing_field_or_the_expected_type_and_never_the_value() {
        assert_eq!(
            explained("{}"),
            "The body does not fit this call: missing field `username` (line 1, column 2)."
        );
        let wrong = explained(r#"{"username": 123456}"#);
        assert!(wrong.contains("expected a string"), "{wrong}");
        assert!(!wrong.contains("123456"), "{wrong}");
        let unknown = explain(&serde_json::from_str::<Answer>(r#""hunter2""#).unwrap_err());
        assert!(unknown.contains("expected `yes` or `no`") && !unknown.contains("hunter2"), "{unknown}");
        assert_eq!(explained(""), "The body is empty; JSON is expected.");
        assert_eq!(explained("{\n"), "The body is not valid JSON (line 2, column 0).");
        assert!(explained("{]").starts_with("The body is not valid JSON"), "{}", explained("{]"));
    }

    #[test]
    fn json_is_recognized_with_and_without_a_charset() {
        let with = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, value.parse().unwrap());
            is_json(&headers)
        };
        assert!(with("application/json"));
        assert!(with("Application/JSON; charset=utf-8"));
        assert!(!with("text/plain"));
        assert!(!is_json(&HeaderMap::new()));
    }
}
