//! `GET /api/desk/audit` and `GET /api/desk/audit/days/{day}`: what staff did, and whether a day of it is as it was written.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sideout_app::{
    platform::day_range::DayRange,
    staff::{
        AuditAbout, AuditDay, AuditDayState, AuditEntry, AuditPage, ListAudit, ListAuditError,
        check_audit_day, check_characters, list_audit,
    },
};
use sideout_domain::{StaffId, VenueId};
use utoipa::{IntoParams, ToSchema};

use super::board::{Viewer, day_of, not_found, order_number};
use crate::{
    extract::{Path, Query, Staff},
    state::ApiState,
    wire::{api_error::ApiError, problem::Problem},
};

/// Entries on a page if the request has no `limit`.
const PAGE: u32 = 50;

/// The filters of the list: an entry must match all that are given.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditRequest {
    /// Only those of this venue.
    pub venue: Option<i64>,
    /// Only those of this member of staff.
    pub person: Option<i64>,
    /// Only those about this booking, its payments, refunds, receipts and messages.
    #[param(example = "4820193756")]
    pub order: Option<String>,
    /// Only those about this player and their latest hundred bookings.
    #[param(example = "104233170526")]
    pub player: Option<String>,
    /// 1: only those about a payment, a refund, a QR code, a receipt, cash, a shift or a payout, and those that make, cancel or move
    /// a booking, undo that, or answer the offer of a closure with another hour or the money; 0 or left out: all.
    pub money: Option<u8>,
    /// Only those from this day on, in the time zone of the venue or of the business.
    #[param(example = "2026-11-21")]
    pub from: Option<String>,
    /// Only those until the end of this day.
    #[param(example = "2026-11-22")]
    pub to: Option<String>,
    /// The page begins after this entry: `next` of the page before.
    pub after: Option<i64>,
    /// The most entries of this page, 1 to 200; 50 if it is left out.
    pub limit: Option<u32>,
}

/// A page of the audit, the newest entry first.
#[derive(Serialize, ToSchema)]
pub struct AuditAnswer {
    /// The entries of this page.
    pub entries: Vec<AuditItem>,
    /// `after` of the next page; null at the end.
    #[schema(required)]
    pub next: Option<i64>,
    /// The names of the ids in the entries.
    pub names: AuditNames,
}

/// The names of ids in the entries.
#[derive(Serialize, ToSchema)]
pub struct AuditNames {
    /// The members of staff.
    pub staff: BTreeMap<String, String>,
    /// The players whom the entries name.
    pub players: BTreeMap<String, String>,
    /// The courts, retired ones included.
    pub courts: BTreeMap<String, String>,
}

/// An entry of the audit: one thing that was done.
#[derive(Serialize, ToSchema)]
pub struct AuditItem {
    /// The entry's number.
    pub id: i64,
    /// When it was done, ISO 8601 UTC.
    pub at: String,
    /// The member of staff who did it; null: the server did it by itself, or the operator on its command line.
    #[schema(required, example = "481920375641")]
    pub staff: Option<String>,
    /// The colleague who approved it, if it needed one.
    #[schema(required, example = "481920375643")]
    pub approver: Option<String>,
    /// The device on which it was done, as it named itself when the session began; null if nothing is known.
    #[schema(required, example = "Chrome on Android")]
    pub device: Option<String>,
    /// The venue, if it concerns one.
    #[schema(required)]
    pub venue: Option<i64>,
    /// What was done, as a stable word.
    #[schema(example = "staff.added")]
    pub verb: String,
    /// The kind of what it was done to.
    #[schema(example = "staff")]
    pub subject_kind: String,
    /// The id of what it was done to.
    #[schema(example = "481920375642")]
    pub subject_id: String,
    /// The changed fields before; null if there are none. A text in it is null if an erasure hides it.
    #[schema(required)]
    pub before: Option<Value>,
    /// The changed fields after; null if there are none. A text in it is null if an erasure hides it.
    #[schema(required)]
    pub after: Option<Value>,
    /// The reason that was given; null if none was, or an erasure hides it.
    #[schema(required)]
    pub reason: Option<String>,
}

/// A UTC day of the audit and its digest.
#[derive(Serialize, ToSchema)]
pub struct AuditDayAnswer {
    /// The UTC day.
    #[schema(example = "2026-11-21", format = Date)]
    pub day: String,
    /// How many of its entries the caller may see. The digest is compared with all of its entries.
    #[schema(example = 412)]
    pub entries: i64,
    /// The result of comparing the entries with the digest.
    pub state: AuditDayCheck,
    /// Four characters of the digest, for people to compare; null as long as there is none.
    #[schema(required, example = "K7Q4")]
    pub check: Option<String>,
    /// SHA-256 over the digest before it and the day's entries, hexadecimal; null as long as there is none.
    #[schema(required)]
    pub digest: Option<String>,
}

/// The result of comparing a day's entries with its digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuditDayCheck {
    /// There is no digest yet: the day is not over, or has just ended.
    Open,
    /// Nothing was done.
    Empty,
    /// The entries are those that the digest was made of.
    Intact,
    /// Entries were changed, removed or added after the day, or the digest before it was.
    Changed,
}

/// Lists what staff did, as far as the caller may see it.
#[utoipa::path(get, path = "/api/desk/audit", operation_id = "list_audit", tag = "staff", security(("session" = [])),
    params(AuditRequest), extensions(("x-permission" = json!("audit.read"))),
    responses((status = 200, description = "A page.", body = AuditAnswer)))]
pub(crate) async fn list_entries(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(request): Query<AuditRequest>,
) -> Result<Json<AuditAnswer>, Problem> {
    let page = list_audit(&api.app, &actor, request.read()?).await.map_err(problem)?;
    let viewer = Viewer::of(&api.app, &actor).await?;
    Ok(Json(AuditAnswer {
        names: AuditNames {
            staff: viewer.names.iter().map(|(id, name)| (id.to_string(), name.clone())).collect(),
            players: page.players.iter().map(|(id, name)| (id.to_string(), name.clone())).collect(),
            courts: page.courts.iter().map(|(id, name)| (id.to_string(), name.clone())).collect(),
        },
        next: page.next,
        entries: items(page),
    }))
}

/// Computes the digest of a UTC day again and compares it with the one that was made after the day.
#[utoipa::path(get, path = "/api/desk/audit/days/{day}", operation_id = "audit_day", tag = "staff",
    security(("session" = [])), params(("day" = String, Path, description = "The UTC day, YYYY-MM-DD.")),
    extensions(("x-permission" = json!("audit.read"))),
    responses((status = 200, description = "The day.", body = AuditDayAnswer)))]
pub(crate) async fn day(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(day): Path<String>,
) -> Result<Json<AuditDayAnswer>, Problem> {
    let found = check_audit_day(&api.app, &actor, day_of(&day)?).await.map_err(problem)?;
    Ok(Json(AuditDayAnswer::from(found)))
}

fn problem(error: ListAuditError) -> Problem {
    match error {
        ListAuditError::Refused(refused) => refused.into(),
        ListAuditError::Store(error) => error.into(),
    }
}

impl AuditRequest {
    fn read(self) -> Result<ListAudit, Problem> {
        let about = match (&self.order, &self.player) {
            (None, None) => AuditAbout::Everything,
            (Some(order), None) => AuditAbout::Booking(order_number(order)?),
            (None, Some(player)) => AuditAbout::Player(player.parse().map_err(|_| not_found())?),
            (Some(_), Some(_)) => {
                return Err(ApiError::malformed("Name a player or a booking, not both.").into());
            }
        };
        let day = |day: &Option<String>| day.as_deref().map(day_of).transpose();
        Ok(ListAudit {
            venue: self.venue.map(VenueId),
            staff: self.person.map(StaffId),
            about,
            money: match self.money {
                None | Some(0) => false,
                Some(1) => true,
                Some(_) => return Err(ApiError::malformed("`money` must be 0 or 1.").into()),
            },
            days: DayRange { first: day(&self.from)?, last: day(&self.to)? },
            before: self.after,
            limit: self.limit.unwrap_or(PAGE),
        })
    }
}

fn items(page: AuditPage) -> Vec<AuditItem> {
    let AuditPage { entries, devices, .. } = page;
    let device = |entry: &AuditEntry| entry.session_id.and_then(|session| devices.get(&session).cloned());
    entries
        .into_iter()
        .map(|entry| (device(&entry), entry))
        .map(|(device, entry)| item(entry, device))
        .collect()
}

fn item(entry: AuditEntry, device: Option<String>) -> AuditItem {
    let json = |text: Option<String>| match serde_json::from_str::<Value>(&text?) {
        Ok(fields) => Some(fields),
        Err(error) => {
            tracing::error!(%error, entry = entry.id, "the fields of an audit entry could not be read");
            None
        }
    };
    AuditItem {
        id: entry.id,
        at: entry.at.to_string(),
        staff: entry.staff.map(|staff| staff.to_string()),
        approver: entry.approver.map(|approver| approver.to_string()),
        device,
        venue: entry.venue.map(|venue| venue.0),
        verb: entry.verb,
        subject_kind: entry.subject_kind,
        subject_id: entry.subject_id,
        before: json(entry.before),
        after: json(entry.after),
        reason: entry.reason,
    }
}

impl From<AuditDay> for AuditDayAnswer {
    fn from(found: AuditDay) -> Self {
        let digest = found.digest.map(|digest| digest.digest);
        AuditDayAnswer {
            day: found.day.to_string(),
            entries: found.entries,
            state: match found.state {
                AuditDayState::Open => AuditDayCheck::Open,
                AuditDayState::Empty => AuditDayCheck::Empty,
                AuditDayState::Intact => AuditDayCheck::Intact,
                AuditDayState::Changed => AuditDayCheck::Changed,
            },
            check: digest.as_ref().map(check_characters),
            digest: digest.map(|digest| digest.iter().map(|byte| format!("{byte:02x}")).collect()),
        }
    }
}
