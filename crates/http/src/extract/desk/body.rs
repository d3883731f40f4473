//! A JSON body of the desk's API.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::{extract::Body, state::ApiState, wire::problem::Problem};

/// As [`Body`], refused with a problem.
#[derive(Debug, Clone, Copy)]
pub struct DeskBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<ApiState> for DeskBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, api: &ApiState) -> Result<Self, Problem> {
        let Body(body) = Body::<T>::from_request(request, api).await?;
        Ok(DeskBody(body))
    }
}
