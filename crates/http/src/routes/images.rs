//! `GET /images/{*key}`: pictures from the image store.

use axum::{
    extract::{Path, State},
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sideout_app::{ImageKey, ImageKind};

use crate::{api_error::ApiError, messages::Message, state::ApiState};

/// What the operator loaded: keys are never used again, so anybody may keep it for ever.
const OPERATORS: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// What may be a person's picture: no cache between us and its viewer keeps it, and a viewer's own asks each time, so that
/// it is gone when it was removed.
const PERSONS: HeaderValue = HeaderValue::from_static("private, no-cache");

/// A picture by its key. Whatever it holds, it runs nothing.
pub(crate) async fn images(
    State(api): State<ApiState>,
    Path(key): Path<String>,
    asked: HeaderMap,
) -> Result<Response, ApiError> {
    let nothing = || ApiError::not_found(Message::NoSuchPicture);
    let key: ImageKey = key.parse().map_err(|_| nothing())?;
    let picture = api.app.images.get(&key).await.map_err(|error| {
        sideout_app::error_throttled!(%error, "a picture could not be read");
        ApiError::unavailable()
    })?;
    let picture = picture.ok_or_else(nothing)?;
    // A key has one content for all time.
    let tag = HeaderValue::from_str(&format!("\"{key}\"")).map_err(|_| nothing())?;
    let cache = match key.kind() {
        // Avatars are JPEG, whatever was uploaded.
        ImageKind::Jpeg => PERSONS,
        ImageKind::Svg | ImageKind::Webp | ImageKind::Png => OPERATORS,
    };
    let is_known = asked.get_all(header::IF_NONE_MATCH).iter().any(|known| known == tag);
    if is_known {
        return Ok(
            (StatusCode::NOT_MODIFIED, [(header::CACHE_CONTROL, cache), (header::ETAG, tag)]).into_response()
        );
    }
    let headers = [
        (header::ETAG, tag),
        (header::CONTENT_TYPE, HeaderValue::from_static(key.kind().content_type())),
        (header::CACHE_CONTROL, cache),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'")),
    ];
    Ok((headers, picture).into_response())
}
