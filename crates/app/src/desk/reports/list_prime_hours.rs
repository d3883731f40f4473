//! Lists what is behind the figures of the free prime hours: the courts at the prime hours of the next seven days.

use std::{io, sync::Arc};

use jiff::civil::Date;
use sideout_domain::{
    CourtId, VenueId,
    money::Money,
    price::price_of,
    report::{Period, ReportName},
    slot::StartTime,
    staff::Permission,
    venue::Venue,
};

use super::{
    PrimeHours,
    read_report::{Input, ReadReportError, ReportRequest, export_entry},
    write_csv::{time_of_day, write_table},
};
use crate::{
    App,
    platform::csv_cells::{escape_cell, rupees},
    steps::audited::{Actor, Seen, read_private},
};

/// Which of the prime hours are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrimeHoursRequest {
    /// The venue.
    pub venue: VenueId,
    /// Those of this day only.
    pub day: Option<Date>,
    /// Those at this start only.
    pub start: Option<StartTime>,
    /// Those that are free, or those that are not; `None`: both.
    pub free: Option<bool>,
}

/// A court at a prime hour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrimeHourRow {
    /// The day at the venue.
    pub day: Date,
    /// The start.
    pub start: StartTime,
    /// The court.
    pub court: CourtId,
    /// Its name.
    pub court_name: String,
    /// What it costs at the present prices; `None` if it has no price.
    pub price: Option<Money>,
    /// Whether it can be booked.
    pub is_free: bool,
}

/// What is behind a figure of the free prime hours.
#[derive(Debug, Clone)]
pub struct PrimeHourList {
    /// The venue.
    pub venue: Arc<Venue>,
    /// The days.
    pub period: Period,
    /// The rows, the earliest hour first, by court.
    pub rows: Vec<PrimeHourRow>,
}

impl PrimeHourList {
    fn of(venue: &Arc<Venue>, prime: &PrimeHours, request: &PrimeHoursRequest) -> Self {
        let PrimeHoursRequest { day, start, free, .. } = *request;
        let hours = prime.hours.iter().filter(|hour| {
            day.is_none_or(|day| day == hour.day) && start.is_none_or(|start| start == hour.start)
        });
        let rows = hours.flat_map(|hour| {
            venue.courts.iter().map(|court| PrimeHourRow {
                day: hour.day,
                start: hour.start,
                court: court.id,
                court_name: court.name.clone(),
                price: price_of(&venue.prices, court, hour.day, hour.start),
                is_free: hour.free.contains(&court.id),
            })
        });
        let rows = rows.filter(|row| free.is_none_or(|free| free == row.is_free)).collect();
        PrimeHourList { venue: Arc::clone(venue), period: prime.period, rows }
    }

    /// What the free ones cost together.
    pub fn worth(&self) -> Money {
        self.rows.iter().filter(|row| row.is_free).filter_map(|row| row.price).sum()
    }
}

/// The prime hours of the next seven days that have not begun, court by court.
///
/// # Errors
/// [`ReadReportError`].
pub async fn list_prime_hours(
    app: &App,
    actor: &Actor,
    request: PrimeHoursRequest,
) -> Result<PrimeHourList, ReadReportError> {
    let input = input_of(app, actor, request).await?;
    list(&input, &request)
}

/// As [`list_prime_hours`], for a download: it needs a proof of the last minutes, and the audit has an entry.
///
/// # Errors
/// [`ReadReportError`].
pub async fn export_prime_hours(
    app: &App,
    actor: &Actor,
    request: PrimeHoursRequest,
) -> Result<PrimeHourList, ReadReportError> {
    let input = input_of(app, actor, request).await?;
    let look = (Permission::ExportCsv, Some(request.venue));
    read_private(app, actor, look, (input, request), |_, (input, request)| {
        Box::pin(async move {
            let listed = list(input, request)?;
            let entry = export_entry("prime-hours-list", input.venue.id, listed.period);
            Ok::<_, ReadReportError>(Seen::private(listed, entry))
        })
    })
    .await
}

async fn input_of(app: &App, actor: &Actor, request: PrimeHoursRequest) -> Result<Input, ReadReportError> {
    let report = ReportRequest {
        name: ReportName::PrimeHours,
        venue: request.venue,
        period: None,
        compares_with_before: false,
    };
    Input::of(app, actor, report).await
}

fn list(input: &Input, request: &PrimeHoursRequest) -> Result<PrimeHourList, ReadReportError> {
    Ok(PrimeHourList::of(&input.venue, input.prime_hours()?, request))
}

/// The rows as a table.
///
/// # Errors
/// If a line cannot be written into memory.
pub fn write_prime_hours(list: &PrimeHourList) -> Result<Vec<u8>, io::Error> {
    let head = ["venue", "court", "date", "start", "price_inr", "free"].map(str::to_owned).to_vec();
    let line = |row: &PrimeHourRow| {
        vec![
            escape_cell(&list.venue.name),
            escape_cell(&row.court_name),
            row.day.to_string(),
            time_of_day(row.start),
            row.price.map(rupees).unwrap_or_default(),
            if row.is_free { "yes" } else { "no" }.to_owned(),
        ]
    };
    write_table(std::iter::once(head).chain(list.rows.iter().map(line)))
}
