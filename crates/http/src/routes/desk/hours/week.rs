//! `GET /api/desk/venues/{venue}/hours`: the opening hours of a venue, its special days, the limits of players and the versions.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::hours::{
        HoursVersion, Manager,
        read_hours::{DeskHours, ReadHoursError, read_hours},
    },
    staff::list_staff_names,
};
use sideout_domain::{
    hours::{Hours, SpecialDay, Week, starts_of},
    venue::{OpeningHours, Venue},
};
use utoipa::ToSchema;

use crate::{
    extract::{Path, Staff},
    routes::desk::board::{StaffNames, venue_id},
    state::ApiState,
    wire::problem::Problem,
};

/// The opening hours of a venue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeskHours)]
pub struct HoursAnswer {
    /// The venue.
    #[schema(example = 3)]
    pub venue: i64,
    /// The number of the newest version; 0 if there is none.
    #[schema(example = 4)]
    pub version: i64,
    /// Whether the brand, a venue, hours or prices, of any venue, were changed at the desk since the last import: an import of the
    /// operator's file is then refused without `--take-over`.
    #[schema(example = true)]
    pub is_published_here: bool,
    /// The day at the venue.
    #[schema(example = "2026-11-22", format = Date)]
    pub today: String,
    /// The length of a slot, in minutes.
    #[schema(example = 60)]
    pub slot_minutes: u16,
    /// How many courts it has, without the retired ones.
    #[schema(example = 12)]
    pub courts: usize,
    /// The week that is valid today and those that begin later, the earliest first; the last one stays valid.
    pub weeks: Vec<WeekFrom>,
    /// The days from today on that differ from the week of their date, the earliest first.
    pub special_days: Vec<SpecialHours>,
    /// How many days ahead players can book; null: to the same day next month.
    #[schema(required, example = json!(null))]
    pub horizon_days: Option<u16>,
    /// How many minutes before the start online booking closes.
    #[schema(example = 0)]
    pub lead_minutes: u16,
    /// The versions, the newest first, at most 50.
    pub versions: Vec<HoursVersionItem>,
}

/// The week from a day on.
#[derive(Debug, Serialize, ToSchema)]
pub struct WeekFrom {
    /// From which day it is valid; null: from the beginning.
    #[schema(required, example = "2026-11-28", format = Date)]
    pub valid_from: Option<String>,
    /// The spans of each weekday, Monday first; an empty list: closed.
    pub days: Vec<Vec<HoursSpan>>,
}

/// A span of starts within a day.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct HoursSpan {
    /// The first start, minutes of the day.
    #[schema(example = 360)]
    pub first_minute: u16,
    /// No start is later, minutes of the day. Starts are the length of a slot apart, so the last one can be earlier.
    #[schema(example = 1320)]
    pub last_minute: u16,
}

/// A day with hours of its own.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SpecialHours {
    /// The day.
    #[schema(example = "2026-11-24", format = Date)]
    pub day: String,
    /// The name that players read, 1 to 40 characters.
    #[schema(example = "Diwali")]
    pub label: String,
    /// Its spans; an empty list: closed.
    pub spans: Vec<HoursSpan>,
}

/// A version of the hours.
#[derive(Debug, Serialize, ToSchema)]
pub struct HoursVersionItem {
    /// Its number.
    #[schema(example = 4)]
    pub version: i64,
    /// From which day its week is valid, which can be the same as before; null: from the beginning.
    #[schema(required, example = "2026-11-28", format = Date)]
    pub valid_from: Option<String>,
    /// When it was published, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub published_at: String,
    /// Who published it; null: an import of the operator's file, or it is the first one, which a venue has from the beginning.
    #[schema(required, example = "Asha Patel")]
    pub by: Option<String>,
    /// The version that it brought back; null if it brought none back.
    #[schema(required, example = json!(null))]
    pub reverted: Option<i64>,
    /// How many slots a court has in the week that stays valid.
    #[schema(example = 119)]
    pub slots_a_week: usize,
    /// How many special days it has, without those that were past when it was published.
    #[schema(example = 2)]
    pub special_days: usize,
}

/// Shows the opening hours of a venue, its special days, the limits of players and the versions.
#[utoipa::path(get, path = "/api/desk/venues/{venue}/hours", operation_id = "hours", tag = "hours", security(("session" = [])),
    params(("venue" = i64, Path, description = "The venue's number.")),
    extensions(("x-permission" = json!("board.read"))),
    responses((status = 200, description = "The hours.", body = HoursAnswer)))]
pub(crate) async fn hours(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(venue): Path<String>,
) -> Result<Json<HoursAnswer>, Problem> {
    let hours = read_hours(&api.app, &actor, venue_id(&venue)?).await.map_err(|error| match error {
        ReadHoursError::Refused(refused) => Problem::from(refused),
        ReadHoursError::Store(error) => error.into(),
    })?;
    let names = list_staff_names(&api.app).await?;
    Ok(Json(answer(&hours, &names)))
}

fn answer(desk: &DeskHours, names: &StaffNames) -> HoursAnswer {
    let DeskHours { venue, today, manager, version, hours, versions } = desk;
    HoursAnswer {
        venue: venue.id.0,
        version: *version,
        is_published_here: *manager == Manager::Desk,
        today: today.to_string(),
        slot_minutes: venue.slot_minutes,
        courts: venue.courts.len(),
        weeks: hours
            .weeks_from(*today)
            .map(|week| WeekFrom {
                valid_from: week.valid_from.map(|day| day.to_string()),
                days: spans_of_week(&week.days),
            })
            .collect(),
        special_days: hours
            .special_days
            .iter()
            .filter(|special| special.day >= *today)
            .map(special_hours)
            .collect(),
        horizon_days: hours.window.horizon_days,
        lead_minutes: hours.window.lead_minutes,
        versions: versions.iter().map(|version| item(version, venue, names)).collect(),
    }
}

fn spans_of_week(week: &Week) -> Vec<Vec<HoursSpan>> {
    week.iter().map(|spans| spans_of(spans)).collect()
}

fn spans_of(spans: &[OpeningHours]) -> Vec<HoursSpan> {
    let span = |span: &OpeningHours| HoursSpan {
        first_minute: span.first_start.minute(),
        last_minute: span.last_start.minute(),
    };
    spans.iter().map(span).collect()
}

fn special_hours(special: &SpecialDay) -> SpecialHours {
    SpecialHours {
        day: special.day.to_string(),
        label: special.label.clone(),
        spans: spans_of(&special.spans),
    }
}

fn item(version: &HoursVersion, venue: &Venue, names: &StaffNames) -> HoursVersionItem {
    let slots = |hours: &Hours| {
        hours.lasting_week().iter().map(|spans| starts_of(spans, venue.slot_minutes).count()).sum::<usize>()
    };
    // A version also keeps special days of the time before it, for the reports.
    let published_on = venue.today(version.published_at);
    let ahead = version.hours.special_days.iter().filter(|special| special.day >= published_on);
    HoursVersionItem {
        version: version.version,
        valid_from: version.valid_from.map(|day| day.to_string()),
        published_at: version.published_at.to_string(),
        by: version.staff.and_then(|staff| names.get(&staff).cloned()),
        reverted: version.reverted,
        slots_a_week: slots(&version.hours),
        special_days: ahead.count(),
    }
}
