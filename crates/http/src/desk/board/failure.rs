//! Failures of the board's calls, as problems of RFC 9457.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use sideout_app::{StoreError, desk::board::mark_attendance::MarkAttendanceError};
use sideout_domain::attendance::AttendanceRefused;

use super::{StaffNames, booking::BookingAnswer};
use crate::wire::api_error::ApiError;

const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// Why a call of the board fails.
#[derive(Debug)]
pub enum BoardFailure {
    /// 400: the request cannot be read; the sentence says what is expected.
    Malformed(&'static str),
    /// 404: unknown, or not at a venue of this member of staff: the same bytes for both.
    NotFound,
    /// 409: the booking is not confirmed, or its day is closed.
    WrongState,
    /// 409: players are not checked in this long before the start, and nobody is absent before it.
    TooEarly,
    /// 412: somebody changed the booking meanwhile; this is the booking as it is now.
    ChangedMeanwhile(Box<BookingAnswer>),
    /// 428: the version that was seen is missing.
    VersionMissing,
    /// Any failure that is not about the board: the database, or too many streams.
    Other(ApiError),
}

impl From<StoreError> for BoardFailure {
    fn from(error: StoreError) -> Self {
        BoardFailure::Other(error.into())
    }
}

impl BoardFailure {
    /// The failure of a change of attendance; `names` are those of the staff.
    pub fn of_attendance(error: MarkAttendanceError, names: &StaffNames) -> Self {
        match error {
            MarkAttendanceError::NoSuchBooking => BoardFailure::NotFound,
            MarkAttendanceError::Refused(AttendanceRefused::WrongState) => BoardFailure::WrongState,
            MarkAttendanceError::Refused(AttendanceRefused::TooEarly) => BoardFailure::TooEarly,
            MarkAttendanceError::ChangedMeanwhile(current) => {
                BoardFailure::ChangedMeanwhile(Box::new(BookingAnswer::of(*current, names)))
            }
            MarkAttendanceError::Store(error) => error.into(),
        }
    }

    fn problem(&self) -> (StatusCode, &'static str, &'static str) {
        match self {
            BoardFailure::Malformed(expected) => (StatusCode::BAD_REQUEST, "malformed", expected),
            BoardFailure::NotFound => (StatusCode::NOT_FOUND, "not_found", "There is no such thing here."),
            BoardFailure::WrongState => {
                (StatusCode::CONFLICT, "wrong_state", "This booking is not confirmed, or its day is closed.")
            }
            BoardFailure::TooEarly => (StatusCode::CONFLICT, "too_early", "It is too early for that."),
            BoardFailure::ChangedMeanwhile(_) => (
                StatusCode::PRECONDITION_FAILED,
                "changed_meanwhile",
                "Somebody else changed this booking. Look at it again.",
            ),
            BoardFailure::VersionMissing => (
                StatusCode::PRECONDITION_REQUIRED,
                "version_missing",
                "The header If-Match with the version is missing.",
            ),
            BoardFailure::Other(error) => (error.status(), error.code(), "This did not work. Try again."),
        }
    }
}

#[derive(Serialize)]
struct Problem<'a> {
    r#type: &'static str,
    title: &'a str,
    status: u16,
    code: &'a str,
    params: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    current: Option<&'a BookingAnswer>,
}

impl IntoResponse for BoardFailure {
    fn into_response(self) -> Response {
        let (status, code, title) = self.problem();
        let current = match &self {
            BoardFailure::ChangedMeanwhile(current) => Some(&**current),
            _ => None,
        };
        let problem = Problem {
            r#type: "about:blank",
            title,
            status: status.as_u16(),
            code,
            params: serde_json::Map::new(),
            current,
        };
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        (status, [(header::CONTENT_TYPE, PROBLEM_JSON)], body).into_response()
    }
}
