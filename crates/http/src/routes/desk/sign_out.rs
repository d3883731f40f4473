//! `POST /api/desk/sign-out`: ends the caller's session.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use sideout_app::staff::{StaffAuthError, authenticate_staff, sign_out as end_session};

use crate::{extract::SessionCookie, state::ApiState, wire::problem::Problem};

/// Ends the session. Without a session it answers the same.
#[utoipa::path(post, path = "/api/desk/sign-out", operation_id = "sign_out", tag = "sign-in", security(("session" = [])),
    extensions(("x-permission" = json!("account.own"))),
    responses((status = 204, description = "Signed out; the cookie is removed.")))]
pub(crate) async fn sign_out(
    State(api): State<ApiState>,
    cookie: Result<SessionCookie, Problem>,
) -> Result<Response, Problem> {
    if let Ok(SessionCookie(token)) = cookie {
        match authenticate_staff(&api.app, &token).await {
            Ok(actor) => end_session(&api.app, &actor).await?,
            // A locked session is ended by the next sign-in on its device.
            Err(StaffAuthError::NoSession | StaffAuthError::Locked) => {}
            Err(StaffAuthError::Store(error)) => return Err(error.into()),
        }
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, SessionCookie::remove())]).into_response())
}
