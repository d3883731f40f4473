//! The parameters in the query of a call of the desk's API.

use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::de::DeserializeOwned;

use crate::{extract::Params, wire::problem::Problem};

/// Reads the query of a call of the desk's API as [`Params`] does; a query that is refused is answered with a problem.
#[derive(Debug, Clone, Copy)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Params(query) = Params::from_request_parts(parts, state).await?;
        Ok(Query(query))
    }
}
