//! Reports about a venue, and the bookings behind their figures.

mod bookings;
mod figures;
pub mod list_bookings_behind;
pub mod list_prime_hours;
mod prime_hours;
pub mod read_report;
mod revenue;
pub mod sum_booking_days;
pub mod sum_revenue_days;
pub mod write_csv;

pub use figures::{Compared, Coupons, Missed, Occupancy, ReportBody, Revenue};
pub use prime_hours::{PrimeHour, PrimeHours};
pub use sideout_store::{
    reports::{CancelledSum, CouponSum, MissedSum},
    revenue_days::{RevenueKey, RevenueSum},
};
