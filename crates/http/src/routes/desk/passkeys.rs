//! Passkeys: signing in by one, giving a proof by one, and the list of one's own.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use sideout_app::{
    platform::brand::find_brand,
    staff::passkeys::{
        AddPasskeyError, NewPasskey, Passkey, PasskeyError, RemovePasskeyError, add_passkey,
        list_own_passkeys, prove_by_passkey, remove_passkey, sign_in_by_passkey, start_passkey,
        start_passkey_proof, start_passkey_sign_in,
    },
};
use utoipa::ToSchema;

use super::{
    links::user_agent,
    me::{Me, me_of},
    signed_in::{actor_of, session_response_on_device},
};
use crate::{
    extract::{DeskBody, DeviceCookie, IdempotencyKey, Path, SessionCookie, Staff, device_of},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        passkeys::{CreationOptions, MadeCredential, RequestOptions, SignedCredential},
        problem::{Problem, ProblemKind},
    },
};

/// The caller's passkeys, the oldest first.
#[derive(Serialize, ToSchema)]
pub struct Passkeys {
    /// The passkeys.
    pub passkeys: Vec<PasskeyItem>,
}

/// A passkey.
#[derive(Serialize, ToSchema)]
#[schema(as = Passkey)]
pub struct PasskeyItem {
    /// The id that the authenticator gave it, base64url.
    #[schema(example = "yab1s0YtAoc_6gxWhiI0-Z8XKBcIhOURu3dgIBqJBUpQ")]
    pub id: String,
    /// The passkey's name, given by its owner.
    #[schema(example = "Nisha's Pixel")]
    pub label: String,
    /// When it was added, ISO 8601 UTC.
    pub added_at: String,
    /// When it last signed in, gave a proof or approved a call, ISO 8601 UTC; null: never.
    #[schema(required)]
    pub last_used_at: Option<String>,
}

/// A new passkey.
#[derive(Deserialize, ToSchema)]
pub struct AddPasskeyRequest {
    /// The passkey's name, given by its owner: 2 to 40 characters.
    #[schema(example = "Nisha's Pixel")]
    pub label: String,
    /// The credential that the browser made.
    pub credential: MadeCredential,
}

/// The answer of a passkey that has signed a challenge.
#[derive(Deserialize, ToSchema)]
pub struct PasskeySignature {
    /// The answer of the browser.
    pub credential: SignedCredential,
}

/// Begins to sign in by a passkey.
#[utoipa::path(post, path = "/api/desk/passkey/start", operation_id = "start_passkey_sign_in", tag = "sign-in",
    extensions(("x-permission" = json!("no_session"))),
    responses((status = 200, description = "For `navigator.credentials.get()`; valid for five minutes, once.",
        body = RequestOptions)))]
pub(crate) async fn start_sign_in(
    State(api): State<ApiState>,
    caller: ClientAddress,
) -> Result<Json<RequestOptions>, Problem> {
    let started = start_passkey_sign_in(&api.app, caller.network()).await.map_err(passkey_problem)?;
    Ok(Json(started.into()))
}

/// Signs in by a passkey. A challenge can be used once.
#[utoipa::path(post, path = "/api/desk/passkey/finish", operation_id = "sign_in_by_passkey", tag = "sign-in",
    request_body = PasskeySignature, extensions(("x-permission" = json!("no_session"))),
    responses((status = 200, description = "Signed in; the session is in the cookie.", body = Me)))]
pub(crate) async fn finish_sign_in(
    State(api): State<ApiState>,
    caller: ClientAddress,
    paired: DeviceCookie,
    headers: HeaderMap,
    DeskBody(request): DeskBody<PasskeySignature>,
) -> Result<Response, Problem> {
    let sent = request.credential.parse().ok_or_else(|| Problem::of(ProblemKind::WrongPasskey))?;
    let device = device_of(user_agent(&headers));
    let started = sign_in_by_passkey(&api.app, sent, &device, caller.network()).await;
    session_response_on_device(&api.app, started.map_err(passkey_problem)?, paired).await
}

/// Begins a proof by a passkey in an open session.
#[utoipa::path(post, path = "/api/desk/me/prove/passkey/start", operation_id = "start_passkey_proof", tag = "sign-in",
    security(("session" = [])), extensions(("x-permission" = json!("account.own"))),
    responses((status = 200, description = "For `navigator.credentials.get()`; valid for five minutes, once.",
        body = RequestOptions)))]
pub(crate) async fn start_proof(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
) -> Result<Json<RequestOptions>, Problem> {
    let started = start_passkey_proof(&api.app, &actor, caller.network()).await.map_err(passkey_problem)?;
    Ok(Json(started.into()))
}

/// Gives a proof by a passkey in an open session.
#[utoipa::path(post, path = "/api/desk/me/prove/passkey", operation_id = "prove_by_passkey", tag = "sign-in",
    security(("session" = [])), request_body = PasskeySignature,
    extensions(("x-permission" = json!("account.own"))),
    responses((status = 204, description = "Proven for `desk.proof_minutes`; `proof_until` of `GET /api/desk/me` says until when.")))]
pub(crate) async fn finish_proof(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    DeskBody(request): DeskBody<PasskeySignature>,
) -> Result<StatusCode, Problem> {
    let sent = request.credential.parse().ok_or_else(|| Problem::of(ProblemKind::WrongPasskey))?;
    prove_by_passkey(&api.app, &actor, sent, caller.network()).await.map_err(passkey_problem)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the caller's passkeys.
#[utoipa::path(get, path = "/api/desk/me/passkeys", operation_id = "list_passkeys", tag = "sign-in",
    security(("session" = [])), extensions(("x-permission" = json!("account.own"))),
    responses((status = 200, description = "The passkeys.", body = Passkeys)))]
pub(crate) async fn list(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<Passkeys>, Problem> {
    let own = list_own_passkeys(&api.app, &actor).await?;
    let item = |passkey: &Passkey| PasskeyItem {
        id: URL_SAFE_NO_PAD.encode(&passkey.credential_id),
        label: passkey.label.clone(),
        added_at: passkey.created_at.to_string(),
        last_used_at: passkey.last_used_at.map(|at| at.to_string()),
    };
    Ok(Json(Passkeys { passkeys: own.iter().map(item).collect() }))
}

/// Begins to make a passkey; it can be used after it was added.
#[utoipa::path(post, path = "/api/desk/me/passkeys/start", operation_id = "start_passkey", tag = "sign-in",
    security(("session" = [])), extensions(("x-permission" = json!("account.keys"))),
    responses((status = 200, description = "For `navigator.credentials.create()`; valid for five minutes, once.",
        body = CreationOptions)))]
pub(crate) async fn start(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<CreationOptions>, Problem> {
    let started = start_passkey(&api.app, &actor).await.map_err(add_problem)?;
    let brand = find_brand(&api.app).await?;
    Ok(Json(CreationOptions::new(started, brand.name.clone())))
}

/// Adds a passkey and ends the person's other sessions.
#[utoipa::path(post, path = "/api/desk/me/passkeys", operation_id = "add_passkey", tag = "sign-in",
    security(("session" = [])), request_body = AddPasskeyRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("account.keys"))),
    responses((status = 201, description = "Added: who it is now.", body = Me)))]
pub(crate) async fn add(
    State(api): State<ApiState>,
    SessionCookie(token): SessionCookie,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<AddPasskeyRequest>,
) -> Result<Response, Problem> {
    let label = request.label.parse().map_err(|_| Problem::field("label", "length"))?;
    let sent = request.credential.parse().ok_or_else(|| Problem::of(ProblemKind::PasskeyNotAdded))?;
    add_passkey(&api.app, &actor, NewPasskey { label, sent }, key).await.map_err(add_problem)?;
    let me = me_of(&api.app, &actor_of(&api.app, &token).await?).await?;
    Ok((StatusCode::CREATED, Json(me)).into_response())
}

/// Removes one of the caller's passkeys. Sessions that it began stay.
#[utoipa::path(delete, path = "/api/desk/me/passkeys/{id}", operation_id = "remove_passkey", tag = "sign-in",
    security(("session" = [])), params(("id" = String, Path, description = "The passkey."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("account.keys"))),
    responses((status = 204, description = "Removed.")))]
pub(crate) async fn remove(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    // No passkey has an empty id.
    let id = URL_SAFE_NO_PAD.decode(id).unwrap_or_default();
    match remove_passkey(&api.app, &actor, id, key).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(RemovePasskeyError::NoPasskey) => Err(Problem::of(ProblemKind::NotFound)),
        Err(RemovePasskeyError::LastKey) => Err(Problem::of(ProblemKind::LastKey)),
        Err(RemovePasskeyError::Refused(refused)) => Err(refused.into()),
        Err(RemovePasskeyError::Store(error)) => Err(error.into()),
    }
}

fn passkey_problem(error: PasskeyError) -> Problem {
    match error {
        PasskeyError::Wrong => Problem::of(ProblemKind::WrongPasskey),
        PasskeyError::Off(_) => Problem::of(ProblemKind::PasskeysOff),
        PasskeyError::Throttled(throttled) => throttled.into(),
        PasskeyError::Store(error) => error.into(),
    }
}

fn add_problem(error: AddPasskeyError) -> Problem {
    match error {
        AddPasskeyError::Wrong => Problem::of(ProblemKind::PasskeyNotAdded),
        AddPasskeyError::TooMany => Problem::of(ProblemKind::TooManyPasskeys),
        AddPasskeyError::Off(_) => Problem::of(ProblemKind::PasskeysOff),
        AddPasskeyError::Refused(refused) => refused.into(),
        AddPasskeyError::Store(error) => error.into(),
    }
}
