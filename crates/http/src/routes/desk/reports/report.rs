//! `GET /api/desk/reports/{name}?venue=1&from=2026-10-26&to=2026-11-22&compare=true`: a report, as JSON or as a table.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use sideout_app::{
    desk::reports::{
        read_report::{Report, ReportRequest, export_report, read_report},
        write_csv::write_csv,
    },
    staff::list_staff_names,
};
use sideout_domain::report::Period;
use utoipa::{IntoParams, ToSchema};

use super::{figures::ReportFigures, report_problem, request};
use crate::{
    extract::{Path, Query, Staff},
    state::ApiState,
    wire::{answer::attachment, api_error::ApiError, problem::Problem},
};

/// The venue, days and form of a report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// The venue.
    #[param(example = 1)]
    pub venue: i64,
    /// The first day; with `to`, at most 366 days. The four weeks to today if both are left out.
    #[param(example = "2026-10-26", format = Date)]
    pub from: Option<String>,
    /// The last day.
    #[param(example = "2026-11-22", format = Date)]
    pub to: Option<String>,
    /// Whether to compare with the period before: as many days before it, or the month before if it is a whole month. Ignored for
    /// `prime-hours` and for a clerk's own money; of the tables only `occupancy` has it.
    #[serde(default)]
    #[param(example = true)]
    pub compare: bool,
    /// `csv`: a table; `json`: JSON, whatever `Accept` says. If it is left out, a table is sent if `Accept` begins with `text/csv`.
    #[param(example = "csv")]
    pub format: Option<String>,
}

/// A report.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Report)]
pub struct ReportAnswer {
    /// The venue.
    #[schema(example = 1)]
    pub venue: i64,
    /// The days of the report; for prime hours the next seven.
    pub period: ReportDays,
    /// The days that these are compared with; null without a comparison.
    #[schema(required)]
    pub before: Option<ReportDays>,
    /// If the report has only the caller's own money of the drawer's open shift: that shift; else null.
    #[schema(required)]
    pub own_shift: Option<OwnShiftAnswer>,
    /// The figures.
    pub figures: ReportFigures,
}

/// The days of a report, both included.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportDays {
    /// The first day.
    #[schema(example = "2026-10-26", format = Date)]
    pub from: String,
    /// The last day.
    #[schema(example = "2026-11-22", format = Date)]
    pub to: String,
}

/// The shift of the venue's drawer that a clerk's report is about.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnShift)]
pub struct OwnShiftAnswer {
    /// When it began, ISO 8601 UTC; null: no shift is open.
    #[schema(required, format = DateTime)]
    pub opened_at: Option<String>,
}

/// Reads a report. Clerks get `revenue` only: what they took and gave back themselves in the open shift, whatever days they name. A retired
/// venue has neither `occupancy` nor `prime-hours` (404). As a table it also needs `export.csv` with a proof of the last minutes.
#[utoipa::path(get, path = "/api/desk/reports/{name}", operation_id = "report", tag = "reports", security(("session" = [])),
    params(("name" = String, Path, description = "`occupancy`, `revenue`, `no-shows`, `cancellations`, `coupons` or `prime-hours`."),
        ReportQuery), extensions(("x-permission" = json!("report.read"))),
    responses((status = 200, description = "The report.", content(
        (ReportAnswer = "application/json"),
        (String = "text/csv", example = "code,uses,price_inr,discount_inr,new_players")))))]
pub(crate) async fn report(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(name): Path<String>,
    Query(query): Query<ReportQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let request = request(&name, query.venue, query.from.as_deref(), query.to.as_deref())?;
    let request = ReportRequest { compares_with_before: query.compare, ..request };
    if wants_table(query.format.as_deref(), &headers)? {
        let report = export_report(&api.app, &actor, request).await.map_err(report_problem)?;
        let names = list_staff_names(&api.app).await?;
        let bytes = write_csv(&report, &names).map_err(|error| {
            tracing::error!(%error, "a report could not be written as a table");
            ApiError::internal()
        })?;
        let (from, to) = (report.period.first(), report.period.last());
        let file = format!("{name}-{}-{from}-{to}.csv", report.venue.id);
        return Ok(attachment("text/csv; charset=utf-8", &file, bytes));
    }
    let report = read_report(&api.app, &actor, request).await.map_err(report_problem)?;
    let names = list_staff_names(&api.app).await?;
    let desk = &api.app.settings.desk;
    let figures = ReportFigures::of(&report.body, (desk.prime_from_hour, desk.prime_until_hour), &names);
    Ok(Json(answer(&report, figures)).into_response())
}

fn answer(report: &Report, figures: ReportFigures) -> ReportAnswer {
    ReportAnswer {
        venue: report.venue.id.0,
        period: days(report.period),
        before: report.before.map(days),
        own_shift: report
            .own_shift
            .map(|shift| OwnShiftAnswer { opened_at: shift.opened_at.map(|at| at.to_string()) }),
        figures,
    }
}

pub(super) fn days(period: Period) -> ReportDays {
    ReportDays { from: period.first().to_string(), to: period.last().to_string() }
}

/// Whether the answer is a table.
///
/// # Errors
/// 400 for a format that does not exist.
pub(super) fn wants_table(format: Option<&str>, headers: &HeaderMap) -> Result<bool, Problem> {
    match format {
        Some("csv") => Ok(true),
        Some("json") => Ok(false),
        Some(_) => Err(ApiError::malformed("The format is `csv` or `json`.").into()),
        None => {
            let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
            Ok(accept.is_some_and(|accept| accept.trim_start().starts_with("text/csv")))
        }
    }
}
