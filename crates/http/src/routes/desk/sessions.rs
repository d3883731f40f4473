//! A person's own sessions: `GET /api/desk/me/sessions`, `DELETE /api/desk/me/sessions/{id}`.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::Serialize;
use sideout_app::staff::{EndSessionError, end_own_session, list_own_sessions};
use utoipa::ToSchema;

use crate::{
    extract::{IdempotencyKey, Path, Staff},
    state::ApiState,
    wire::{
        StrengthWord,
        problem::{Problem, ProblemKind},
    },
};

/// The sessions of the caller, the last used one first.
#[derive(Serialize, ToSchema)]
pub struct Sessions {
    /// The sessions that have not expired.
    pub sessions: Vec<SessionItem>,
}

/// A session.
#[derive(Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionItem {
    /// The session's number.
    #[schema(example = "481920375641")]
    pub id: String,
    /// Whether the call was made in this session.
    pub current: bool,
    /// How the session was signed in, or the key that has proven its person since.
    #[schema(value_type = StrengthWord, example = "totp")]
    pub strength: &'static str,
    /// The browser and system, as the browser names them.
    #[schema(example = "Chrome on Android")]
    pub device: String,
    /// When it began, ISO 8601 UTC.
    pub started_at: String,
    /// When it was last used, to the minute, ISO 8601 UTC.
    pub last_seen_at: String,
}

/// Lists the caller's sessions.
#[utoipa::path(get, path = "/api/desk/me/sessions", operation_id = "list_sessions", tag = "sign-in",
    security(("session" = [])), extensions(("x-permission" = json!("account.own"))),
    responses((status = 200, description = "The sessions.", body = Sessions)))]
pub(crate) async fn list_sessions(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<Sessions>, Problem> {
    let sessions = list_own_sessions(&api.app, &actor).await?;
    let item = |session: &sideout_app::staff::ListedSession| SessionItem {
        id: session.session_id.to_string(),
        current: session.session_id == actor.session_id,
        strength: session.strength.name(),
        device: session.device.clone(),
        started_at: session.started_at.to_string(),
        last_seen_at: session.last_seen_at.to_string(),
    };
    Ok(Json(Sessions { sessions: sessions.iter().map(item).collect() }))
}

/// Ends one of the caller's sessions.
#[utoipa::path(delete, path = "/api/desk/me/sessions/{id}", operation_id = "end_session", tag = "sign-in",
    security(("session" = [])), params(("id" = String, Path, description = "The session."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("account.own"))),
    responses((status = 204, description = "Ended.")))]
pub(crate) async fn end_session(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    match end_own_session(&api.app, &actor, id, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(EndSessionError::NoSession) => Err(Problem::of(ProblemKind::NotFound)),
        Err(EndSessionError::Refused(refused)) => Err(refused.into()),
        Err(EndSessionError::Store(error)) => Err(error.into()),
    }
}
