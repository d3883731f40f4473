//! Reports about a venue, and what is behind their figures.

pub mod bookings;
mod figures;
mod make_figures;
mod names;
pub mod prime_hours;
pub mod report;

use jiff::civil::Date;
use sideout_app::{
    desk::reports::read_report::{ReadReportError, ReportRequest},
    steps::audited::Refused,
};
use sideout_domain::{
    VenueId,
    report::{BadPeriod, MOST_DAYS, Period, ReportName},
};

use super::board::{day_of, not_found};
use crate::wire::{
    api_error::ApiError,
    problem::{Problem, ProblemKind},
};

/// Reads the report of an address.
///
/// # Errors
/// 404 for a report that does not exist.
fn report_name(text: &str) -> Result<ReportName, Problem> {
    text.parse().map_err(|_| not_found())
}

/// The days that a query names; `None` if it names none.
///
/// # Errors
/// 400 if only one day is named, or the days are not a valid period.
fn period_of(from: Option<&str>, to: Option<&str>) -> Result<Option<Period>, Problem> {
    let (from, to): (Date, Date) = match (from, to) {
        (None, None) => return Ok(None),
        (Some(from), Some(to)) => (day_of(from)?, day_of(to)?),
        _ => return Err(ApiError::malformed("Name both `from` and `to`, or neither.").into()),
    };
    let period = Period::new(from, to).map_err(|bad| {
        ApiError::malformed(match bad {
            BadPeriod::Backwards => "`to` is before `from`.".to_owned(),
            BadPeriod::TooLong => format!("A report covers at most {MOST_DAYS} days. Choose fewer."),
            BadPeriod::OutOfRange => "The days of a report are from 2000 to 2199.".to_owned(),
        })
    })?;
    Ok(Some(period))
}

fn request(name: &str, venue: i64, from: Option<&str>, to: Option<&str>) -> Result<ReportRequest, Problem> {
    let name = report_name(name)?;
    Ok(ReportRequest {
        name,
        venue: VenueId(venue),
        period: period_of(from, to)?,
        compares_with_before: false,
    })
}

fn report_problem(error: ReadReportError) -> Problem {
    match error {
        // A venue where the caller does not work gets the answer of an unknown venue.
        ReadReportError::NoSuchVenue | ReadReportError::Refused(Refused::OtherVenue) => {
            Problem::of(ProblemKind::NoSuchVenue)
        }
        ReadReportError::Refused(refused) => refused.into(),
        ReadReportError::Store(error) => error.into(),
    }
}
