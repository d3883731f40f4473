//! The figures of the reports in the desk's API.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::{BookedHow, CancelledBy, RevenueSource, RevenueWay, TimeAhead, Trend};

/// The figures of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "report", rename_all = "snake_case")]
pub enum ReportFigures {
    /// The sold part of the open hours.
    Occupancy(OccupancyFigures),
    /// The money that was taken and given back.
    Revenue(RevenueFigures),
    /// The bookings whose players did not come.
    NoShows(NoShowFigures),
    /// The bookings that were cancelled, and how much of their time was sold again.
    Cancellations(CancellationFigures),
    /// The coupons that were used.
    Coupons(CouponFigures),
    /// The free prime hours of the next seven days.
    PrimeHours(PrimeHourFigures),
}

/// A number and that of the period before.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Figure {
    /// The number: a count, minutes, or paise.
    #[schema(example = 2_998)]
    pub value: i64,
    /// The number of the period before; null without a comparison.
    #[schema(required, example = 2_686)]
    pub before: Option<i64>,
    /// The change from `before` to `value`, in tenths of a percent; null if `before` is null or not above 0.
    #[schema(required, example = 116)]
    pub change_tenths: Option<i64>,
}

/// A part of a whole, compared with that of the period before.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Rate {
    /// The part.
    #[schema(example = 51)]
    pub part: i64,
    /// The whole.
    #[schema(example = 2_412)]
    pub whole: i64,
    /// The part in tenths of a percent of the whole; null if the whole is 0.
    #[schema(required, example = 21)]
    pub tenths: Option<i64>,
    /// The same rate in the period before, in tenths of a percent; null without a comparison or if its whole was 0.
    #[schema(required, example = 29)]
    pub before_tenths: Option<i64>,
    /// The change from `before_tenths` to `tenths`, in tenths of a percentage point; null if either is null.
    #[schema(required, example = -8)]
    pub points_tenths: Option<i64>,
}

/// The sold part of the open hours.
#[derive(Debug, Serialize, ToSchema)]
pub struct OccupancyFigures {
    /// Minutes sold, of the minutes that were open.
    pub sold: Rate,
    /// Minutes sold.
    pub sold_minutes: Figure,
    /// The number of bookings.
    pub bookings: Figure,
    /// The price of these bookings after discounts, paise.
    pub worth_paise: Figure,
    /// Each weekday and hour with open time, Monday and early hours first.
    pub cells: Vec<HourFigures>,
    /// Minutes sold, of the minutes that were open, for each weekday; Monday first.
    pub days: Vec<Rate>,
    /// The hour at which the prime hours begin.
    #[schema(example = 17)]
    pub prime_from_hour: u32,
    /// The hour at which the prime hours end.
    #[schema(example = 22)]
    pub prime_until_hour: u32,
    /// The time for which courts were closed, which does not count as open, by reason; the longest first.
    pub closed: Vec<ClosedFigures>,
}

/// An hour of a weekday.
#[derive(Debug, Serialize, ToSchema)]
pub struct HourFigures {
    /// Days since Monday.
    #[schema(example = 5)]
    pub weekday: usize,
    /// The hour in which the slots start, 0 to 23.
    #[schema(example = 19)]
    pub hour: u16,
    /// Minutes sold, of the minutes that were open.
    pub sold: Rate,
    /// Whether the sold part has clearly changed since the period before.
    pub trend: Trend,
}

/// Time for which courts were closed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosedFigures {
    /// The reason.
    #[schema(example = "Rain")]
    pub reason: String,
    /// Minutes, all courts together.
    #[schema(example = 4_260)]
    pub minutes: i64,
}

/// The money that was taken and given back.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevenueFigures {
    /// What was taken less what was given back, paise.
    pub net_paise: Figure,
    /// What was taken, without what was voided, paise.
    pub taken_paise: Figure,
    /// What was given back, paise.
    pub returned_paise: Figure,
    /// How many payments, voids and refunds.
    pub movements: Figure,
    /// The money by way of payment; ways without money are left out.
    pub ways: Vec<WayRevenue>,
    /// The money by where the bookings came from; sources without money are left out.
    pub sources: Vec<SourceRevenue>,
    /// The money by who took it, gave it back or showed the QR code, the largest net amount first.
    pub people: Vec<PersonRevenue>,
}

/// Money of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindRevenue {
    /// What was taken, paise.
    #[schema(example = 118_400_000)]
    pub taken_paise: i64,
    /// What was given back, paise.
    #[schema(example = 80_000)]
    pub returned_paise: i64,
    /// The difference, paise.
    pub net_paise: Figure,
    /// How many payments, voids and refunds.
    #[schema(example = 412)]
    pub movements: i64,
}

/// The money of one way of payment.
#[derive(Debug, Serialize, ToSchema)]
pub struct WayRevenue {
    /// The way of payment.
    pub way: RevenueWay,
    /// The money.
    pub money: KindRevenue,
}

/// The money of bookings from one source.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceRevenue {
    /// The source.
    pub source: RevenueSource,
    /// The money.
    pub money: KindRevenue,
}

/// The money that one person took or gave back, or whose QR code was paid.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonRevenue {
    /// The member of staff; null for money that was not taken or given back at a desk.
    #[schema(required, example = "481920375641")]
    pub id: Option<String>,
    /// The name; null if it is not known any more, or if `id` is null.
    #[schema(required, example = "Kiran Joshi")]
    pub name: Option<String>,
    /// The money.
    pub money: KindRevenue,
}

/// The bookings whose players did not come.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoShowFigures {
    /// The missed bookings, of those that have begun.
    pub missed: Rate,
    /// The missed bookings, by how long before the start they were booked.
    pub leads: Vec<TimeAheadRate>,
    /// The missed bookings, by how they were booked.
    pub hows: Vec<HowRate>,
}

/// The missed bookings among those that were booked one length of time before the start.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeAheadRate {
    /// How long before the start they were booked.
    pub lead: TimeAhead,
    /// The missed bookings, of these bookings.
    pub missed: Rate,
}

/// The missed bookings among those that were booked in one way.
#[derive(Debug, Serialize, ToSchema)]
pub struct HowRate {
    /// How they were booked.
    pub how: BookedHow,
    /// The missed bookings, of these bookings.
    pub missed: Rate,
}

/// The bookings that were cancelled, and how much of their time was sold again.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationFigures {
    /// Bookings that were cancelled.
    pub bookings: Figure,
    /// The minutes of these bookings.
    pub minutes: Figure,
    /// The price of these bookings before discounts, paise.
    pub price_paise: Figure,
    /// Minutes sold again, of the minutes that were cancelled.
    pub sold_again: Rate,
    /// How many bookings were sold again.
    pub sold_again_bookings: Figure,
    /// The cancelled bookings, by how long before the start they were cancelled.
    pub leads: Vec<TimeAheadCancellations>,
    /// The cancelled bookings, by who cancelled them.
    pub by: Vec<CancellerFigures>,
}

/// Cancelled bookings of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindCancellations {
    /// The number of bookings.
    pub bookings: Figure,
    /// The minutes of these bookings.
    #[schema(example = 1_260)]
    pub minutes: i64,
    /// How many of them were sold again.
    #[schema(example = 9)]
    pub sold_again_bookings: i64,
    /// Minutes sold again, of the minutes of these bookings.
    pub sold_again: Rate,
}

/// The bookings that were cancelled one length of time before the start.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeAheadCancellations {
    /// How long before the start they were cancelled.
    pub lead: TimeAhead,
    /// The bookings.
    pub cancelled: KindCancellations,
}

/// The bookings that were cancelled by one side.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellerFigures {
    /// Who cancelled them.
    pub by: CancelledBy,
    /// The bookings.
    pub cancelled: KindCancellations,
}

/// The coupons that were used.
#[derive(Debug, Serialize, ToSchema)]
pub struct CouponFigures {
    /// Bookings with a coupon that were not cancelled.
    pub bookings: Figure,
    /// The discounts given, paise.
    pub discount_paise: Figure,
    /// The price of these bookings before discounts, paise.
    pub price_paise: Figure,
    /// How many were the first booking of a player.
    pub new_players: Figure,
    /// The figures of each coupon: the one with the most bookings first, then by code.
    pub coupons: Vec<CouponLine>,
}

/// The bookings with a coupon that were not cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub struct CouponLine {
    /// The coupon's code.
    #[schema(example = "EARLYBIRD")]
    pub code: String,
    /// The number of bookings.
    pub bookings: Figure,
    /// The discount given, paise.
    pub discount_paise: Figure,
    /// How many were the first booking of a player.
    pub new_players: Figure,
}

/// The free prime hours of the next seven days.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrimeHourFigures {
    /// The hour at which the prime hours begin.
    #[schema(example = 17)]
    pub prime_from_hour: u32,
    /// The hour at which the prime hours end.
    #[schema(example = 22)]
    pub prime_until_hour: u32,
    /// The number of the venue's courts.
    #[schema(example = 12)]
    pub courts: usize,
    /// The number of free slots.
    #[schema(example = 32)]
    pub free: i64,
    /// The number of all slots.
    #[schema(example = 420)]
    pub slots: i64,
    /// What the free slots cost on their days by the prices published now, paise.
    #[schema(example = 3_040_000)]
    pub worth_paise: i64,
    /// Each hour that has not begun and at which a court is for sale, the earliest first.
    pub hours: Vec<PrimeHourLine>,
}

/// A prime hour of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrimeHourLine {
    /// The day at the venue.
    #[schema(example = "2026-11-23", format = Date)]
    pub day: String,
    /// The start, minutes of the venue's day.
    #[schema(example = 1_260)]
    pub minute: u16,
    /// The number of free courts.
    #[schema(example = 4)]
    pub free: usize,
    /// What the free courts cost on that day by the prices published now, paise.
    #[schema(example = 400_000)]
    pub worth_paise: i64,
    /// The sold part of this hour of this weekday in the last four weeks, in tenths of a percent; null if it was not open.
    #[schema(required, example = 610)]
    pub usual_tenths: Option<i64>,
}
