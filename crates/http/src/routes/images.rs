//! `GET /images/{*key}`: pictures from the image store.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sideout_app::{ImageKey, ImageKind};

use crate::{
    extract::PathParams,
    state::ApiState,
    wire::{api_error::ApiError, messages::Message},
};

/// For kinds of which only the operator stores pictures: their keys are never reused, so every cache may keep them for a year.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For a kind that may show a person: only the viewer's browser may cache it, and it revalidates each time, so that a removed picture
/// disappears.
const REVALIDATED: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Sends a picture by its key, with a policy by which the browser runs no script in it.
pub(crate) async fn images(
    State(api): State<ApiState>,
    PathParams(key): PathParams<String>,
    request_headers: HeaderMap,
) -> Result<Response, ApiError> {
    let nothing = || ApiError::not_found(Message::NoSuchPicture);
    let key: ImageKey = key.parse().map_err(|_| nothing())?;
    let picture = api.app.images.get(&key).await.map_err(|error| {
        sideout_app::error_throttled!(%error, "a picture could not be read");
        ApiError::unavailable()
    })?;
    let picture = picture.ok_or_else(nothing)?;
    // The content of a key never changes.
    let tag = HeaderValue::from_str(&format!("\"{key}\"")).map_err(|_| nothing())?;
    let cache = match key.kind() {
        // Avatars are always stored as JPEG. Photos of venues are, too: the key does not tell them apart.
        ImageKind::Jpeg => REVALIDATED,
        ImageKind::Svg | ImageKind::Webp | ImageKind::Png => IMMUTABLE,
    };
    let is_known = request_headers.get_all(header::IF_NONE_MATCH).iter().any(|known| known == tag);
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
