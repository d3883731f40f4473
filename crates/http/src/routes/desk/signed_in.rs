//! The answer of calls that sign in: the session cookie, and who it is.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::header;
use sideout_app::{
    App,
    staff::{SignedInStaff, StaffAuthError, authenticate_staff},
};

use super::me::me_of;
use crate::{
    extract::SessionCookie,
    wire::problem::{Problem, ProblemKind},
};

/// Sends the new session's cookie with the answer of `GET /api/desk/me`.
pub(super) async fn signed_in(app: &App, started: SignedInStaff) -> Result<Response, Problem> {
    let actor = match authenticate_staff(app, started.token.reveal()).await {
        Ok(actor) => actor,
        // Somebody ended it in the same moment.
        Err(StaffAuthError::NoSession) => return Err(Problem::of(ProblemKind::SignedOut)),
        Err(StaffAuthError::Store(error)) => return Err(error.into()),
    };
    let me = me_of(app, &actor).await?;
    let cookie = SessionCookie::set(&started.token, app.settings.desk.session_max_days);
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
}
