//! Records one fact that a desk wrote down without a network, in a unit of work of its own.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use sideout_domain::{StaffId, VenueId, attendance::Attendance, order::OrderNumber, venue::Venue};
use sideout_store::{Board, Session, board::BookingDetails};

use super::{
    FactError, FactKind, KeptFact, OfflineFact, RecordedFact,
    decide_payment::decide_payment,
    record_arrival::{record_attendance_fact, record_scan_fact},
    record_note::record_note_fact,
    record_payment::record_payment_fact,
};
use crate::{
    App,
    desk::{
        board::find_booking_or_replacement::find_booking_or_replacement,
        money::take_payment::{PaymentContext, TakePaymentError},
        repeat::repeat,
    },
    platform::{pass_code::Pass, venues::list_venues},
    steps::{
        audited::{Actor, Audited, Command, Refused, RequestKey, audited_write_then_read},
        issue_receipts::Issuer,
    },
};

/// The most attempts to take a payment for a booking that others change at the same time.
const MOST_ATTEMPTS: u32 = 8;

/// The input of the unit of work of a fact.
pub(super) struct FactInput {
    /// The id under which the device sends it.
    pub(super) id: RequestKey,
    pub(super) fact: OfflineFact,
    /// The genuine pass of a scan, `None` for other facts; with the venue of its court, active or retired, and the name of that venue,
    /// `None` if the court was retired.
    pub(super) pass: Option<(Pass, Option<(VenueId, String)>)>,
    pub(super) venue: Arc<Venue>,
    pub(super) staff: StaffId,
    pub(super) issuer: Issuer,
    pub(super) now: Timestamp,
    /// From how long before the start players may arrive.
    pub(super) check_in: SignedDuration,
}

impl Serialize for FactInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fact.serialize(serializer)
    }
}

impl FactInput {
    /// What recording money that was taken at `taken_at` needs.
    pub(super) fn payment_context(&self, taken_at: Timestamp) -> PaymentContext {
        PaymentContext {
            venue: Arc::clone(&self.venue),
            staff: self.staff,
            issuer: self.issuer.clone(),
            now: self.now,
            taken_at,
        }
    }
}

/// Records a fact at `venue` in the name of `actor`. `key` was drawn by the device when the fact was written down: the same fact with the
/// same key again changes nothing and has the same outcome.
///
/// # Errors
/// [`FactError`].
pub async fn record_fact(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    fact: OfflineFact,
    key: RequestKey,
) -> Result<RecordedFact, FactError> {
    let permission = fact.kind.permission();
    // Before the pass is read: only staff who may check players in learn whether a text is a pass.
    actor.check_at(venue, permission, app.clock.now())?;
    let venues = list_venues(app).await?;
    let venue = venues.with_retired().find(|known| known.id == venue).ok_or(Refused::OtherVenue)?;
    let pass = if let FactKind::Scan(text) = &fact.kind { Some(app.pass_signer.read(text)?) } else { None };
    let pass = pass.map(|pass| {
        let of_pass = venues.with_retired().find(|venue| venue.court(pass.slot.court).is_some());
        (pass, of_pass.map(|venue| (venue.id, venue.name.clone())))
    });
    let issuer = Issuer::find(app).await?;
    let attempt = || {
        let input = FactInput {
            id: key.clone(),
            fact: fact.clone(),
            pass: pass.clone(),
            venue: Arc::clone(venue),
            staff: actor.id(),
            issuer: issuer.clone(),
            now: app.clock.now(),
            check_in: SignedDuration::from_mins(app.settings.check_in_minutes.into()),
        };
        let command =
            Command { operation: "record_fact", permission, venue: Some(venue.id), key: key.clone() };
        audited_write_then_read(
            app,
            actor,
            command,
            input,
            |tx, input| Box::pin(record(tx, input)),
            |tx, input| Box::pin(find_of_fact(tx, input)),
        )
    };
    // A payment names no version: if the booking was changed in between, it is checked again.
    let is_changed =
        |error: &FactError| matches!(error, FactError::Payment(TakePaymentError::ChangedMeanwhile(_)));
    let (KeptFact { outcome, receipt }, details) = repeat(MOST_ATTEMPTS, attempt, is_changed).await?;
    Ok(RecordedFact { outcome, receipt, details })
}

async fn record(tx: &mut dyn Session, input: &FactInput) -> Result<Audited<KeptFact>, FactError> {
    let at = input.fact.time.corrected(input.now)?;
    match &input.fact.kind {
        FactKind::Attendance(order, state) => record_attendance_fact(tx, input, *order, *state, at).await,
        FactKind::Scan(_) => record_scan_fact(tx, input, at).await,
        FactKind::Payment(payment, note) => record_payment_fact(tx, input, (payment, note), at).await,
        FactKind::Decision(decision) => decide_payment(tx, input, decision, at).await,
        FactKind::Note(note) => record_note_fact(tx, input, note, at).await,
    }
}

/// The booking of a fact as it is now.
async fn find_of_fact(tx: &mut dyn Session, input: &FactInput) -> Result<BookingDetails, FactError> {
    let order = match &input.fact.kind {
        FactKind::Attendance(order, state) => return find_same_game(tx, input, *order, *state).await,
        FactKind::Decision(decision) => return find(tx, input, decision.payment.order).await,
        FactKind::Scan(_) => input.pass.as_ref().map(|(pass, _)| pass.number),
        FactKind::Payment(payment, _) => Some(payment.order),
        FactKind::Note(note) => Some(note.number),
    };
    find_with_place(tx, input, order.ok_or(FactError::NoSuchBooking)?).await
}

/// The booking that an attendance is about: a booking of the venue, or, if its court was closed, the one in its place at the same hour.
/// Players who came are here also for another court of that hour; that they were not at the first court says nothing about the other
/// one.
pub(super) async fn find_same_game(
    tx: &mut dyn Session,
    input: &FactInput,
    order: OrderNumber,
    state: Option<Attendance>,
) -> Result<BookingDetails, FactError> {
    let noted = find(tx, input, order).await?;
    if noted.booking.status.keeps_court() {
        return Ok(noted);
    }
    let other = find_with_place(tx, input, order).await?;
    let (there, before) = (other.booking.time.slot, noted.booking.time.slot);
    let is_same = match state {
        Some(Attendance::Absent) => there == before,
        Some(Attendance::Arrived) | None => there.starts_at == before.starts_at,
    };
    Ok(if is_same { other } else { noted })
}

/// A booking of the venue, or the one there in its place if its court was closed.
pub(super) async fn find_with_place(
    tx: &mut dyn Session,
    input: &FactInput,
    number: OrderNumber,
) -> Result<BookingDetails, FactError> {
    let found = find_booking_or_replacement(tx, number, &[input.venue.id], input.now).await?;
    found.filter(|found| found.booking.venue == input.venue.id).ok_or(FactError::NoSuchBooking)
}

/// A booking of the venue.
pub(super) async fn find(
    tx: &mut dyn Session,
    input: &FactInput,
    order: OrderNumber,
) -> Result<BookingDetails, FactError> {
    let found = Board(tx).find_booking(order, input.now).await?;
    found.filter(|found| found.booking.venue == input.venue.id).ok_or(FactError::NoSuchBooking)
}
