//! The sites whose pages may call the API. None by default: the web app has the same origin.

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};

/// The allowed origins of the settings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cors(Vec<HeaderValue>);

impl Cors {
    /// Ignores origins that are not valid header values; a wildcard is not an origin.
    pub(crate) fn new(origins: &[String]) -> Self {
        Cors(
            origins
                .iter()
                .filter(|origin| origin.contains("://"))
                .filter_map(|origin| HeaderValue::from_str(origin.trim_end_matches('/')).ok())
                .collect(),
        )
    }

    /// The allowed origin this request comes from.
    pub(crate) fn origin(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        if self.0.is_empty() {
            return None;
        }
        let origin = headers.get(header::ORIGIN)?;
        self.0.iter().find(|allowed| *allowed == origin).cloned()
    }

    /// The response to a browser's preflight request; `None` for another request. It does not check the origin: call it
    /// only for an allowed one.
    pub(crate) fn preflight(method: &Method, headers: &HeaderMap) -> Option<Response> {
        if *method != Method::OPTIONS || !headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD) {
            return None;
        }
        let answer = [
            (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, "api-key, authorization, content-type, x-request-id"),
            (header::ACCESS_CONTROL_MAX_AGE, "600"),
        ];
        Some((StatusCode::NO_CONTENT, answer, Body::empty()).into_response())
    }

    /// Lets the allowed origin read the response. Without credentials: tokens are sent in headers.
    pub(crate) fn mark(headers: &mut HeaderMap, origin: HeaderValue) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("retry-after, x-request-id"),
        );
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
    }
}
