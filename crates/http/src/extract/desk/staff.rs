//! The calling member of staff.

use axum::extract::FromRequestParts;
use http::request::Parts;
use sideout_app::{staff::authenticate_staff, steps::audited::Actor};

use super::SessionCookie;
use crate::{state::ApiState, wire::problem::Problem};

/// A member of staff with a valid session. What they may do is not checked here.
#[derive(Debug, Clone)]
pub struct Staff(pub Actor);

impl FromRequestParts<ApiState> for Staff {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, api: &ApiState) -> Result<Self, Problem> {
        let SessionCookie(token) = SessionCookie::from_request_parts(parts, api).await?;
        match authenticate_staff(&api.app, &token).await {
            Ok(actor) => Ok(Staff(actor)),
            Err(error) => Err(error.into()),
        }
    }
}
