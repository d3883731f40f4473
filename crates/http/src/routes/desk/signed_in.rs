//! The answer of calls that sign in: the session cookie, and who it is.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::header;
use sideout_app::{
    App,
    staff::{SignedInStaff, StaffAuthError, authenticate_staff},
    steps::audited::Actor,
};

use super::me::me_of;
use crate::{
    extract::SessionCookie,
    wire::problem::{Problem, ProblemKind},
};

/// Sends the new session's cookie with the answer of `GET /api/desk/me`.
pub(super) async fn signed_in(app: &App, started: SignedInStaff) -> Result<Response, Problem> {
    let actor = actor_of(app, started.token.reveal()).await?;
    let me = me_of(app, &actor).await?;
    let cookie = SessionCookie::set(&started.token, app.settings.desk.session_max_days);
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

/// The member of staff whose session has this token, as it is now.
pub(super) async fn actor_of(app: &App, token: &str) -> Result<Actor, Problem> {
    match authenticate_staff(app, token).await {
        Ok(actor) => Ok(actor),
        Err(StaffAuthError::NoSession) => Err(Problem::of(ProblemKind::SignedOut)),
        Err(StaffAuthError::Store(error)) => Err(error.into()),
    }
}
