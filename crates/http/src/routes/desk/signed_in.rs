//! The answer of calls that sign in: the session cookie, and the member of staff.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::header;
use sideout_app::{
    App,
    staff::{SignedInStaff, authenticate_staff, bind_to_device},
    steps::audited::Actor,
};

use super::me::me_of;
use crate::{
    extract::{DeviceCookie, SessionCookie},
    wire::problem::Problem,
};

/// Like [`session_response`], for a session that began without a PIN: on a paired device it locks like a session that began
/// with one.
pub(super) async fn session_response_on_device(
    app: &App,
    started: SignedInStaff,
    DeviceCookie(device): DeviceCookie,
) -> Result<Response, Problem> {
    if let Some(device) = device {
        bind_to_device(app, &started.token, &device).await?;
    }
    session_response(app, started).await
}

/// Sends the new session's cookie with the answer of `GET /api/desk/me`.
pub(super) async fn session_response(app: &App, started: SignedInStaff) -> Result<Response, Problem> {
    let actor = actor_of(app, started.token.reveal()).await?;
    let me = me_of(app, &actor).await?;
    let cookie = SessionCookie::set(&started.token, app.settings.desk.session_max_days);
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

/// The member of staff whose session has this token, as it is now.
pub(super) async fn actor_of(app: &App, token: &str) -> Result<Actor, Problem> {
    Ok(authenticate_staff(app, token).await?)
}
