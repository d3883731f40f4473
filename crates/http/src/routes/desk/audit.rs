//! `GET /api/desk/audit`: what staff did.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sideout_app::staff::{AuditEntry, AuditFilter, ListAuditError, list_audit};
use sideout_domain::{StaffId, VenueId};
use utoipa::{IntoParams, ToSchema};

use crate::{
    extract::{Params, Staff},
    state::ApiState,
    wire::{api_error::ApiError, problem::Problem},
};

/// Entries of a page, if the caller names no number.
const PAGE: u32 = 50;

/// Which entries.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditRequest {
    /// Only those of this venue.
    pub venue: Option<i64>,
    /// Only those of this member of staff.
    pub person: Option<i64>,
    /// Go on after this entry: `next` of the page before.
    pub after: Option<i64>,
    /// The most entries of this page, 1 to 200.
    pub limit: Option<u32>,
}

/// A page of the audit, the newest entry first.
#[derive(Serialize, ToSchema)]
pub struct AuditAnswer {
    /// The entries.
    pub entries: Vec<AuditItem>,
    /// `after` of the next page; null at the end.
    #[schema(required)]
    pub next: Option<i64>,
}

/// What a person did.
#[derive(Serialize, ToSchema)]
pub struct AuditItem {
    /// Its number.
    pub id: i64,
    /// When, ISO 8601.
    pub at: String,
    /// The member of staff; null: the command line.
    #[schema(required, example = "481920375641")]
    pub staff: Option<String>,
    /// The colleague who approved it, if it needed one.
    #[schema(required, example = "481920375643")]
    pub approver: Option<String>,
    /// The venue, if it concerns one.
    #[schema(required)]
    pub venue: Option<i64>,
    /// What was done: stable.
    #[schema(example = "staff.added")]
    pub verb: String,
    /// The kind of what it was done to.
    #[schema(example = "staff")]
    pub subject_kind: String,
    /// The id of what it was done to.
    #[schema(example = "481920375642")]
    pub subject_id: String,
    /// The changed fields before.
    #[schema(required)]
    pub before: Option<Value>,
    /// The changed fields after.
    #[schema(required)]
    pub after: Option<Value>,
    /// The reason that was given.
    #[schema(required)]
    pub reason: Option<String>,
}

/// Lists what staff did: owners all, managers their venues, clerks their own.
#[utoipa::path(get, path = "/api/desk/audit", operation_id = "list_audit", tag = "staff", security(("session" = [])),
    params(AuditRequest), extensions(("x-permission" = json!("audit.read"))),
    responses((status = 200, description = "A page.", body = AuditAnswer)))]
pub(crate) async fn list_entries(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    request: Result<Params<AuditRequest>, ApiError>,
) -> Result<Json<AuditAnswer>, Problem> {
    let Params(request) = request?;
    let filter = match (request.venue, request.person) {
        (Some(venue), None) => AuditFilter::Venue(VenueId(venue)),
        (None, Some(person)) => AuditFilter::Staff(StaffId(person)),
        (None, None) => AuditFilter::Everything,
        (Some(_), Some(_)) => {
            return Err(ApiError::malformed("Name a venue or a person, not both.").into());
        }
    };
    let limit = request.limit.unwrap_or(PAGE);
    let page =
        list_audit(&api.app, &actor, filter, request.after, limit).await.map_err(|error| match error {
            ListAuditError::Refused(refused) => Problem::from(refused),
            ListAuditError::Store(error) => error.into(),
        })?;
    Ok(Json(AuditAnswer { entries: page.entries.into_iter().map(item).collect(), next: page.next }))
}

fn item(entry: AuditEntry) -> AuditItem {
    let json = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    AuditItem {
        id: entry.id,
        at: entry.at.to_string(),
        staff: entry.staff.map(|staff| staff.to_string()),
        approver: entry.approver.map(|approver| approver.to_string()),
        venue: entry.venue.map(|venue| venue.0),
        verb: entry.verb,
        subject_kind: entry.subject_kind,
        subject_id: entry.subject_id,
        before: json(entry.before),
        after: json(entry.after),
        reason: entry.reason,
    }
}
