//! A JSON body of the desk's API.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::{
    extract::{Body, JSON_LIMIT},
    state::ApiState,
    wire::problem::Problem,
};

/// Like [`Body`], but an invalid body is refused with a problem (RFC 9457).
#[derive(Debug, Clone, Copy)]
pub struct DeskBody<T, const LIMIT: usize = JSON_LIMIT>(pub T);

impl<T: DeserializeOwned, const LIMIT: usize> FromRequest<ApiState> for DeskBody<T, LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, api: &ApiState) -> Result<Self, Problem> {
        let Body(body) = Body::<T, LIMIT>::from_request(request, api).await?;
        Ok(DeskBody(body))
    }
}
