//! The parameters in the path of an address, parsed into what the endpoint needs.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use serde::de::DeserializeOwned;

use super::clean_text::address_has_control;
use crate::wire::{api_error::ApiError, messages::Message};

/// The parameters in the path as `T`. An address that does not fit names nothing, so it is refused like an id that does not exist.
#[derive(Debug, Clone, Copy)]
pub struct PathParams<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found = read_path(parts, state).await;
        found.map(PathParams).ok_or_else(|| ApiError::not_found(Message::NoSuchAddress))
    }
}

/// The parameters in the path; `None` if one is not a `T`, not UTF-8, or contains a control character.
pub(super) async fn read_path<S: Send + Sync, T: DeserializeOwned + Send>(
    parts: &mut Parts,
    state: &S,
) -> Option<T> {
    if address_has_control(parts.uri.path()) {
        return None;
    }
    Path::from_request_parts(parts, state).await.ok().map(|Path(params)| params)
}
