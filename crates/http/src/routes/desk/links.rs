//! One-time links: `POST /api/desk/links/use` and `POST /api/desk/staff/{id}/links`.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::{
    platform::desk_address::desk_address,
    staff::{MakeLinkError, UseLinkError, make_link, use_link_repeatably},
};
use sideout_domain::StaffId;
use utoipa::ToSchema;

use super::signed_in::session_response_on_device;
use crate::{
    extract::{DeskBody, DeviceCookie, IdempotencyKey, Path, Staff, device_of},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        problem::{Problem, ProblemKind},
        retry_secret::retry_secret,
    },
};

/// The secret of a link.
#[derive(Deserialize, ToSchema)]
pub struct UseLinkRequest {
    /// The part of the link after `#`.
    #[schema(example = "sl_6v0Zt3kq…")]
    pub token: String,
    /// 32 random bytes that the browser generated for this link, as base64url without padding. The same call with the same bytes
    /// answers the same for two minutes; without them a repeated call is refused, because the link was used.
    #[schema(example = "pZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E")]
    pub retry_secret: Option<String>,
}

/// Signs in by a one-time link.
#[utoipa::path(post, path = "/api/desk/links/use", operation_id = "use_link", tag = "sign-in",
    request_body = UseLinkRequest, extensions(("x-permission" = json!("no_session"))),
    responses((status = 200, description = "Signed in; the session is in the cookie.", body = super::me::Me)))]
pub(crate) async fn use_one_time_link(
    State(api): State<ApiState>,
    caller: ClientAddress,
    paired: DeviceCookie,
    headers: HeaderMap,
    DeskBody(request): DeskBody<UseLinkRequest>,
) -> Result<Response, Problem> {
    let device = device_of(user_agent(&headers));
    let secret = retry_secret(request.retry_secret.as_deref())?;
    match use_link_repeatably(&api.app, &request.token, secret, &device, caller.network()).await {
        Ok(started) => session_response_on_device(&api.app, started, paired).await,
        Err(UseLinkError::Unknown) => Err(Problem::of(ProblemKind::LinkUnknown)),
        Err(UseLinkError::Throttled(throttled)) => Err(throttled.into()),
        Err(UseLinkError::Store(error)) => Err(error.into()),
    }
}

/// The browser's description of itself.
pub(super) fn user_agent(headers: &HeaderMap) -> &str {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// A link that was made.
#[derive(Serialize, ToSchema)]
pub struct MadeLinkAnswer {
    /// The address of the link; the secret is the part after `#`, which browsers do not send.
    #[schema(example = "https://play.example.in/desk/join#sl_6v0Zt3kq…")]
    pub url: String,
    /// Until when it can be used, ISO 8601 UTC.
    #[schema(example = "2026-11-23T12:54:00Z")]
    pub expires_at: String,
}

/// Makes a one-time link for a member of staff and ends their earlier ones.
#[utoipa::path(post, path = "/api/desk/staff/{id}/links", operation_id = "make_link", tag = "staff",
    security(("session" = [])), params(("id" = String, Path, description = "The member of staff."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("staff.manage"))),
    responses((status = 201, description = "The link.", body = MadeLinkAnswer)))]
pub(crate) async fn make_one_time_link(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(id): Path<i64>,
) -> Result<Response, Problem> {
    let made = make_link(&api.app, &actor, StaffId(id), key).await.map_err(|error| match error {
        MakeLinkError::NoMember => Problem::of(ProblemKind::NotFound),
        MakeLinkError::BeyondOwn => Problem::of(ProblemKind::BeyondOwn),
        MakeLinkError::MadeBefore => Problem::of(ProblemKind::LinkMadeBefore),
        MakeLinkError::Refused(refused) => refused.into(),
        MakeLinkError::Store(error) => error.into(),
    })?;
    let desk = desk_address(&api.app.settings.public_url);
    let answer = MadeLinkAnswer {
        url: format!("{desk}/desk/join#{}", made.token.reveal()),
        expires_at: made.expires_at.to_string(),
    };
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}
