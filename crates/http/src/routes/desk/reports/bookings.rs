//! `GET /api/desk/reports/{name}/bookings?venue=1&weekday=5&hour=19`: the bookings behind a figure of a report.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::desk::reports::list_bookings_behind::{
    FigureBookings, FigureRequest, FigureRow, FigureRowKind, Filter, Person, list_bookings_behind,
};
use sideout_domain::{StaffId, ledger::LedgerEvent, report::ReportName};
use utoipa::{IntoParams, ToSchema};

use super::{
    names::{BookedHow, CancelledBy, RevenueSource, RevenueWay, TimeAhead},
    report_problem, request,
};
use crate::{
    extract::{Path, Query, Staff},
    routes::{desk::board::not_found, user::get_order_info::OrderStatus},
    state::ApiState,
    wire::{api_error::ApiError, problem::Problem},
};

/// Rows on a page if the request has no `limit`.
const PAGE: u32 = 50;

/// The figure of the report whose bookings are listed. The conditions are those by which the report counts; all that
/// are given have to hold.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BehindQuery {
    /// The venue.
    #[param(example = 1)]
    pub venue: i64,
    /// The first day; with `to`, at most 366 days. The four weeks to today if both are left out.
    #[param(example = "2026-10-26", format = Date)]
    pub from: Option<String>,
    /// The last day.
    #[param(example = "2026-11-22", format = Date)]
    pub to: Option<String>,
    /// Days since Monday, 0 to 6 (`occupancy`).
    #[param(example = 5)]
    pub weekday: Option<usize>,
    /// The hour of the start, 0 to 23 (`occupancy`).
    #[param(example = 19)]
    pub hour: Option<u16>,
    /// The way of payment (`revenue`).
    #[param(inline)]
    pub way: Option<RevenueWay>,
    /// Where the booking came from (`revenue`).
    #[param(inline)]
    pub source: Option<RevenueSource>,
    /// Who took the money, gave it back or showed the QR code: a member of staff, or `nobody` (`revenue`).
    #[param(example = "481920375641")]
    pub person: Option<String>,
    /// How long before the start it was booked (`no-shows`) or cancelled (`cancellations`).
    #[param(inline)]
    pub lead: Option<TimeAhead>,
    /// How it was booked (`no-shows`).
    #[param(inline)]
    pub how: Option<BookedHow>,
    /// Who cancelled (`cancellations`).
    #[param(inline)]
    pub by: Option<CancelledBy>,
    /// Only bookings that were sold again (`cancellations`).
    #[serde(default)]
    pub sold_again: bool,
    /// The code of the coupon (`coupons`).
    #[param(example = "EARLYBIRD")]
    pub coupon: Option<String>,
    /// Only the first bookings of players (`coupons`).
    #[serde(default)]
    pub new_players: bool,
    /// The page begins after this row: `next` of the page before.
    pub after: Option<String>,
    /// The most rows of this page, 1 to 200; 50 if it is left out.
    pub limit: Option<u32>,
}

/// A page of the bookings behind a figure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportBookings)]
pub struct BehindAnswer {
    /// The number of rows on all pages.
    #[schema(example = 412)]
    pub count: i64,
    /// The sum of their amounts, paise; null if the figure is not a sum of money.
    #[schema(required, example = 32_960_000)]
    pub amount_paise: Option<i64>,
    /// The rows of this page, the latest first.
    pub rows: Vec<BehindRowAnswer>,
    /// `after` of the next page; null at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// A booking behind a figure, or money of one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportBooking)]
pub struct BehindRowAnswer {
    /// The order's number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// The booking's day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The booking's start, minutes of the venue's day.
    #[schema(example = 1_140)]
    pub minute: u16,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court_name: String,
    /// The name of the person who comes.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The amount that counts, paise: the price after discounts, for `cancellations` that before discounts, for `coupons` the discount;
    /// for `revenue` the money, which is negative if it went back or the payment was voided.
    #[schema(example = 80_000)]
    pub amount_paise: i64,
    /// The booking's status; null for money.
    #[schema(required)]
    pub status: Option<OrderStatus>,
    /// What happened to money; null for a booking.
    #[schema(required)]
    pub money: Option<MoneyEvent>,
    /// When it happened, or was recorded if a desk took it without a network, ISO 8601 UTC; null for a booking.
    #[schema(required, format = DateTime)]
    pub at: Option<String>,
    /// How many bookings the money was for; 1 for a booking.
    #[schema(example = 1)]
    pub bookings: i64,
}

/// An event of money.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoneyEvent {
    /// The money was paid.
    Paid,
    /// The payment was voided.
    Voided,
    /// The money went back.
    GivenBack,
    /// It could not be sent back, so the business has it again.
    NotSent,
}

/// Lists the bookings behind a figure of a report, or the payments and refunds behind one of revenue. A clerk sees
/// only their own payments and refunds of the open shift. A condition by which the report does not count is refused.
#[utoipa::path(get, path = "/api/desk/reports/{name}/bookings", operation_id = "report_bookings", tag = "reports",
    security(("session" = [])),
    params(("name" = String, Path, description = "`occupancy`, `revenue`, `no-shows`, `cancellations` or `coupons`."), BehindQuery),
    extensions(("x-permission" = json!("report.read"))),
    responses((status = 200, description = "A page.", body = BehindAnswer)))]
pub(crate) async fn bookings(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(name): Path<String>,
    Query(query): Query<BehindQuery>,
) -> Result<Json<BehindAnswer>, Problem> {
    let report = request(&name, query.venue, query.from.as_deref(), query.to.as_deref())?;
    if report.name == ReportName::PrimeHours {
        return Err(not_found());
    }
    let limit = query.limit.unwrap_or(PAGE);
    let after = query.after.as_deref().map(str::parse).transpose();
    let after = after.map_err(|_| ApiError::malformed("`after` must be the `next` of an earlier page."))?;
    let filter = filter(query)?;
    if let Some(condition) = filter.unknown_to(report.name) {
        return Err(ApiError::malformed(format!("This report does not count by `{condition}`.")).into());
    }
    let request = FigureRequest { report, filter, after, limit };
    let behind = list_bookings_behind(&api.app, &actor, request).await.map_err(report_problem)?;
    Ok(Json(answer(behind)))
}

fn filter(query: BehindQuery) -> Result<Filter, Problem> {
    let wrong = |text: &'static str| Problem::from(ApiError::malformed(text));
    if query.weekday.is_some_and(|weekday| weekday > 6) {
        return Err(wrong("`weekday` is 0 for Monday to 6 for Sunday."));
    }
    if query.hour.is_some_and(|hour| hour > 23) {
        return Err(wrong("`hour` is 0 to 23."));
    }
    let person = match query.person.as_deref() {
        None => None,
        Some("nobody") => Some(Person::NoStaff),
        Some(id) => {
            let id = id.parse().map_err(|_| wrong("`person` is a member of staff, or `nobody`."))?;
            Some(Person::Staff(StaffId(id)))
        }
    };
    Ok(Filter {
        weekday: query.weekday,
        hour: query.hour,
        way: query.way.map(Into::into),
        source: query.source.map(Into::into),
        person,
        lead: query.lead.map(Into::into),
        how: query.how.map(Into::into),
        by: query.by.map(Into::into),
        sold_again: query.sold_again,
        coupon: query.coupon,
        new_players: query.new_players,
    })
}

fn answer(behind: FigureBookings) -> BehindAnswer {
    BehindAnswer {
        count: behind.count,
        amount_paise: behind.amount.map(|amount| amount.paise()),
        rows: behind.rows.into_iter().map(row).collect(),
        next: behind.next.map(|next| next.to_string()),
    }
}

fn row(row: FigureRow) -> BehindRowAnswer {
    let (status, money, at, bookings) = match row.kind {
        FigureRowKind::Booking(status) => (Some(status.into()), None, None, 1),
        FigureRowKind::Money(event, at, bookings) => {
            (None, Some(MoneyEvent::of(event)), Some(at.to_string()), bookings)
        }
    };
    BehindRowAnswer {
        order: row.order.to_string(),
        day: row.day.to_string(),
        minute: row.start.minute(),
        court_name: row.court_name,
        name: row.name,
        amount_paise: row.amount.paise(),
        status,
        money,
        at,
        bookings,
    }
}

impl MoneyEvent {
    fn of(event: LedgerEvent) -> Self {
        match event {
            LedgerEvent::DeskPaymentVoided => MoneyEvent::Voided,
            LedgerEvent::RefundFailed => MoneyEvent::NotSent,
            event if event.counts_as_returned() => MoneyEvent::GivenBack,
            _ => MoneyEvent::Paid,
        }
    }
}
