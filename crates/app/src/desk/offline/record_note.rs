//! A note that a member of staff wrote without a network.

use jiff::Timestamp;
use sideout_store::Session;

use super::{
    FactError, FactOutcome, KeptFact,
    record_fact::{FactInput, find_with_place},
};
use crate::{
    desk::board::write_note::{NoteError, NoteSource, WriteNote, add_note},
    steps::audited::Audited,
};

/// Adds a note that was written at `at`, also if the booking was moved or cancelled since; if its court was closed, to the booking in its
/// place.
///
/// # Errors
/// [`FactError::TooManyNotes`], [`FactError::Erased`], [`FactError::NoSuchBooking`] if the venue has no such booking, or the error of
/// the database.
pub(super) async fn record_note_fact(
    tx: &mut dyn Session,
    input: &FactInput,
    note: &WriteNote,
    at: Timestamp,
) -> Result<Audited<KeptFact>, FactError> {
    let booking = find_with_place(tx, input, note.number).await?.booking;
    let (customer, note) = (booking.customer, WriteNote { number: booking.number, ..note.clone() });
    let source = NoteSource { staff: input.staff, at, is_offline: true };
    let (_, entry) =
        add_note(tx, (customer, &note), source, input.now).await.map_err(|error| match error {
            NoteError::NoSuchBooking | NoteError::NoSuchNote => FactError::NoSuchBooking,
            NoteError::TooMany => FactError::TooManyNotes,
            NoteError::Erased => FactError::Erased,
            NoteError::Refused(refused) => refused.into(),
            NoteError::Store(error) => error.into(),
        })?;
    Ok(Audited::new(FactOutcome::Done.into(), entry))
}
