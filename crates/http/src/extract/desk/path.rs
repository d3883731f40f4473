//! The parameters in the path of an address of the desk's API.

use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::de::DeserializeOwned;

use crate::{
    extract::path_params::read_path,
    wire::problem::{Problem, ProblemKind},
};

/// Like [`PathParams`](crate::extract::PathParams), but an address that does not fit is refused with a problem (RFC 9457).
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        read_path(parts, state).await.map(Path).ok_or_else(|| Problem::of(ProblemKind::NotFound))
    }
}
