//! A colleague's approval of a call, and `GET /api/desk/venues/{venue}/approvers`: who can give one, and the challenge
//! that a colleague's passkey signs.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::{
    staff::{
        ListApproversError, TypedApproval, TypedSecret, approve, list_approvers,
        passkeys::{StartApprovalError, start_passkey_approval},
    },
    steps::audited::{Actor, ApprovalError, RequestKey},
};
use sideout_domain::staff::Permission;
use utoipa::{IntoParams, ToSchema};

use super::board::venue_id;
use crate::{
    extract::{Path, Query, Staff},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::{
        RoleWord,
        api_error::ApiError,
        passkeys::{RequestOptions, SignedCredential},
        problem::{Problem, ProblemKind},
    },
};

/// How a colleague approves the call: by a PIN on a paired device, a code of their authenticator app or a passkey, one of the
/// three. It is not part of what the idempotency key compares, so the same call with another approval has the same key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRequest {
    /// The colleague, as `GET …/approvers` lists them.
    #[schema(example = "481920375641")]
    pub staff: String,
    /// Their PIN; null if they approve another way.
    #[serde(default)]
    #[schema(example = "402917")]
    pub pin: Option<String>,
    /// A code of their authenticator app; null if they approve another way.
    #[serde(default)]
    #[schema(example = "287082")]
    pub code: Option<String>,
    /// The signed challenge of `start_passkey_approval`; null if they approve another way.
    #[serde(default)]
    pub credential: Option<SignedCredential>,
}

/// The permission that is needed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApproversRequest {
    /// The permission that the refusal named.
    #[param(example = "booking.cancel_beyond_policy")]
    pub permission: String,
}

/// The colleagues who can approve something.
#[derive(Serialize, ToSchema)]
pub struct Approvers {
    /// The colleagues, ordered by name, without the caller.
    pub people: Vec<ApproverItem>,
    /// The largest amount for which a PIN is enough, paise; 0 where PINs do not count, because the device is not paired.
    #[schema(example = 200_000)]
    pub pin_limit_paise: i64,
}

/// A colleague who can approve something.
#[derive(Serialize, ToSchema)]
#[schema(as = Approver)]
pub struct ApproverItem {
    /// The colleague's id: random digits.
    #[schema(example = "481920375641")]
    pub id: String,
    /// The name that colleagues see.
    #[schema(example = "Nisha Trivedi")]
    pub name: String,
    /// Their role.
    #[schema(value_type = RoleWord, example = "manager")]
    pub role: &'static str,
    /// Whether they have a PIN; if the session is on a paired device, whether they have one that opens that device.
    pub has_pin: bool,
    /// Whether they have an authenticator app.
    pub has_app: bool,
    /// Whether they have a passkey.
    pub has_passkey: bool,
}

/// Lists the colleagues who can approve something at a venue.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/approvers", operation_id = "list_approvers", tag = "staff",
    security(("session" = [])), params(("venue" = i64, Path, description = "The venue's number."), ApproversRequest),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The colleagues.", body = Approvers)))]
pub(crate) async fn approvers(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
    Query(request): Query<ApproversRequest>,
) -> Result<Json<Approvers>, Problem> {
    let venue = venue_id(&venue)?;
    let permission: Permission =
        request.permission.parse().map_err(|_| ApiError::malformed("There is no such permission."))?;
    let listed = list_approvers(&api.app, &actor, venue, permission).await;
    let listed = listed.map_err(|error| match error {
        ListApproversError::Refused(refused) => Problem::from(refused),
        ListApproversError::Store(error) => error.into(),
    })?;
    let limit = i64::from(api.app.settings.desk.pin_approval_paise);
    let people = listed.into_iter().map(|approver| ApproverItem {
        id: approver.staff.to_string(),
        name: approver.full_name,
        role: approver.role.name(),
        has_pin: approver.has_pin,
        has_app: approver.has_app,
        has_passkey: approver.has_passkey,
    });
    Ok(Json(Approvers {
        people: people.collect(),
        pin_limit_paise: if actor.device.is_some() { limit } else { 0 },
    }))
}

/// Begins an approval by a passkey of a colleague, at the device of the caller. The challenge counts for one call of this session.
#[utoipa::path(post, path = "/api/desk/venues/{venue}/approvers/{staff}/passkey",
    operation_id = "start_passkey_approval", tag = "staff", security(("session" = [])),
    params(("venue" = i64, Path, description = "The venue's number."),
        ("staff" = String, Path, description = "The colleague, as `GET …/approvers` lists them.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "For `navigator.credentials.get()`; valid for five minutes, once.",
        body = RequestOptions)))]
pub(crate) async fn start_passkey(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    Path((venue, staff)): Path<(String, String)>,
) -> Result<Json<RequestOptions>, Problem> {
    let venue = venue_id(&venue)?;
    let staff = staff.parse().map_err(|_| Problem::of(ProblemKind::ApprovalPasskeyWrong))?;
    let started = start_passkey_approval(&api.app, &actor, venue, staff, caller.network()).await;
    let started = started.map_err(|error| match error {
        StartApprovalError::Refused(refused) => Problem::from(refused),
        StartApprovalError::Passkey(error) => ApprovalError::from(error).into(),
    })?;
    Ok(Json(started.into()))
}

/// The caller with the approval that came with the call.
pub(super) async fn approved(
    api: &ApiState,
    actor: Actor,
    request: Option<ApprovalRequest>,
    key: &RequestKey,
    caller: &ClientAddress,
) -> Result<Actor, Problem> {
    let typed = request.map(typed).transpose()?;
    Ok(approve(&api.app, actor, typed, key, caller.network()).await?)
}

fn typed(request: ApprovalRequest) -> Result<TypedApproval, Problem> {
    let secret = match (request.pin, request.code, request.credential) {
        (Some(pin), None, None) => TypedSecret::Pin(pin),
        (None, Some(code), None) => TypedSecret::Code(super::totp::digits(&code)),
        (None, None, Some(credential)) => {
            let sent = credential.parse().ok_or_else(|| Problem::of(ProblemKind::ApprovalPasskeyWrong))?;
            TypedSecret::Passkey(Box::new(sent))
        }
        _ => return Err(ApiError::malformed("Approve by a PIN, by a code or by a passkey.").into()),
    };
    let staff = request.staff.parse().map_err(|_| Problem::of(ProblemKind::ApprovalWrong))?;
    Ok(TypedApproval { staff, secret })
}

/// Converts the error of a decision that a colleague may approve: its own variants as listed, and the shared ones
/// `Refused`, `Approval` and `Store`.
macro_rules! decision_problem {
    ($error:expr, $kind:ident { $($own:pat => $problem:expr,)* }) => {
        match $error {
            $($own => $problem,)*
            $kind::Refused(refused) => refused.into(),
            $kind::Approval(error) => error.into(),
            $kind::Store(error) => error.into(),
        }
    };
}

pub(crate) use decision_problem;

impl From<ApprovalError> for Problem {
    fn from(error: ApprovalError) -> Self {
        match error {
            ApprovalError::Wrong => Problem::of(ProblemKind::ApprovalWrong),
            ApprovalError::WrongPasskey => Problem::of(ProblemKind::ApprovalPasskeyWrong),
            ApprovalError::PasskeysOff => Problem::of(ProblemKind::PasskeysOff),
            ApprovalError::NotAllowed => Problem::of(ProblemKind::ApproverNotAllowed),
            ApprovalError::OwnCall => Problem::of(ProblemKind::ApprovalOwn),
            ApprovalError::CodeNeeded(limit) => Problem::of(ProblemKind::ApprovalCodeNeeded)
                .with_param("limit_paise", limit.paise().to_string()),
            ApprovalError::Throttled(throttled) => throttled.into(),
            ApprovalError::Hash(error) => error.into(),
            ApprovalError::Store(error) => error.into(),
        }
    }
}
