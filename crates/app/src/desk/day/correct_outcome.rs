//! Corrects whether a game of a closed day was played or missed, with a reason.

use jiff::SignedDuration;
use serde::{Serialize, Serializer};
use sideout_domain::{
    attendance::{Attendance, AttendanceRefused, AttendanceWay},
    order::{OrderNumber, OrderStatus},
    staff::Permission,
};
use sideout_store::{
    Attendances, ChangeEvent, ForgivenNoShows, Session, VenueDays, accounts::Customers,
    attendance::NewAttendance, board::BookingDetails,
};

use crate::{
    App,
    desk::board::mark_attendance::{MarkAttendance, MarkAttendanceError, find_marked},
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, RequestKey, audited_write_then_read},
};

/// What is corrected, and why.
#[derive(Debug, Clone)]
pub struct CorrectOutcome {
    /// The booking.
    pub number: OrderNumber,
    /// Whether the players came after all.
    pub came: bool,
    /// The reason.
    pub reason: String,
    /// The version of the booking that the member of staff saw.
    pub version: i64,
}

struct Input {
    marked: MarkAttendance,
    status: OrderStatus,
    reason: String,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MarkAttendance { number, version, .. } = &self.marked;
        (number.to_string(), self.status.name(), &self.reason, version).serialize(serializer)
    }
}

/// What the audit shows of a corrected outcome.
#[derive(Serialize)]
struct Facts {
    status: &'static str,
    /// Whether the missed game is forgiven; left out if that does not change.
    #[serde(skip_serializing_if = "Option::is_none")]
    forgiven: Option<bool>,
}

/// Corrects in the name of `actor` whether the players of a game came, after its day was closed. The report of the day stays as it
/// was; the audit has the correction. Returns the booking as it is then.
///
/// # Errors
/// [`MarkAttendanceError`]; [`AttendanceRefused::WrongState`] if the game has no outcome: its day is not closed, or it was cancelled.
pub async fn correct_outcome(
    app: &App,
    actor: &Actor,
    request: CorrectOutcome,
    key: RequestKey,
) -> Result<BookingDetails, MarkAttendanceError> {
    let venues = list_workplaces(app, actor).await?;
    let CorrectOutcome { number, came, reason, version } = request;
    let (state, status) = match came {
        true => (Attendance::Arrived, OrderStatus::Completed),
        false => (Attendance::Absent, OrderStatus::NoShow),
    };
    let marked = MarkAttendance {
        number,
        venues,
        state: Some(state),
        way: AttendanceWay::Name,
        staff: Some(actor.id()),
        version,
        now: app.clock.now(),
        check_in: SignedDuration::ZERO,
    };
    let input = Input { marked, status, reason };
    let permission = Permission::BookingCorrect;
    let command = Command { operation: "correct_outcome", permission, venue: None, key };
    let ((), details) = audited_write_then_read(
        app,
        actor,
        command,
        input,
        |tx, input| Box::pin(correct(tx, input)),
        |tx, input| Box::pin(find_marked(tx, &input.marked)),
    )
    .await?;
    Ok(details)
}

async fn correct(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, MarkAttendanceError> {
    let Input { marked, status, reason } = input;
    let before = find_marked(tx, marked).await?;
    let booking = &before.booking;
    if booking.version != marked.version {
        return Err(MarkAttendanceError::ChangedMeanwhile(Box::new(before)));
    }
    if !matches!(booking.status, OrderStatus::Completed | OrderStatus::NoShow) {
        return Err(AttendanceRefused::WrongState.into());
    }
    if booking.status == *status {
        return Ok(Audited::unchanged(()));
    }
    // Forgiving takes the same turn, so that no game that was played stays forgiven.
    Customers(tx).take_turn(booking.customer).await?;
    if !VenueDays(tx).correct_outcome(marked.number, marked.version, *status).await? {
        // Another unit of work changed the booking after the read above.
        let current = find_marked(tx, marked).await?;
        return Err(MarkAttendanceError::ChangedMeanwhile(Box::new(current)));
    }
    let new = NewAttendance {
        order: marked.number,
        state: marked.state,
        at: marked.now,
        staff: marked.staff,
        way: marked.way,
    };
    Attendances(tx).write(&new).await?;
    tx.announce(ChangeEvent::Order(booking.customer, marked.number, *status));
    tx.announce(ChangeEvent::Board(booking.venue, booking.day));
    // A game that was played needs no forgiveness.
    let was_forgiven =
        *status == OrderStatus::Completed && ForgivenNoShows(tx).remove(marked.number).await?.is_some();
    let facts = |status: OrderStatus, forgiven| Facts {
        status: status.name(),
        forgiven: was_forgiven.then_some(forgiven),
    };
    let (from, to) = (facts(booking.status, true), facts(*status, false));
    let entry = Entry::changed("outcome.corrected", "booking", marked.number, &from, &to);
    Ok(Audited::new((), entry.at(booking.venue).with_reason(reason.clone())))
}
