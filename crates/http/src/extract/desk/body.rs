//! A JSON body of the desk's API.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::{
    extract::{Body, JSON_LIMIT, clean_text::LineBreaks, json_body::read_json},
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

/// Like [`DeskBody`], but texts may have several lines.
#[derive(Debug, Clone, Copy)]
pub struct DeskBodyWithLines<T>(pub T);

impl<T: DeserializeOwned> FromRequest<ApiState> for DeskBodyWithLines<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, api: &ApiState) -> Result<Self, Problem> {
        let body = read_json(request, api, JSON_LIMIT, LineBreaks::Accepted).await?;
        Ok(DeskBodyWithLines(body))
    }
}
