//! A member of staff records whether the players of a booking came.

use jiff::SignedDuration;
use serde::Serialize;
use sideout_domain::{
    attendance::{Attendance, AttendanceWay},
    order::OrderNumber,
    staff::Permission,
};
use sideout_store::board::BookingDetails;

use super::mark_attendance::{
    MarkAttendance, MarkAttendanceError, MarkedAttendance, find_marked, mark_attendance,
};
use crate::{
    App,
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, RequestKey, audited_write_then_read},
};

/// The attendance of one booking, as a member of staff records it.
#[derive(Debug, Clone, Copy)]
pub struct RecordAttendance {
    /// The booking.
    pub number: OrderNumber,
    /// Whether the players came; `None` removes what was recorded.
    pub state: Option<Attendance>,
    /// The version of the booking that the member of staff saw.
    pub version: i64,
}

struct Input(MarkAttendance);

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MarkAttendance { number, state, version, .. } = &self.0;
        (number.to_string(), state.map(Attendance::name), version).serialize(serializer)
    }
}

/// What the audit shows of attendance.
#[derive(Serialize)]
struct Facts {
    attendance: Option<&'static str>,
    /// How the booking was recognized, if not by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<&'static str>,
}

/// Records attendance in the name of `actor` and returns the booking as it is then.
///
/// # Errors
/// [`MarkAttendanceError`].
pub async fn record_attendance(
    app: &App,
    actor: &Actor,
    record: RecordAttendance,
    key: RequestKey,
) -> Result<BookingDetails, MarkAttendanceError> {
    let venues = list_workplaces(app, actor).await?;
    let input = Input(MarkAttendance {
        number: record.number,
        venues,
        state: record.state,
        way: AttendanceWay::Name,
        staff: Some(actor.id()),
        version: record.version,
        now: app.clock.now(),
        check_in: SignedDuration::from_mins(app.settings.check_in_minutes.into()),
    });
    let permission = Permission::AttendanceMark;
    let command = Command { operation: "record_attendance", permission, venue: None, key };
    let ((), details) = audited_write_then_read(
        app,
        actor,
        command,
        input,
        |tx, Input(input)| Box::pin(async move { mark_attendance(tx, input).await.map(audited) }),
        |tx, Input(input)| Box::pin(find_marked(tx, input)),
    )
    .await?;
    Ok(details)
}

fn audited(marked: MarkedAttendance) -> Audited<()> {
    attendance_entry(&marked, AttendanceWay::Name)
        .map_or(Audited::unchanged(()), |entry| Audited::new((), entry))
}

/// The entry of the audit for a booking that was recognized in this way; `None` if the same was recorded already.
pub(crate) fn attendance_entry(marked: &MarkedAttendance, way: AttendanceWay) -> Option<Entry> {
    let MarkedAttendance { before, after } = marked;
    if before == after {
        return None;
    }
    let facts = |details: &BookingDetails, way| Facts {
        attendance: details.booking.attendance.map(Attendance::name),
        way,
    };
    let way = (way != AttendanceWay::Name).then(|| way.name());
    let number = after.booking.number;
    let entry =
        Entry::changed("attendance.recorded", "booking", number, &facts(before, None), &facts(after, way));
    Some(entry.at(after.booking.venue))
}
