//! A member of staff scans a pass, which checks its booking in if nothing prevents it.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use sideout_domain::{
    StaffId, VenueId,
    attendance::{Attendance, AttendanceWay},
    check_in::{CheckIn, CheckInFacts, check_in},
    staff::Permission,
};
use sideout_store::{Attendances, ChangeEvent, Session, StoreError, board::BookingDetails};

use crate::{
    App,
    desk::board::{
        find_booking_or_replacement::find_booking_or_replacement,
        mark_attendance::{MarkAttendance, MarkAttendanceError, mark_attendance},
        record_attendance::attendance_entry,
    },
    platform::{
        pass_code::{Pass, PassError},
        venues::list_venues,
    },
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write_then_read},
};

/// Attempts to check a booking in that others change at the same time.
const MOST_ATTEMPTS: u32 = 8;

/// A pass that is shown at a venue.
#[derive(Debug, Clone)]
pub struct ScanPass {
    /// The venue at which it is shown.
    pub venue: VenueId,
    /// The text of its code.
    pub text: String,
    /// The version of a booking that the clerk has seen and lets in nevertheless ([`CheckInFacts::is_let_in`]).
    pub seen_version: Option<i64>,
}

/// What a scan leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ScanOutcome {
    /// The pass is of a booking of this venue.
    OfBooking(CheckIn),
    /// The pass is of another venue, whose name is here. Or the court on it was closed, and its player has a court of that venue instead.
    OtherVenue(String),
    /// The pass is genuine, but this venue has no booking with its number, and the court on the pass was retired or is of this venue.
    UnknownBooking,
}

/// A scanned pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedPass {
    /// What it led to.
    pub outcome: ScanOutcome,
    /// The booking as it is now, if it is at a venue where the member of staff works; `None` for [`ScanOutcome::UnknownBooking`].
    pub details: Option<BookingDetails>,
    /// From when on players of the booking may arrive.
    pub opens_at: Option<Timestamp>,
}

/// Why a scan leads to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ScanPassError {
    /// The text is not a genuine pass.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    NotAllowed(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    pass: Pass,
    seen_version: Option<i64>,
    venue: VenueId,
    /// The venue of the court that the pass names, active or retired, and its name; `None` if that court was retired.
    pass_venue: Option<(VenueId, String)>,
    /// The names of all venues, retired ones included.
    names: HashMap<VenueId, String>,
    /// Where the member of staff works.
    venues: Vec<VenueId>,
    today: Date,
    mark: Mark,
}

/// What recording the arrival needs.
struct Mark {
    staff: StaffId,
    now: Timestamp,
    check_in: SignedDuration,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Pass { number, slot } = self.pass;
        (number.to_string(), slot.court.0, slot.starts_at.as_second(), self.seen_version)
            .serialize(serializer)
    }
}

/// Verifies a pass and checks its booking in, if nothing prevents it.
///
/// # Errors
/// [`ScanPassError`].
pub async fn scan_pass(
    app: &App,
    actor: &Actor,
    scan: ScanPass,
    key: RequestKey,
) -> Result<ScannedPass, ScanPassError> {
    let permission = Permission::AttendanceMark;
    let now = app.clock.now();
    // Before the pass is read: only staff who may check players in learn whether a text is a pass.
    actor.check_at(scan.venue, permission, now)?;
    let pass = app.pass_signer.read(&scan.text)?;
    let venues = list_venues(app).await?;
    let here = venues.with_retired().find(|venue| venue.id == scan.venue).ok_or(Refused::OtherVenue)?;
    let of_pass = venues.with_retired().find(|venue| venue.court(pass.slot.court).is_some());
    let opens = SignedDuration::from_mins(app.settings.check_in_minutes.into());
    let input = Input {
        pass,
        seen_version: scan.seen_version,
        venue: scan.venue,
        pass_venue: of_pass.map(|venue| (venue.id, venue.name.clone())),
        names: venues.with_retired().map(|venue| (venue.id, venue.name.clone())).collect(),
        venues: list_workplaces(app, actor).await?,
        today: here.today(now),
        mark: Mark { staff: actor.id(), now, check_in: opens },
    };
    let command = Command { operation: "scan_pass", permission, venue: Some(scan.venue), key };
    let (outcome, details) = audited_write_then_read(
        app,
        actor,
        command,
        input,
        |tx, input| Box::pin(scan_in(tx, input)),
        |tx, input| Box::pin(async move { Ok(find_shown(tx, input).await?) }),
    )
    .await?;
    // If the court of the pass was retired, the answer is the same whether the booking is at another venue or does not exist.
    let details = details.filter(|_| outcome != ScanOutcome::UnknownBooking);
    let opens_at = details.as_ref().map(|details| details.booking.time.slot.starts_at - opens);
    Ok(ScannedPass { outcome, details, opens_at })
}

/// Decides by the booking as it is now, and again if another person changes it meanwhile.
async fn scan_in(tx: &mut dyn Session, input: &Input) -> Result<Audited<ScanOutcome>, ScanPassError> {
    for _ in 0..MOST_ATTEMPTS {
        let details = find_at_workplace(tx, input).await?;
        let Some(details) = details.filter(|details| details.booking.venue == input.venue) else {
            return Ok(Audited::unchanged(elsewhere(input)));
        };
        if let Some(there) = find_elsewhere(tx, &details, input).await? {
            let name = input.names.get(&there.booking.venue).cloned().unwrap_or_default();
            return Ok(Audited::unchanged(ScanOutcome::OtherVenue(name)));
        }
        let outcome = decide(&details, input);
        if outcome == CheckIn::AlreadyIn {
            if let Some(recorded) = record_again(tx, &details, input).await? {
                return Ok(recorded);
            }
            continue;
        }
        if outcome != CheckIn::Admitted {
            return Ok(Audited::unchanged(ScanOutcome::OfBooking(outcome)));
        }
        match mark_attendance(tx, &mark(&details, input)).await {
            Ok(marked) => {
                let done = ScanOutcome::OfBooking(CheckIn::Admitted);
                let entry = attendance_entry(&marked, AttendanceWay::Scan);
                return Ok(entry.map_or(Audited::unchanged(done.clone()), |entry| Audited::new(done, entry)));
            }
            // Each further attempt requires another change of the same booking that was committed meanwhile.
            Err(
                MarkAttendanceError::ChangedMeanwhile(_)
                | MarkAttendanceError::NoSuchBooking
                | MarkAttendanceError::Refused(_),
            ) => {}
            Err(MarkAttendanceError::NotAllowed(refused)) => return Err(refused.into()),
            Err(MarkAttendanceError::Store(error)) => return Err(error.into()),
        }
    }
    Err(StoreError::Unavailable("the booking keeps changing".to_owned()).into())
}

/// Records that the pass of players who are in was scanned again: an absence that a device without a network noted before does not replace
/// their arrival then. `None` if another person changed the booking in between.
async fn record_again(
    tx: &mut dyn Session,
    details: &BookingDetails,
    input: &Input,
) -> Result<Option<Audited<ScanOutcome>>, StoreError> {
    let outcome = ScanOutcome::OfBooking(CheckIn::AlreadyIn);
    let now = input.mark.now;
    if details.attendance_latest_at.is_none_or(|last| last >= now) {
        return Ok(Some(Audited::unchanged(outcome)));
    }
    let booking = &details.booking;
    if !Attendances(tx).put_again(booking.number, now, booking.version).await? {
        return Ok(None);
    }
    tx.announce(ChangeEvent::Board(booking.venue, booking.day));
    let entry = Entry::happened("attendance.scanned_again", "booking", booking.number);
    Ok(Some(Audited::new(outcome, entry.at(booking.venue))))
}

async fn find_at_workplace(
    tx: &mut dyn Session,
    input: &Input,
) -> Result<Option<BookingDetails>, StoreError> {
    let found = find_booking_or_replacement(tx, input.pass.number, &[input.venue], input.mark.now).await?;
    Ok(found.filter(|found| input.venues.contains(&found.booking.venue)))
}

/// The booking at another venue that the player of a booking of this venue has instead, because its court was closed. The court there can
/// have been closed since, too.
async fn find_elsewhere(
    tx: &mut dyn Session,
    lost: &BookingDetails,
    input: &Input,
) -> Result<Option<BookingDetails>, StoreError> {
    if lost.booking.venue != input.venue || lost.booking.status.keeps_court() {
        return Ok(None);
    }
    let everywhere: Vec<VenueId> = input.names.keys().copied().collect();
    let found = find_booking_or_replacement(tx, lost.booking.number, &everywhere, input.mark.now).await?;
    let is_there =
        |found: &BookingDetails| found.booking.venue != input.venue && found.booking.status.keeps_court();
    Ok(found.filter(is_there))
}

/// The booking that the member of staff is shown.
async fn find_shown(tx: &mut dyn Session, input: &Input) -> Result<Option<BookingDetails>, StoreError> {
    let Some(found) = find_at_workplace(tx, input).await? else { return Ok(None) };
    match find_elsewhere(tx, &found, input).await? {
        Some(there) => Ok(Some(there).filter(|there| input.venues.contains(&there.booking.venue))),
        None => Ok(Some(found)),
    }
}

/// The outcome for a booking that is not at this venue. It names only the venue of the court on the pass, so that a clerk learns nothing
/// about the bookings of venues where they do not work.
fn elsewhere(input: &Input) -> ScanOutcome {
    match &input.pass_venue {
        Some((venue, name)) if *venue != input.venue => ScanOutcome::OtherVenue(name.clone()),
        _ => ScanOutcome::UnknownBooking,
    }
}

fn decide(details: &BookingDetails, input: &Input) -> CheckIn {
    let booking = &details.booking;
    let facts = CheckInFacts {
        on_pass: input.pass.slot,
        slot: booking.time.slot,
        ends_at: booking.time.ends_at,
        is_today: booking.day == input.today,
        status: booking.status,
        attendance: booking.attendance,
        due: booking.amounts.due_at_desk(booking.status),
        is_let_in: input.seen_version == Some(booking.version),
    };
    check_in(&facts, input.mark.now, input.mark.check_in)
}

fn mark(details: &BookingDetails, input: &Input) -> MarkAttendance {
    MarkAttendance {
        number: details.booking.number,
        venues: vec![input.venue],
        state: Some(Attendance::Arrived),
        way: AttendanceWay::Scan,
        staff: Some(input.mark.staff),
        version: details.booking.version,
        now: input.mark.now,
        check_in: input.mark.check_in,
    }
}
