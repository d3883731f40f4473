//! Lists the bookings behind a figure of a report, page by page.

use std::{fmt, str::FromStr};

use jiff::{Timestamp, ToSpan as _, civil::Date};
use sideout_domain::{
    StaffId,
    ledger::LedgerEvent,
    money::Money,
    order::{OrderNumber, OrderStatus},
    report::{BookedHow, CancelledBy, Period, ReportName, RevenueSource, RevenueWay, TimeAhead},
    slot::StartTime,
    venue::days_since_monday,
};
use sideout_store::{
    Reports, Session, Shifts, StoreError,
    reports::{MoneyMovement, ReportedBooking},
    revenue_days::{RevenueKey, RevenueSum, sum_movements},
};

use super::{
    bookings,
    figures::worth_of,
    read_report::{Input, ReadReportError, ReportRequest},
    revenue::{own_days, revenue},
};
use crate::{App, steps::audited::Actor};

/// The most rows on a page.
pub const MOST_ROWS: u32 = 200;

/// Days that are read at a time, so that a page of a busy venue does not read a year.
const DAYS_AT_ONCE: i32 = 14;

/// Narrows a report to one figure: its bookings and its money meet every condition that is set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Days since Monday (occupancy).
    pub weekday: Option<usize>,
    /// The hour of the start (occupancy).
    pub hour: Option<u16>,
    /// How money came (revenue).
    pub way: Option<RevenueWay>,
    /// Where its booking came from (revenue).
    pub source: Option<RevenueSource>,
    /// Who took it (revenue).
    pub person: Option<Person>,
    /// How long before the start it was booked (no-shows) or cancelled (cancellations).
    pub lead: Option<TimeAhead>,
    /// How it was booked (no-shows).
    pub how: Option<BookedHow>,
    /// Who cancelled (cancellations).
    pub by: Option<CancelledBy>,
    /// Only bookings whose court time was sold again (cancellations).
    pub sold_again: bool,
    /// The code of the coupon (coupons).
    pub coupon: Option<String>,
    /// Only the first bookings of players (coupons).
    pub new_players: bool,
}

/// Who took money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person {
    /// The money did not come through a member of staff.
    NoStaff,
    /// A member of staff.
    Staff(StaffId),
}

impl Filter {
    /// The name of a condition that the report does not have.
    pub fn unknown_to(&self, name: ReportName) -> Option<&'static str> {
        let conditions = [
            ("weekday", self.weekday.is_some(), ReportName::Occupancy),
            ("hour", self.hour.is_some(), ReportName::Occupancy),
            ("way", self.way.is_some(), ReportName::Revenue),
            ("source", self.source.is_some(), ReportName::Revenue),
            ("person", self.person.is_some(), ReportName::Revenue),
            ("how", self.how.is_some(), ReportName::NoShows),
            ("by", self.by.is_some(), ReportName::Cancellations),
            ("sold_again", self.sold_again, ReportName::Cancellations),
            ("coupon", self.coupon.is_some(), ReportName::Coupons),
            ("new_players", self.new_players, ReportName::Coupons),
        ];
        let has_lead = matches!(name, ReportName::NoShows | ReportName::Cancellations);
        let wrong = conditions.into_iter().find(|(_, is_set, report)| *is_set && *report != name);
        wrong.map(|(condition, ..)| condition).or((self.lead.is_some() && !has_lead).then_some("lead"))
    }

    fn matches_start(&self, day: Date, start: StartTime) -> bool {
        let weekday = days_since_monday(day.weekday());
        self.weekday.is_none_or(|wanted| wanted == weekday)
            && self.hour.is_none_or(|wanted| wanted == start.minute() / 60)
    }

    fn matches_money(&self, key: RevenueKey) -> bool {
        self.way.is_none_or(|way| way == key.way)
            && self.source.is_none_or(|source| source == key.source)
            && self.person.is_none_or(|person| match person {
                Person::NoStaff => key.staff.is_none(),
                Person::Staff(staff) => key.staff == Some(staff),
            })
    }

    fn matches_no_show(&self, lead: TimeAhead, how: BookedHow) -> bool {
        self.lead.is_none_or(|wanted| wanted == lead) && self.how.is_none_or(|wanted| wanted == how)
    }

    fn matches_cancellation(&self, lead: TimeAhead, by: CancelledBy) -> bool {
        self.lead.is_none_or(|wanted| wanted == lead) && self.by.is_none_or(|wanted| wanted == by)
    }

    fn matches_coupon(&self, code: &str) -> bool {
        self.coupon.as_deref().is_none_or(|wanted| wanted == code)
    }

    fn matches_booking(&self, name: ReportName, booking: &ReportedBooking, now: Timestamp) -> bool {
        match (name, &booking.cancelled) {
            (ReportName::Occupancy, None) => self.matches_start(booking.day, booking.start),
            (ReportName::NoShows, None) => {
                booking.is_missed
                    && booking.starts_at <= now
                    && self.matches_no_show(booking.booked_ahead, booking.booked_how)
            }
            (ReportName::Cancellations, Some((lead, by, is_sold_again))) => {
                (*is_sold_again || !self.sold_again) && self.matches_cancellation(*lead, *by)
            }
            (ReportName::Coupons, None) => {
                booking.coupon.as_deref().is_some_and(|code| self.matches_coupon(code))
                    && (booking.is_new_player || !self.new_players)
            }
            _ => false,
        }
    }
}

/// Where a page ended: `2026-11-22_1140_4820193756`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    day: Date,
    /// Of a booking, its start in minutes of the day; of money, when it came or went, in milliseconds since 1970.
    at: i64,
    /// The number of the booking, or the key of the ledger entry.
    id: String,
}

/// The text is not where a page ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not where a page ended")]
pub struct NotACursor;

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.day, self.at, self.id)
    }
}

impl FromStr for Cursor {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let mut parts = text.splitn(3, '_');
        let mut next = || parts.next().ok_or(NotACursor);
        let (day, at, id) = (next()?, next()?, next()?);
        Ok(Cursor {
            day: day.parse().map_err(|_| NotACursor)?,
            at: at.parse().map_err(|_| NotACursor)?,
            id: id.to_owned(),
        })
    }
}

/// The page that is requested of a figure.
#[derive(Debug, Clone)]
pub struct FigureRequest {
    /// The report.
    pub report: ReportRequest,
    /// The figure.
    pub filter: Filter,
    /// The page begins after this place.
    pub after: Option<Cursor>,
    /// The most rows, 1 to [`MOST_ROWS`].
    pub limit: u32,
}

/// A page of the bookings behind a figure, and the figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureBookings {
    /// How many rows there are on all pages.
    pub count: i64,
    /// The amounts of all of them; `None` where the figure is no sum of money.
    pub amount: Option<Money>,
    /// The rows of this page, the latest first.
    pub rows: Vec<FigureRow>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<Cursor>,
}

/// A booking behind a figure, or money of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureRow {
    /// The booking.
    pub order: OrderNumber,
    /// Its day.
    pub day: Date,
    /// Its start.
    pub start: StartTime,
    /// Its court.
    pub court_name: String,
    /// The name of the person who comes.
    pub name: String,
    /// The price after the discount; for a cancellation the price before the discount; in the report of coupons the discount; in the
    /// report of revenue the money.
    pub amount: Money,
    /// Whether it is a booking or money.
    pub kind: FigureRowKind,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureRowKind {
    /// A booking with its status.
    Booking(OrderStatus),
    /// Money that came or went, when, and for how many bookings.
    Money(LedgerEvent, Timestamp, i64),
}

/// The bookings behind a figure of a report. The free prime hours have none; see
/// [`list_prime_hours`](super::list_prime_hours).
///
/// # Errors
/// [`ReadReportError`].
pub async fn list_bookings_behind(
    app: &App,
    actor: &Actor,
    request: FigureRequest,
) -> Result<FigureBookings, ReadReportError> {
    let input = Input::of(app, actor, request.report).await?;
    app.store
        .read((input, request), |tx, (input, request)| {
            Box::pin(async move { find(tx, input, request).await })
        })
        .await
        .map_err(ReadReportError::Store)
}

async fn find(
    tx: &mut dyn Session,
    input: &Input,
    request: &FigureRequest,
) -> Result<FigureBookings, StoreError> {
    let Input { name, venue, period, now, .. } = input;
    let filter = &request.filter;
    if let Some(staff) = input.only {
        let Some(shift) = Shifts(tx).find_open(venue.id).await? else {
            return Ok(FigureBookings { count: 0, amount: Some(Money::ZERO), rows: Vec::new(), next: None });
        };
        let (mut page, mut sums) = (Page::of(request), Vec::new());
        for (day, movements) in own_days(tx, venue, (&shift, staff), *now).await? {
            page.add_movements(&movements, day, filter);
            sums.extend(sum_movements(day, &movements));
        }
        return Ok(page.with_figure(money_figure(&sums, filter)));
    }
    let mut page = Page::of(request);
    let figure = match name {
        ReportName::Revenue => {
            let sums = revenue(tx, venue, *period, *now).await?;
            for day in days_with(&sums, filter).into_iter().rev() {
                if page.is_full() || !page.reaches(day) {
                    continue;
                }
                let movements = Reports(tx).list_money(venue.id, venue.span_of(day)).await?;
                page.add_movements(&movements, day, filter);
            }
            return Ok(page.with_figure(money_figure(&sums, filter)));
        }
        ReportName::Occupancy => {
            let mut sums = bookings::sum_sold(tx, venue.id, *period).await?;
            sums.retain(|sum| filter.matches_start(sum.day, sum.start));
            (sums.iter().map(|sum| sum.bookings).sum(), Some(sums.iter().map(worth_of).sum()))
        }
        ReportName::NoShows => {
            let mut sums = bookings::sum_missed(tx, venue.id, *period, *now).await?;
            sums.retain(|sum| filter.matches_no_show(sum.time_ahead, sum.how));
            (sums.iter().map(|sum| sum.missed).sum(), None)
        }
        ReportName::Cancellations => {
            let mut sums = bookings::sum_cancelled(tx, venue.id, *period).await?;
            sums.retain(|sum| filter.matches_cancellation(sum.time_ahead, sum.by));
            match filter.sold_again {
                true => (sums.iter().map(|sum| sum.sold_again).sum(), None),
                false => {
                    (sums.iter().map(|sum| sum.bookings).sum(), Some(sums.iter().map(|sum| sum.price).sum()))
                }
            }
        }
        ReportName::Coupons => {
            let mut sums = bookings::sum_coupons(tx, venue.id, *period).await?;
            sums.retain(|sum| filter.matches_coupon(&sum.code));
            match filter.new_players {
                true => (sums.iter().map(|sum| sum.new_players).sum(), None),
                false => (
                    sums.iter().map(|sum| sum.bookings).sum(),
                    Some(sums.iter().map(|sum| sum.discount).sum()),
                ),
            }
        }
        ReportName::PrimeHours => (0, None),
    };
    for days in chunks(*period) {
        // A figure of zero bookings has no rows.
        if page.is_full() || figure.0 == 0 {
            break;
        }
        if page.reaches(days.first()) {
            let rows = Reports(tx).list_bookings(venue.id, days).await?;
            let behind = rows.iter().filter(|booking| filter.matches_booking(*name, booking, *now));
            page.add(behind.map(|booking| booking_row(*name, booking)));
        }
    }
    Ok(page.with_figure(figure))
}

fn money_figure(sums: &[RevenueSum], filter: &Filter) -> (i64, Option<Money>) {
    let chosen = || sums.iter().filter(|sum| filter.matches_money(sum.key));
    let net = chosen().map(|sum| sum.taken.paise() - sum.returned.paise()).sum();
    (chosen().map(|sum| sum.movements).sum(), Some(Money::from_paise(net)))
}

/// The days with money of the figure, the first one first.
fn days_with(sums: &[RevenueSum], filter: &Filter) -> Vec<Date> {
    let mut days: Vec<Date> =
        sums.iter().filter(|sum| filter.matches_money(sum.key)).map(|sum| sum.day).collect();
    days.sort_unstable();
    days.dedup();
    days
}

/// The days of a period in parts, the latest first.
fn chunks(period: Period) -> impl Iterator<Item = Period> {
    (0..period.count()).step_by(DAYS_AT_ONCE as usize).filter_map(move |ago| {
        let last = period.last().saturating_sub(ago.days());
        let first = last.saturating_sub((DAYS_AT_ONCE - 1).days()).max(period.first());
        Period::new(first, last).ok()
    })
}

/// A page as it fills, the latest row first.
struct Page {
    after: Option<Cursor>,
    limit: usize,
    rows: Vec<(Cursor, FigureRow)>,
}

impl Page {
    fn of(request: &FigureRequest) -> Self {
        let limit = request.limit.clamp(1, MOST_ROWS) as usize;
        Page { after: request.after.clone(), limit, rows: Vec::new() }
    }

    /// Whether it has its rows, and one more that says that there is a next page.
    fn is_full(&self) -> bool {
        self.rows.len() > self.limit
    }

    /// Whether a day may have rows that are not on the pages before.
    fn reaches(&self, day: Date) -> bool {
        self.after.as_ref().is_none_or(|after| day <= after.day)
    }

    fn add(&mut self, rows: impl Iterator<Item = (Cursor, FigureRow)>) {
        let after = self.after.clone();
        let rest = self.limit + 1 - self.rows.len();
        self.rows
            .extend(rows.filter(|(cursor, _)| after.as_ref().is_none_or(|after| cursor < after)).take(rest));
    }

    fn add_movements(&mut self, movements: &[MoneyMovement], day: Date, filter: &Filter) {
        let chosen = movements.iter().filter(|movement| filter.matches_money(movement.key()));
        let mut rows: Vec<_> = chosen.map(|movement| money_row(day, movement)).collect();
        rows.sort_by(|(a, _), (b, _)| b.cmp(a));
        self.add(rows.into_iter());
    }

    fn with_figure(mut self, (count, amount): (i64, Option<Money>)) -> FigureBookings {
        let has_more = self.is_full();
        self.rows.truncate(self.limit);
        let next = self.rows.last().filter(|_| has_more).map(|(cursor, _)| cursor.clone());
        FigureBookings { count, amount, rows: self.rows.into_iter().map(|(_, row)| row).collect(), next }
    }
}

fn booking_row(name: ReportName, booking: &ReportedBooking) -> (Cursor, FigureRow) {
    let amount = match name {
        ReportName::Coupons => booking.discount,
        ReportName::Cancellations => booking.price,
        _ => booking.price.less(booking.discount),
    };
    let cursor =
        Cursor { day: booking.day, at: booking.start.minute().into(), id: booking.order.to_string() };
    let row = FigureRow {
        order: booking.order,
        day: booking.day,
        start: booking.start,
        court_name: booking.court_name.clone(),
        name: booking.name.clone(),
        amount,
        kind: FigureRowKind::Booking(booking.status),
    };
    (cursor, row)
}

/// Money that came or went on `day`; the booking may be on another day.
fn money_row(day: Date, movement: &MoneyMovement) -> (Cursor, FigureRow) {
    let cursor = Cursor { day, at: movement.at.as_millisecond(), id: movement.entry.clone() };
    let row = FigureRow {
        order: movement.order,
        day: movement.day,
        start: movement.start,
        court_name: movement.court_name.clone(),
        name: movement.name.clone(),
        amount: movement.amount,
        kind: FigureRowKind::Money(movement.event, movement.at, movement.orders),
    };
    (cursor, row)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written() {
        for text in ["2026-11-22_1140_4820193756", "2026-11-22_1795353600000_paid.pay_X_1"] {
            assert_eq!(text.parse::<Cursor>().unwrap().to_string(), text);
        }
        for text in ["", "2026-11-22", "2026-11-22_x_1", "22.11.2026_1_1"] {
            assert_eq!(text.parse::<Cursor>(), Err(NotACursor), "{text}");
        }
    }

    #[test]
    fn the_parts_of_a_period_contain_each_of_its_days_once() {
        for count in [1, 13, 14, 15, 28, 366] {
            let first = date(2028, 1, 1);
            let period = Period::new(first, first.saturating_add((count - 1).days())).unwrap();
            let mut days: Vec<Date> = chunks(period).flat_map(Period::days).collect();
            days.sort_unstable();
            assert_eq!(days, period.days().collect::<Vec<_>>(), "{count}");
        }
    }

    #[test]
    fn a_condition_of_another_report_is_named() {
        let lead = Filter { lead: Some(TimeAhead::Earlier), ..Filter::default() };
        assert_eq!(lead.unknown_to(ReportName::Cancellations), None);
        assert_eq!(lead.unknown_to(ReportName::Coupons), Some("lead"));
        let hour = Filter { hour: Some(7), ..Filter::default() };
        assert_eq!(hour.unknown_to(ReportName::Occupancy), None);
        assert_eq!(hour.unknown_to(ReportName::Revenue), Some("hour"));
    }
}
