//! Members of staff: `GET POST /api/desk/staff`, `PATCH /api/desk/staff/{id}`.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use sideout_app::staff::{
    AddMember, AddMemberError, EditMember, EditMemberError, ListMembersError, ListedMember, StaffName,
    add_member, edit_member, list_all_venues, list_members,
};
use sideout_domain::{
    StaffId, VenueId,
    staff::{Permission, Role},
};
use utoipa::ToSchema;

use super::totp::phone_field;
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff},
    state::ApiState,
    wire::{
        RoleWord,
        problem::{Problem, ProblemKind},
    },
};

/// The members of staff that the caller sees: an owner all, a manager themselves and the clerks of at least one of their venues.
#[derive(Serialize, ToSchema)]
pub struct StaffList {
    /// The members of staff: those who may sign in come first; each part is ordered by name.
    pub staff: Vec<StaffItem>,
}

/// A member of staff.
#[derive(Serialize, ToSchema)]
pub struct StaffItem {
    /// The id of the member of staff: random digits.
    #[schema(example = "481920375641")]
    pub id: String,
    /// The name that colleagues see.
    #[schema(example = "Kiran Joshi")]
    pub full_name: String,
    /// The ten digits of the mobile number.
    #[schema(example = "9825041736")]
    pub phone: String,
    /// The role of the member of staff.
    #[schema(value_type = RoleWord, example = "desk")]
    pub role: &'static str,
    /// The venues where a manager or clerk works.
    pub venues: Vec<i64>,
    /// Permissions of the role that were taken from them.
    #[schema(example = json!(["payment.take"]))]
    pub denied: Vec<&'static str>,
    /// Whether they may sign in.
    pub active: bool,
    /// Whether the caller may change them, switch them off or make a link for them: an owner anyone, a manager the clerks who work only at
    /// the manager's venues, retired ones included.
    pub may_change: bool,
    /// The version, for `If-Match`.
    #[schema(example = 1)]
    pub version: i64,
}

/// A person to be added.
#[derive(Deserialize, ToSchema)]
pub struct AddStaffRequest {
    /// The full name, 2 to 60 characters.
    #[schema(example = "Kiran Joshi")]
    pub full_name: String,
    /// The mobile number, with or without spaces, `+91` or `0`.
    #[schema(example = "98250 41736")]
    pub phone: String,
    /// The role: `owner`, `manager` or `desk`.
    #[schema(example = "desk")]
    pub role: String,
    /// The venues where a manager or clerk works, at least one.
    #[serde(default)]
    pub venues: Vec<i64>,
    /// Permissions of the role that a manager or clerk does not get.
    #[serde(default)]
    pub denied: Vec<String>,
}

/// The fields to change; what is missing stays, but whoever becomes an owner loses their venues and denied permissions.
#[derive(Deserialize, ToSchema)]
pub struct EditStaffRequest {
    /// The full name, 2 to 60 characters.
    pub full_name: Option<String>,
    /// The role: `owner`, `manager` or `desk`.
    pub role: Option<String>,
    /// The venues where a manager or clerk works, at least one.
    pub venues: Option<Vec<i64>>,
    /// Permissions of the role that a manager or clerk does not have.
    pub denied: Option<Vec<String>>,
    /// Whether they may sign in. Switching off ends their sessions and one-time links at once.
    pub active: Option<bool>,
}

/// A person who was added.
#[derive(Serialize, ToSchema)]
pub struct AddedStaff {
    /// The new id.
    #[schema(example = "481920375641")]
    pub id: String,
}

/// A person who was changed.
#[derive(Serialize, ToSchema)]
pub struct EditedStaff {
    /// The new version.
    #[schema(example = 2)]
    pub version: i64,
}

/// Lists the members of staff that the caller sees.
#[utoipa::path(get, path = "/api/desk/staff", operation_id = "list_staff", tag = "staff", security(("session" = [])),
    extensions(("x-permission" = json!("staff.manage"))),
    responses((status = 200, description = "The members.", body = StaffList)))]
pub(crate) async fn list_staff(
    State(api): State<ApiState>,
    Staff(actor): Staff,
) -> Result<Json<StaffList>, Problem> {
    let members = list_members(&api.app, &actor).await.map_err(|error| match error {
        ListMembersError::Refused(refused) => Problem::from(refused),
        ListMembersError::Store(error) => error.into(),
    })?;
    Ok(Json(StaffList { staff: members.iter().map(item).collect() }))
}

fn item(listed: &ListedMember) -> StaffItem {
    let ListedMember { member, venues, may_change } = listed;
    StaffItem {
        id: member.id.to_string(),
        full_name: member.full_name.clone(),
        phone: member.phone.national().to_owned(),
        role: member.role.name(),
        venues: venues.iter().map(|venue| venue.0).collect(),
        denied: member.denied.iter().map(|permission| permission.name()).collect(),
        active: member.active,
        may_change: *may_change,
        version: member.version,
    }
}

/// Adds a member of staff. They sign in by a one-time link first.
#[utoipa::path(post, path = "/api/desk/staff", operation_id = "add_staff", tag = "staff", security(("session" = [])),
    request_body = AddStaffRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("staff.manage"))),
    responses((status = 201, description = "Added.", body = AddedStaff)))]
pub(crate) async fn add_staff(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<AddStaffRequest>,
) -> Result<Response, Problem> {
    let new = AddMember {
        full_name: name(&request.full_name)?,
        phone: request.phone.parse().map_err(phone_field)?,
        role: role(&request.role)?,
        venues: venues(&api, &request.venues).await?,
        denied: denied(&request.denied)?,
    };
    let added = add_member(&api.app, &actor, new, key).await.map_err(|error| match error {
        AddMemberError::PhoneTaken => Problem::of(ProblemKind::PhoneTaken),
        AddMemberError::NoVenue => Problem::field("venues", "required"),
        AddMemberError::BeyondOwn => Problem::of(ProblemKind::BeyondOwn),
        AddMemberError::Refused(refused) => refused.into(),
        AddMemberError::Store(error) => error.into(),
    })?;
    let id = added.id.to_string();
    let location = format!("/api/desk/staff/{id}");
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(AddedStaff { id })).into_response())
}

/// Changes a member of staff, or switches them off. If their role, venues or permissions change, the one-time links for them and those
/// that they made end.
#[utoipa::path(patch, path = "/api/desk/staff/{id}", operation_id = "edit_staff", tag = "staff",
    security(("session" = [])), request_body = EditStaffRequest,
    params(("id" = String, Path, description = "The member of staff."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("staff.manage"))),
    responses((status = 200, description = "Changed.", body = EditedStaff)))]
pub(crate) async fn edit_staff(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(id): Path<i64>,
    DeskBody(request): DeskBody<EditStaffRequest>,
) -> Result<Json<EditedStaff>, Problem> {
    let edit = EditMember {
        full_name: request.full_name.as_deref().map(name).transpose()?,
        role: request.role.as_deref().map(role).transpose()?,
        venues: match &request.venues {
            Some(numbers) => Some(venues(&api, numbers).await?),
            None => None,
        },
        denied: request.denied.as_deref().map(denied).transpose()?,
        active: request.active,
    };
    let edited = edit_member(&api.app, &actor, StaffId(id), version, edit, key).await;
    let edited = edited.map_err(|error| match error {
        EditMemberError::NoMember => Problem::of(ProblemKind::NotFound),
        EditMemberError::Changed => Problem::of(ProblemKind::ChangedMeanwhile),
        EditMemberError::LastOwner => Problem::of(ProblemKind::LastOwner),
        EditMemberError::NoVenue => Problem::field("venues", "required"),
        EditMemberError::BeyondOwn => Problem::of(ProblemKind::BeyondOwn),
        EditMemberError::Refused(refused) => refused.into(),
        EditMemberError::Store(error) => error.into(),
    })?;
    Ok(Json(EditedStaff { version: edited.version }))
}

fn name(text: &str) -> Result<StaffName, Problem> {
    text.parse().map_err(|_| Problem::field("full_name", "length"))
}

fn role(text: &str) -> Result<Role, Problem> {
    text.parse().map_err(|_| Problem::field("role", "unknown"))
}

fn denied(names: &[String]) -> Result<Vec<Permission>, Problem> {
    let parsed: Result<Vec<Permission>, _> = names.iter().map(|name| name.parse()).collect();
    parsed.map_err(|_| Problem::field("denied", "unknown"))
}

async fn venues(api: &ApiState, numbers: &[i64]) -> Result<Vec<VenueId>, Problem> {
    // A member keeps the venues that were retired since.
    let known = list_all_venues(&api.app).await?;
    let mut venues: Vec<VenueId> = numbers.iter().map(|number| VenueId(*number)).collect();
    venues.sort_unstable();
    venues.dedup();
    if venues.iter().all(|id| known.contains(id)) {
        Ok(venues)
    } else {
        Err(Problem::field("venues", "unknown"))
    }
}
