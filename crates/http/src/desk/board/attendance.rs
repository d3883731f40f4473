//! `PUT /api/desk/bookings/{order}/attendance`: whether the players came. The audited write of the caller runs
//! [`mark_attendance`](sideout_app::desk::board::mark_attendance::mark_attendance) with the input that is made here.

use http::{HeaderMap, header};
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use sideout_app::{App, desk::board::mark_attendance::MarkAttendance};
use sideout_domain::{
    StaffId, VenueId,
    attendance::{Attendance, AttendanceWay},
};
use utoipa::ToSchema;

use super::{failure::BoardFailure, order_number};

/// Whether the players came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AttendanceRequest {
    /// What is to be recorded.
    pub state: RequestedAttendance,
}

/// What is to be recorded about the players of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RequestedAttendance {
    /// They are here.
    Arrived,
    /// They did not come.
    Absent,
    /// What was recorded is taken back.
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

/// The input of the unit of work: booking `order` of the address, the version of the header `If-Match`, and who asks.
///
/// # Errors
/// [`BoardFailure::NotFound`] for text that is no order number, [`BoardFailure::VersionMissing`] without the header,
/// [`BoardFailure::Malformed`] if it is no version.
pub fn attendance_input(
    app: &App,
    order: &str,
    headers: &HeaderMap,
    request: AttendanceRequest,
    (staff, venues): (StaffId, Vec<VenueId>),
) -> Result<MarkAttendance, BoardFailure> {
    Ok(MarkAttendance {
        number: order_number(order)?,
        venues,
        state: request.state.into(),
        way: AttendanceWay::Name,
        staff: Some(staff),
        version: expected_version(headers)?,
        now: app.clock.now(),
        check_in: SignedDuration::from_mins(app.settings.check_in_minutes.into()),
    })
}

/// The version in `If-Match: "7"`.
fn expected_version(headers: &HeaderMap) -> Result<i64, BoardFailure> {
    let value = headers.get(header::IF_MATCH).ok_or(BoardFailure::VersionMissing)?;
    let quoted = value.to_str().unwrap_or_default().trim();
    quoted
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .and_then(|version| version.parse().ok())
        .ok_or(BoardFailure::Malformed("The header If-Match must be a version, like \"7\"."))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_version_is_read_in_quotes_and_its_absence_has_its_own_answer() {
        let read = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_MATCH, HeaderValue::from_static(value));
            expected_version(&headers)
        };
        assert_eq!(read("\"7\"").unwrap(), 7);
        assert_eq!(read(" \"12\" ").unwrap(), 12);
        for wrong in ["7", "*", "\"\"", "W/\"7\"", "\"7\", \"8\"", "\"seven\""] {
            assert!(matches!(read(wrong), Err(BoardFailure::Malformed(_))), "{wrong}");
        }
        assert!(matches!(expected_version(&HeaderMap::new()), Err(BoardFailure::VersionMissing)));
    }

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
