//! The figures of the reports as they are answered.

use serde::Serialize;
use utoipa::ToSchema;

use super::names::{BookedHow, CancelledBy, LeadTime, RevenueSource, RevenueWay, Trend};

/// The figures of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "report", rename_all = "snake_case")]
pub enum ReportFigures {
    /// What was sold of the open hours.
    Occupancy(OccupancyFigures),
    /// What was taken and given back.
    Revenue(RevenueFigures),
    /// Who did not come.
    NoShows(NoShowFigures),
    /// What was cancelled, and sold again.
    Cancellations(CancellationFigures),
    /// Which coupons were used.
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
    /// That of the period before; null if none was asked for.
    #[schema(required, example = 2_686)]
    pub before: Option<i64>,
    /// By how much it is above that, in tenths of a percent; null if there was nothing.
    #[schema(required, example = 116)]
    pub change_tenths: Option<i64>,
}

/// A part of a whole, and that of the period before.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Rate {
    /// The part.
    #[schema(example = 51)]
    pub part: i64,
    /// The whole.
    #[schema(example = 2_412)]
    pub whole: i64,
    /// In tenths of a percent; null of nothing.
    #[schema(required, example = 21)]
    pub tenths: Option<i64>,
    /// That of the period before.
    #[schema(required, example = 29)]
    pub before_tenths: Option<i64>,
    /// By how many tenths of a percentage point it is above that.
    #[schema(required, example = -8)]
    pub points_tenths: Option<i64>,
}

/// What was sold of the open hours.
#[derive(Debug, Serialize, ToSchema)]
pub struct OccupancyFigures {
    /// Minutes sold of minutes open.
    pub sold: Rate,
    /// Minutes sold.
    pub sold_minutes: Figure,
    /// Bookings.
    pub bookings: Figure,
    /// What they cost after discounts, paise.
    pub worth_paise: Figure,
    /// Each weekday and hour with open time, Monday and early hours first.
    pub cells: Vec<HourFigures>,
    /// The weekdays, Monday first.
    pub days: Vec<Rate>,
    /// The first of the prime hours.
    #[schema(example = 17)]
    pub prime_from_hour: u32,
    /// The hour at which they end.
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
    /// Minutes sold of minutes open.
    pub sold: Rate,
    /// Whether it is clearly another share than before.
    pub trend: Trend,
}

/// Time for which courts were closed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosedFigures {
    /// Why.
    #[schema(example = "Rain")]
    pub reason: String,
    /// Minutes, all courts together.
    #[schema(example = 4_260)]
    pub minutes: i64,
}

/// What was taken and given back.
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
    /// By how it came, those without any left out.
    pub ways: Vec<WayRevenue>,
    /// By where the bookings came from, those without any left out.
    pub sources: Vec<SourceRevenue>,
    /// By who took it, the most first.
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

/// Money by how it came.
#[derive(Debug, Serialize, ToSchema)]
pub struct WayRevenue {
    /// How.
    pub way: RevenueWay,
    /// The money.
    pub money: KindRevenue,
}

/// Money by where the bookings came from.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceRevenue {
    /// From where.
    pub source: RevenueSource,
    /// The money.
    pub money: KindRevenue,
}

/// Money by who took it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonRevenue {
    /// The member of staff; null for money that was not taken at a desk.
    #[schema(required, example = "481920375641")]
    pub id: Option<String>,
    /// The name; null if it is not known any more, or if the money was not taken at a desk.
    #[schema(required, example = "Kiran Joshi")]
    pub name: Option<String>,
    /// The money.
    pub money: KindRevenue,
}

/// Who did not come.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoShowFigures {
    /// Missed of the bookings that have begun.
    pub missed: Rate,
    /// By how long before the start they were booked.
    pub leads: Vec<LeadRate>,
    /// By how they were booked.
    pub hows: Vec<HowRate>,
}

/// Missed bookings by how long before they were booked.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeadRate {
    /// How long before.
    pub lead: LeadTime,
    /// Missed of those.
    pub missed: Rate,
}

/// Missed bookings by how they were booked.
#[derive(Debug, Serialize, ToSchema)]
pub struct HowRate {
    /// How.
    pub how: BookedHow,
    /// Missed of those.
    pub missed: Rate,
}

/// What was cancelled, and sold again.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationFigures {
    /// Bookings that were cancelled.
    pub bookings: Figure,
    /// Their minutes.
    pub minutes: Figure,
    /// What they cost before discounts, paise.
    pub price_paise: Figure,
    /// Minutes sold again of the minutes that were cancelled.
    pub sold_again: Rate,
    /// How many bookings were sold again.
    pub sold_again_bookings: Figure,
    /// By how long before the start they were cancelled.
    pub leads: Vec<LeadCancellations>,
    /// By whom.
    pub by: Vec<CancellerFigures>,
}

/// Cancelled bookings of one kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindCancellations {
    /// How many.
    pub bookings: Figure,
    /// Their minutes.
    #[schema(example = 1_260)]
    pub minutes: i64,
    /// How many of them were sold again.
    #[schema(example = 9)]
    pub sold_again_bookings: i64,
    /// Minutes sold again of their minutes.
    pub sold_again: Rate,
}

/// Cancelled bookings by how long before their start.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeadCancellations {
    /// How long before.
    pub lead: LeadTime,
    /// The bookings.
    pub cancelled: KindCancellations,
}

/// Cancelled bookings by who ended them.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellerFigures {
    /// Who.
    pub by: CancelledBy,
    /// The bookings.
    pub cancelled: KindCancellations,
}

/// Which coupons were used.
#[derive(Debug, Serialize, ToSchema)]
pub struct CouponFigures {
    /// Bookings with a coupon.
    pub bookings: Figure,
    /// The discounts given, paise.
    pub discount_paise: Figure,
    /// What these bookings cost before, paise.
    pub price_paise: Figure,
    /// How many were the first booking of a player.
    pub new_players: Figure,
    /// Each coupon, by its code.
    pub coupons: Vec<CouponLine>,
}

/// The uses of a coupon.
#[derive(Debug, Serialize, ToSchema)]
pub struct CouponLine {
    /// Its code.
    #[schema(example = "EARLYBIRD")]
    pub code: String,
    /// How many bookings.
    pub bookings: Figure,
    /// The discount given, paise.
    pub discount_paise: Figure,
    /// How many were the first booking of a player.
    pub new_players: Figure,
}

/// The free prime hours of the next seven days.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrimeHourFigures {
    /// The first of the prime hours.
    #[schema(example = 17)]
    pub prime_from_hour: u32,
    /// The hour at which they end.
    #[schema(example = 22)]
    pub prime_until_hour: u32,
    /// The courts of the venue.
    #[schema(example = 12)]
    pub courts: usize,
    /// Slots that are free.
    #[schema(example = 32)]
    pub free: i64,
    /// Slots there are.
    #[schema(example = 420)]
    pub slots: i64,
    /// What the free ones cost at today's prices, paise.
    #[schema(example = 3_040_000)]
    pub worth_paise: i64,
    /// Each hour that has not begun, the first one first.
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
    /// Courts that are free.
    #[schema(example = 4)]
    pub free: usize,
    /// What they cost at today's prices, paise.
    #[schema(example = 400_000)]
    pub worth_paise: i64,
    /// What was sold at this hour of this weekday in the last four weeks, in tenths of a percent; null if it was not open.
    #[schema(required, example = 610)]
    pub usual_tenths: Option<i64>,
}
