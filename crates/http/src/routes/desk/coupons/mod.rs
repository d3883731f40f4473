//! Coupons at the desk: the list, the bookings that used one, making, changing and stopping one.

pub mod change;
mod draft;
pub mod example;
pub mod list;
pub mod uses;

use sideout_app::desk::coupons::list_coupons::ListCouponsError;

use crate::wire::problem::Problem;

fn coupons_problem(error: ListCouponsError) -> Problem {
    match error {
        ListCouponsError::Refused(refused) => refused.into(),
        ListCouponsError::Store(error) => error.into(),
    }
}
