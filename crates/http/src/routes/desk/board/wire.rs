//! Types that several calls of the board use.

use serde::{Deserialize, Serialize};
use sideout_domain::{attendance::Attendance, order::PaymentMethod};
use utoipa::ToSchema;

/// Whether the players of a booking came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttendanceState {
    /// They are here.
    Arrived,
    /// They did not come.
    Absent,
}

impl From<Attendance> for AttendanceState {
    fn from(attendance: Attendance) -> Self {
        match attendance {
            Attendance::Arrived => AttendanceState::Arrived,
            Attendance::Absent => AttendanceState::Absent,
        }
    }
}

/// How a booking is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeskPaymentMethod {
    /// The player pays at the desk.
    Court,
    /// The player pays online, through the payment provider.
    Online,
}

impl From<PaymentMethod> for DeskPaymentMethod {
    fn from(method: PaymentMethod) -> Self {
        match method {
            PaymentMethod::Court => DeskPaymentMethod::Court,
            PaymentMethod::Online => DeskPaymentMethod::Online,
        }
    }
}
