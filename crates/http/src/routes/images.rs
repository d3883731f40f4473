//! `GET /images/{*key}`: pictures from the image store.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sideout_app::{ImageKey, ImageKind};

use crate::{
    extract::PathParams,
    platform::etag::is_unchanged,
    state::ApiState,
    wire::{api_error::ApiError, messages::Message},
};

/// For kinds of which only the operator stores pictures: their keys follow from the content, so every cache may keep them for a year.
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
    let tag = format!("\"{key}\"");
    let etag = HeaderValue::from_str(&tag).map_err(|_| nothing())?;
    let cache = match key.kind() {
        // Avatars are always stored as JPEG. A photo of a venue can be, too: the key does not tell them apart.
        ImageKind::Jpeg => REVALIDATED,
        ImageKind::Svg | ImageKind::Webp | ImageKind::Png => IMMUTABLE,
    };
    if is_unchanged(&request_headers, &tag) {
        let headers = [(header::CACHE_CONTROL, cache), (header::ETAG, etag)];
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let headers = [
        (header::ETAG, etag),
        (header::CONTENT_TYPE, HeaderValue::from_static(key.kind().content_type())),
        (header::CACHE_CONTROL, cache),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'")),
    ];
    Ok((headers, picture).into_response())
}
