//! Undoes what the desk has just booked.

use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use sideout_domain::{
    StaffId, VenueId,
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::RefundReason,
    staff::Permission,
};
use sideout_store::{Board, ClosureOffers, Orders, Session, StoreError, board::BookingDetails};

use crate::{
    App,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        cancel_booking::{Cancellation, cancel_booking},
    },
};

/// A booking as the clerk saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenBooking {
    /// Its number.
    pub number: OrderNumber,
    /// Its version.
    pub version: i64,
}

/// Why nothing is undone.
#[derive(Debug, thiserror::Error)]
pub enum UndoError {
    /// The venue has no booking with this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// A booking is not the actor's own, or can no longer be undone.
    #[error("it cannot be undone any more")]
    Over,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venue: VenueId,
    bookings: Vec<SeenBooking>,
    staff: StaffId,
    undo_time: SignedDuration,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seen: Vec<(i64, i64)> =
            self.bookings.iter().map(|seen| (seen.number.value(), seen.version)).collect();
        seen.serialize(serializer)
    }
}

/// What the audit shows of an undone booking.
#[derive(Serialize)]
struct Facts {
    status: &'static str,
}

/// Cancels bookings that `actor` has just made, all of them or none, without a message to the player.
///
/// # Errors
/// [`UndoError`].
pub async fn undo_bookings(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    bookings: Vec<SeenBooking>,
    key: RequestKey,
) -> Result<(), UndoError> {
    let permission = Permission::BookingMake;
    let command = Command { operation: "undo_bookings", permission, venue: Some(venue), key };
    let undo_time = app.settings.desk.undo_time();
    let mut bookings = bookings;
    // Always in the same order, so that two units of work with the same bookings wait for each other in one direction.
    bookings.sort_by_key(|seen| seen.number);
    let input = Input { venue, bookings, staff: actor.id(), undo_time, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(undo(tx, input))).await
}

async fn undo(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, UndoError> {
    let mut audited = Audited::unchanged(());
    for seen in &input.bookings {
        let found = Board(tx).find_booking(seen.number, input.now).await?;
        let found = found.filter(|found| found.booking.venue == input.venue);
        let details = found.ok_or(UndoError::NoSuchBooking)?;
        let replaces_displaced = ClosureOffers(tx).is_new_booking(seen.number).await?;
        if replaces_displaced || !can_be_undone(&details, *seen, input) {
            return Err(UndoError::Over);
        }
        let order = Orders(tx).find(seen.number, details.booking.customer).await?;
        let mut order = order.ok_or(UndoError::NoSuchBooking)?;
        let before = Facts { status: order.status.name() };
        let cancellation = Cancellation {
            refund: Money::ZERO,
            refund_reason: RefundReason::Cancelled,
            issue_at: input.now,
            given_reason: None,
            by: Some(input.staff),
            version: Some(seen.version),
            notifies_player: false,
            is_offered: false,
            now: input.now,
        };
        // Another unit of work changed it after the read above: the error rolls the release of the court back.
        if cancel_booking(tx, &mut order, cancellation).await?.is_none() {
            return Err(UndoError::Over);
        }
        let after = Facts { status: order.status.name() };
        audited = audited.and(Entry::changed("booking.undone", "booking", seen.number, &before, &after));
    }
    Ok(audited)
}

fn can_be_undone(details: &BookingDetails, seen: SeenBooking, input: &Input) -> bool {
    let booking = &details.booking;
    // Players who were recorded as here with the booking are undone with it.
    let is_marked_since =
        booking.attendance.is_some() && details.attendance_changed_at != Some(details.booked_at);
    details.booked_by == Some(input.staff)
        && booking.version == seen.version
        && booking.status == OrderStatus::Confirmed
        && !is_marked_since
        && booking.amounts.paid == Money::ZERO
        && input.now < details.booked_at + input.undo_time
}
