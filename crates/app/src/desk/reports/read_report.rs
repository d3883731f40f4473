//! Reads a report about a venue.

use std::sync::Arc;

use jiff::Timestamp;
use sideout_domain::{
    StaffId, VenueId,
    drawer::Shift,
    report::{Period, ReportName},
    staff::{Permission, Role},
    venue::Venue,
};
use sideout_store::{Session, Shifts, StoreError, revenue_days::sum_movements};

use super::{
    Compared, PrimeHours, ReportBody, bookings, figures, prime_hours,
    revenue::{own_days, revenue},
};
use crate::{
    App,
    platform::venues::{find_known_venue, find_venue},
    steps::audited::{Actor, Entry, Refused, Seen, read_private},
};

/// A report as it is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportRequest {
    /// The report.
    pub name: ReportName,
    /// The venue.
    pub venue: VenueId,
    /// The days; `None`: the four weeks to today. The report of the prime hours and a clerk's report ignore it.
    pub period: Option<Period>,
    /// Whether the figures of the period before are read, too. The report of the prime hours and a clerk's report ignore it.
    pub compares_with_before: bool,
}

/// A report.
#[derive(Debug, Clone)]
pub struct Report {
    /// The venue.
    pub venue: Arc<Venue>,
    /// The days that it names: of the prime hours the next seven, of a clerk's own money those since the shift began.
    pub period: Period,
    /// The days that they are compared with.
    pub before: Option<Period>,
    /// The open shift, if the report is only about the caller's own money in it.
    pub own_shift: Option<OwnShift>,
    /// The figures.
    pub body: ReportBody,
}

/// The shift of a report about the caller's own money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnShift {
    /// When it began; `None`: no shift is open.
    pub opened_at: Option<Timestamp>,
}

/// Why a report is not shown.
#[derive(Debug, thiserror::Error)]
pub enum ReadReportError {
    /// The venue does not exist, or it is retired and the report needs opening hours.
    #[error("no such venue")]
    NoSuchVenue,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the unit of work needs.
pub(super) struct Input {
    pub(super) name: ReportName,
    pub(super) venue: Arc<Venue>,
    pub(super) period: Period,
    pub(super) compares_with_before: bool,
    /// The member of staff who sees nothing but their own money of the open shift.
    pub(super) only: Option<StaffId>,
    pub(super) now: Timestamp,
    prime: Option<PrimeHours>,
}

impl Input {
    /// The input for `request`, if `actor` may read that report.
    ///
    /// # Errors
    /// [`ReadReportError`].
    pub(super) async fn of(
        app: &App,
        actor: &Actor,
        request: ReportRequest,
    ) -> Result<Self, ReadReportError> {
        let ReportRequest { name, venue, period, compares_with_before } = request;
        let now = app.clock.now();
        actor.check_at(venue, Permission::ReportRead, now)?;
        // A clerk reads what they took themselves, and no figures of the venue.
        let only = (actor.member.role == Role::Desk).then(|| actor.id());
        if only.is_some() && name != ReportName::Revenue {
            return Err(Refused::NotAllowed(Permission::ReportRead).into());
        }
        let venue = match name {
            // Nothing is open at a retired venue.
            ReportName::Occupancy | ReportName::PrimeHours => find_venue(app, venue).await?,
            ReportName::Revenue | ReportName::NoShows | ReportName::Cancellations | ReportName::Coupons => {
                find_known_venue(app, venue).await?
            }
        };
        let venue = venue.ok_or(ReadReportError::NoSuchVenue)?;
        let prime = match name {
            ReportName::PrimeHours => Some(prime_hours::list_ahead(app, &venue).await?),
            _ => None,
        };
        let today = venue.today(now);
        let period = match &prime {
            Some(prime) => prime.period,
            None => period.unwrap_or_else(|| Period::four_weeks_to(today)),
        };
        let compares_with_before = compares_with_before && only.is_none() && prime.is_none();
        Ok(Input { name, venue, period, compares_with_before, only, now, prime })
    }

    /// The prime hours that have not begun.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] for every other report.
    pub(super) fn prime_hours(&self) -> Result<&PrimeHours, StoreError> {
        let missing = || StoreError::Corrupt(format!("the prime hours are no part of {}", self.name));
        self.prime.as_ref().ok_or_else(missing)
    }
}

/// A report about a venue. Clerks see the money that they took themselves in the open shift.
///
/// # Errors
/// [`ReadReportError`].
pub async fn read_report(
    app: &App,
    actor: &Actor,
    request: ReportRequest,
) -> Result<Report, ReadReportError> {
    let input = Input::of(app, actor, request).await?;
    app.store.read(input, |tx, input| Box::pin(async move { find(tx, input).await })).await
}

/// A report that is taken out of the desk as a table: it needs a proof of the last minutes, and the audit has an entry.
///
/// # Errors
/// [`ReadReportError`].
pub async fn export_report(
    app: &App,
    actor: &Actor,
    request: ReportRequest,
) -> Result<Report, ReadReportError> {
    let input = Input::of(app, actor, request).await?;
    let look = (Permission::ExportCsv, Some(request.venue));
    read_private(app, actor, look, input, |tx, input| {
        Box::pin(async move {
            let report = find(tx, input).await?;
            let entry = export_entry(input.name.name(), input.venue.id, report.period);
            Ok::<_, ReadReportError>(Seen::private(report, entry))
        })
    })
    .await
}

/// The entry of a table that was taken out of the desk. Its subject names the venue, because a person has one entry a day for each subject.
pub(super) fn export_entry(table: &str, venue: VenueId, period: Period) -> Entry {
    let subject = format!("{table} {venue} {} {}", period.first(), period.last());
    Entry::happened("report.exported", "report", subject).at(venue)
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<Report, ReadReportError> {
    let Input { name, venue, period, now, .. } = input;
    if let Some(staff) = input.only {
        return own_report(tx, input, staff).await;
    }
    let before = input.compares_with_before.then(|| period.before());
    let body = match name {
        ReportName::Occupancy => {
            let occupancy = figures::occupancy(tx, venue, *period).await?;
            let before = match before {
                Some(before) => Some(figures::occupancy(tx, venue, before).await?),
                None => None,
            };
            ReportBody::Occupancy(Compared { now: occupancy, before })
        }
        ReportName::Revenue => {
            let sums = revenue(tx, venue, *period, *now).await?;
            let before = match before {
                Some(before) => Some(revenue(tx, venue, before, *now).await?),
                None => None,
            };
            ReportBody::Revenue(Compared { now: sums, before })
        }
        ReportName::NoShows => {
            let groups = bookings::sum_missed(tx, venue.id, *period, *now).await?;
            let before = match before {
                Some(before) => Some(bookings::sum_missed(tx, venue.id, before, *now).await?),
                None => None,
            };
            ReportBody::NoShows(Compared { now: groups, before })
        }
        ReportName::Cancellations => {
            let groups = bookings::sum_cancelled(tx, venue.id, *period).await?;
            let before = match before {
                Some(before) => Some(bookings::sum_cancelled(tx, venue.id, before).await?),
                None => None,
            };
            ReportBody::Cancellations(Compared { now: groups, before })
        }
        ReportName::Coupons => {
            let coupons = bookings::sum_coupons(tx, venue.id, *period).await?;
            let before = match before {
                Some(before) => Some(bookings::sum_coupons(tx, venue.id, before).await?),
                None => None,
            };
            ReportBody::Coupons(Compared { now: coupons, before })
        }
        ReportName::PrimeHours => {
            let ahead = input.prime_hours()?.clone();
            ReportBody::PrimeHours(prime_hours::add_usual(tx, venue, ahead).await?)
        }
    };
    Ok(Report { venue: venue.clone(), period: *period, before, own_shift: None, body })
}

/// The money that `staff` took and gave in the open shift.
async fn own_report(tx: &mut dyn Session, input: &Input, staff: StaffId) -> Result<Report, ReadReportError> {
    let (venue, now) = (&input.venue, input.now);
    let shift = Shifts(tx).find_open(venue.id).await?;
    let mut report = Report {
        venue: venue.clone(),
        period: own_period(venue, shift.as_ref(), now),
        before: None,
        own_shift: Some(OwnShift { opened_at: shift.as_ref().map(|shift| shift.opened_at) }),
        body: ReportBody::Revenue(Compared { now: Vec::new(), before: None }),
    };
    if let Some(shift) = shift {
        let days = own_days(tx, venue, (&shift, staff), now).await?;
        let sums = days.iter().rev().flat_map(|(day, movements)| sum_movements(*day, movements)).collect();
        report.body = ReportBody::Revenue(Compared { now: sums, before: None });
    }
    Ok(report)
}

/// The days of a shift.
fn own_period(venue: &Venue, shift: Option<&Shift>, now: Timestamp) -> Period {
    let today = venue.today(now);
    let first = shift.map_or(today, |shift| venue.today(shift.opened_at));
    // If a shift has more days than a period may have, the report names its last four weeks; the sums are of the whole shift.
    Period::new(first, today).unwrap_or_else(|_| Period::four_weeks_to(today))
}
