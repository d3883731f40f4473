//! `GET /images/{*key}`: pictures from the image store.

use axum::{
    extract::{Path, State},
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, header};
use sideout_app::ImageKey;

use crate::{api_error::ApiError, state::ApiState};

/// Keys are random and never used again, so a picture may be kept for ever. Whatever it holds, it runs nothing.
pub(crate) async fn images(
    State(api): State<ApiState>,
    Path(key): Path<String>,
) -> Result<Response, ApiError> {
    let nothing = || ApiError::not_found("There is no picture at this address.");
    let key: ImageKey = key.parse().map_err(|_| nothing())?;
    let picture = api.app.images.get(&key).await.map_err(|error| {
        tracing::error!(%error, "a picture could not be read");
        ApiError::unavailable()
    })?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(key.kind().content_type())),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'")),
    ];
    Ok((headers, picture.ok_or_else(nothing)?).into_response())
}
