//! `PUT /api/desk/bookings/{order}/attendance`: whether the players came.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use sideout_app::desk::board::{
    mark_attendance::MarkAttendanceError,
    record_attendance::{RecordAttendance, record_attendance},
};
use sideout_domain::attendance::{Attendance, AttendanceRefused};
use utoipa::ToSchema;

use super::{Viewer, booking::BookingAnswer, not_found, order_number};
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff},
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// Whether the players came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AttendanceRequest {
    /// The attendance to be recorded.
    pub state: RequestedAttendance,
}

/// The attendance to be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestedAttendance {
    /// They are here.
    Arrived,
    /// They did not come.
    Absent,
    /// The recorded attendance is removed.
    None,
}

impl From<RequestedAttendance> for Option<Attendance> {
    fn from(requested: RequestedAttendance) -> Self {
        match requested {
            RequestedAttendance::Arrived => Some(Attendance::Arrived),
            RequestedAttendance::Absent => Some(Attendance::Absent),
            RequestedAttendance::None => None,
        }
    }
}

/// Records whether the players of a booking came. It can be corrected until the day is closed.
#[utoipa::path(put, path = "/api/desk/bookings/{order}/attendance", operation_id = "record_attendance", tag = "board",
    security(("session" = [])), request_body = AttendanceRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("attendance.mark"))),
    responses((status = 200, description = "The booking as it is now.", body = BookingAnswer)))]
pub(crate) async fn attendance(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<AttendanceRequest>,
) -> Result<Response, Problem> {
    let record = RecordAttendance { number: order_number(&order)?, state: request.state.into(), version };
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let recorded = record_attendance(&api.app, &actor, record, key).await;
    match recorded {
        Ok(details) => Ok(BookingAnswer::of(details, &viewer).await.into_response()),
        Err(error) => Err(attendance_problem(error, &viewer).await),
    }
}

/// The problem of a refused attendance.
pub(in crate::routes::desk) async fn attendance_problem(
    error: MarkAttendanceError,
    viewer: &Viewer,
) -> Problem {
    match error {
        MarkAttendanceError::NoSuchBooking => not_found(),
        MarkAttendanceError::Refused(AttendanceRefused::WrongState) => Problem::of(ProblemKind::WrongState),
        MarkAttendanceError::Refused(AttendanceRefused::DayClosed) => Problem::of(ProblemKind::DayClosed),
        MarkAttendanceError::Refused(AttendanceRefused::TooEarly) => Problem::of(ProblemKind::TooEarly),
        MarkAttendanceError::ChangedMeanwhile(current) => {
            Problem::of(ProblemKind::ChangedMeanwhile).with_current(BookingAnswer::of(*current, viewer).await)
        }
        MarkAttendanceError::NotAllowed(refused) => refused.into(),
        MarkAttendanceError::Store(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_states_are_read_and_nothing_else() {
        let read =
            |text: &str| serde_json::from_str::<AttendanceRequest>(text).ok().map(|read| read.state.into());
        assert_eq!(read(r#"{"state":"arrived"}"#), Some(Some(Attendance::Arrived)));
        assert_eq!(read(r#"{"state":"absent"}"#), Some(Some(Attendance::Absent)));
        assert_eq!(read(r#"{"state":"none"}"#), Some(None));
        assert_eq!(read(r#"{"state":"late"}"#), None);
        assert_eq!(read("{}"), None);
    }
}
