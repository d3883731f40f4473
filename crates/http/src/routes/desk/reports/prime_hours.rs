//! `GET /api/desk/prime-hours?venue=1&free=true`: each court at each prime hour, as JSON or as a table.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use sideout_app::desk::reports::list_prime_hours::{
    PrimeHourList, PrimeHourRow, PrimeHoursRequest, export_prime_hours, list_prime_hours, write_prime_hours,
};
use sideout_domain::{VenueId, slot::StartTime};
use utoipa::{IntoParams, ToSchema};

use super::{
    report::{ReportDays, days, wants_table},
    report_problem,
};
use crate::{
    extract::{Query, Staff},
    routes::desk::board::day_of,
    state::ApiState,
    wire::{answer::attachment, api_error::ApiError, problem::Problem},
};

/// Which of the prime hours.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PrimeHoursQuery {
    /// The venue.
    #[param(example = 1)]
    pub venue: i64,
    /// Those of this day only.
    #[param(example = "2026-11-22", format = Date)]
    pub day: Option<String>,
    /// Those that start at this minute of the venue's day only.
    #[param(example = 1_140)]
    pub minute: Option<u16>,
    /// `true`: those that are free; `false`: those that are not; both if it is left out.
    #[param(example = true)]
    pub free: Option<bool>,
    /// `csv`: a table; `json`: JSON, whatever `Accept` says. If it is left out, a table is sent if `Accept` begins with `text/csv`.
    #[param(example = "csv")]
    pub format: Option<String>,
}

/// The courts at the prime hours of the next seven days.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PrimeHourList)]
pub struct PrimeHoursAnswer {
    /// The venue.
    #[schema(example = 1)]
    pub venue: i64,
    /// Its name.
    #[schema(example = "Old Mill")]
    pub venue_name: String,
    /// The days.
    pub period: ReportDays,
    /// How many of the rows are free.
    #[schema(example = 41)]
    pub free: i64,
    /// What the free rows cost together, paise.
    #[schema(example = 3_280_000)]
    pub worth_paise: i64,
    /// The rows, the first hour first, by court.
    pub rows: Vec<PrimeHourRowAnswer>,
}

/// A court at a prime hour.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PrimeHourRow)]
pub struct PrimeHourRowAnswer {
    /// The day at the venue.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of the venue's day.
    #[schema(example = 1_140)]
    pub minute: u16,
    /// The court.
    #[schema(example = 3)]
    pub court: i64,
    /// Its name.
    #[schema(example = "Court 3")]
    pub court_name: String,
    /// What it costs at the present prices, paise; null if it has no price.
    #[schema(required, example = 80_000)]
    pub price_paise: Option<i64>,
    /// Whether it can be booked.
    pub free: bool,
}

/// Lists what is behind the figures of the report `prime-hours`: each court at each prime hour of the next seven days that has not begun.
/// As a table it also needs `export.csv` with a proof of the last minutes.
#[utoipa::path(get, path = "/api/desk/prime-hours", operation_id = "prime_hours", tag = "reports", security(("session" = [])),
    params(PrimeHoursQuery), extensions(("x-permission" = json!("report.read"))),
    responses((status = 200, description = "The courts.", content(
        (PrimeHoursAnswer = "application/json"),
        (String = "text/csv", example = "venue,court,date,start,price_inr,free")))))]
pub(crate) async fn prime_hours(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Query(query): Query<PrimeHoursQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let start = |minute| {
        StartTime::from_minute(minute).ok_or_else(|| ApiError::malformed("`minute` is a start, 0 to 1439."))
    };
    let request = PrimeHoursRequest {
        venue: VenueId(query.venue),
        day: query.day.as_deref().map(day_of).transpose()?,
        start: query.minute.map(start).transpose()?,
        free: query.free,
    };
    if wants_table(query.format.as_deref(), &headers)? {
        let list = export_prime_hours(&api.app, &actor, request).await.map_err(report_problem)?;
        let bytes = write_prime_hours(&list).map_err(|error| {
            tracing::error!(%error, "the prime hours could not be written as a table");
            ApiError::internal()
        })?;
        let (from, to) = (list.period.first(), list.period.last());
        let file = format!("prime-hours-list-{}-{from}-{to}.csv", list.venue.id);
        return Ok(attachment("text/csv; charset=utf-8", &file, bytes));
    }
    let list = list_prime_hours(&api.app, &actor, request).await.map_err(report_problem)?;
    Ok(Json(answer(list)).into_response())
}

fn answer(list: PrimeHourList) -> PrimeHoursAnswer {
    PrimeHoursAnswer {
        venue: list.venue.id.0,
        venue_name: list.venue.name.clone(),
        period: days(list.period),
        free: list.rows.iter().filter(|row| row.is_free).count() as i64,
        worth_paise: list.worth().paise(),
        rows: list.rows.into_iter().map(row).collect(),
    }
}

fn row(row: PrimeHourRow) -> PrimeHourRowAnswer {
    PrimeHourRowAnswer {
        day: row.day.to_string(),
        minute: row.start.minute(),
        court: row.court.0,
        court_name: row.court_name,
        price_paise: row.price.map(|price| price.paise()),
        free: row.is_free,
    }
}
