//! Responses with their headers: JSON and downloads.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use super::api_error::ApiError;

/// The content type of an [`Answer`].
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

/// The value as JSON with status 200.
#[derive(Debug, Clone)]
pub struct Answer<T>(pub T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(bytes) => (StatusCode::OK, [(header::CONTENT_TYPE, JSON)], bytes).into_response(),
            Err(error) => {
                tracing::error!(%error, "an answer could not be written as JSON");
                ApiError::internal().into_response()
            }
        }
    }
}

/// A download with this file name, which consists of letters, digits, hyphens and dots.
pub(crate) fn attachment(content_type: &'static str, name: &str, bytes: impl IntoResponse) -> Response {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        // If the name is not a valid header value, the browser chooses one.
        (header::CONTENT_DISPOSITION, disposition.unwrap_or_else(|_| HeaderValue::from_static("attachment"))),
    ];
    (headers, bytes).into_response()
}
