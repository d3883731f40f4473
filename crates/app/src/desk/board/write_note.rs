//! A member of staff notes something about a player, or removes a note.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    CustomerId, NoteId, StaffId, VenueId,
    note::{MOST_NOTES, NoteText},
    order::OrderNumber,
    staff::Permission,
};
use sideout_store::{
    Board, ChangeEvent, PlayerNotes, Session, StoreError,
    accounts::Customers,
    board::{BookingDetails, DeskBooking},
};

use crate::{
    App,
    staff::list_workplaces,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write_then_read},
};

/// What a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteAbout {
    /// The player, for all of their games.
    Player,
    /// This game alone.
    Booking,
}

/// What is noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteNote {
    /// The number of the booking at which the note is written.
    pub number: OrderNumber,
    /// Whether it is about the player or the game.
    pub about: NoteAbout,
    /// Its text.
    pub text: NoteText,
}

/// A note that was written. A repeated call returns the first answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenNote {
    /// Its id.
    pub id: NoteId,
    /// The end of the time in which the desk offers to undo it.
    pub undo_until: Timestamp,
}

/// Why nothing is noted or removed.
#[derive(Debug, thiserror::Error)]
pub enum NoteError {
    /// No booking at the actor's venues has this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// The booking has no note with this id, or it was removed before.
    #[error("no such note")]
    NoSuchNote,
    /// The player has [`MOST_NOTES`] notes or more; those about games are counted as well.
    #[error("too many notes")]
    TooMany,
    /// The data of the player were erased.
    #[error("the player was erased")]
    Erased,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input<Change> {
    number: OrderNumber,
    change: Change,
    venues: Vec<VenueId>,
    staff: StaffId,
    undo_until: Timestamp,
    now: Timestamp,
}

impl Serialize for Input<(NoteAbout, NoteText)> {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (about, text) = &self.change;
        (self.number.value(), about, text.as_str()).serialize(serializer)
    }
}

impl Serialize for Input<NoteId> {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.number.value(), self.change).serialize(serializer)
    }
}

/// What the audit shows of a note.
#[derive(Serialize)]
struct Facts<'a> {
    about: NoteAbout,
    note: &'a str,
    /// The time by the server's clock at which it was written, if it was written without a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    written_at: Option<String>,
}

/// Who wrote a note, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoteSource {
    pub(crate) staff: StaffId,
    pub(crate) at: Timestamp,
    /// Whether it was written without a network and sent later.
    pub(crate) is_offline: bool,
}

/// Writes a note in the name of `actor`; returns it and the booking with its notes.
///
/// # Errors
/// [`NoteError`].
pub async fn write_note(
    app: &App,
    actor: &Actor,
    note: WriteNote,
    key: RequestKey,
) -> Result<(WrittenNote, BookingDetails), NoteError> {
    let input = input(app, actor, note.number, (note.about, note.text)).await?;
    audited_write_then_read(
        app,
        actor,
        command("write_note", key),
        input,
        |tx, input| Box::pin(write_once(tx, input)),
        |tx, input| Box::pin(find(tx, input)),
    )
    .await
}

/// Removes a note that is shown with a booking, in the name of `actor`; returns the booking with the others.
///
/// # Errors
/// [`NoteError`].
pub async fn remove_note(
    app: &App,
    actor: &Actor,
    (number, note): (OrderNumber, NoteId),
    key: RequestKey,
) -> Result<BookingDetails, NoteError> {
    let input = input(app, actor, number, note).await?;
    let ((), details) = audited_write_then_read(
        app,
        actor,
        command("remove_note", key),
        input,
        |tx, input| Box::pin(remove_once(tx, input)),
        |tx, input| Box::pin(find(tx, input)),
    )
    .await?;
    Ok(details)
}

fn command(operation: &'static str, key: RequestKey) -> Command {
    Command { operation, permission: Permission::PlayerNote, venue: None, key }
}

async fn input<Change>(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
    change: Change,
) -> Result<Input<Change>, StoreError> {
    let now = app.clock.now();
    let undo_until = now + app.settings.desk.undo_time();
    let venues = list_workplaces(app, actor).await?;
    Ok(Input { number, change, venues, staff: actor.id(), undo_until, now })
}

async fn write_once(
    tx: &mut dyn Session,
    input: &Input<(NoteAbout, NoteText)>,
) -> Result<Audited<WrittenNote>, NoteError> {
    let (about, text) = input.change.clone();
    let customer = find(tx, input).await?.booking.customer;
    let note = WriteNote { number: input.number, about, text };
    let source = NoteSource { staff: input.staff, at: input.now, is_offline: false };
    let (id, entry) = add_note(tx, (customer, &note), source, input.now).await?;
    Ok(Audited::new(WrittenNote { id, undo_until: input.undo_until }, entry))
}

/// Adds a note to a booking whose player was `customer` when it was read, in the turn of its player; returns its id and what the
/// audit keeps.
///
/// # Errors
/// [`NoteError::TooMany`], [`NoteError::Erased`] or [`NoteError::NoSuchBooking`], or the error of the database.
pub(crate) async fn add_note(
    tx: &mut dyn Session,
    (customer, note): (CustomerId, &WriteNote),
    source: NoteSource,
    now: Timestamp,
) -> Result<(NoteId, Entry), NoteError> {
    // INVARIANT: no note is added to a player who has `MOST_NOTES`, also if several are written at once (suite `notes`). A merge of two
    // players, or a number added to a guest's booking, gives all notes of one to the other, who may have more than these afterwards.
    let booking = find_in_turn(tx, customer, note.number, now).await?;
    let state = Customers(tx).find_state(booking.customer).await?;
    if state.is_none_or(|state| state.erased_at.is_some()) {
        return Err(NoteError::Erased);
    }
    if PlayerNotes(tx).list(booking.customer).await?.len() >= MOST_NOTES {
        return Err(NoteError::TooMany);
    }
    let order = (note.about == NoteAbout::Booking).then_some(note.number);
    let id = PlayerNotes(tx).add(booking.customer, order, &note.text, (source.staff, source.at)).await?;
    tx.announce(ChangeEvent::Board(booking.venue, booking.day));
    let written_at = source.is_offline.then(|| source.at.to_string());
    let facts = Facts { about: note.about, note: note.text.as_str(), written_at };
    Ok((id, Entry::added("note.written", "booking", note.number, &facts).at(booking.venue)))
}

/// The booking, after its player's turn was taken; if it moved to another player meanwhile, the turn of that one.
async fn find_in_turn(
    tx: &mut dyn Session,
    customer: CustomerId,
    number: OrderNumber,
    now: Timestamp,
) -> Result<DeskBooking, NoteError> {
    let mut turn = customer;
    loop {
        Customers(tx).take_turn(turn).await?;
        let booking = Board(tx).find_booking(number, now).await?.ok_or(NoteError::NoSuchBooking)?.booking;
        if booking.customer == turn {
            return Ok(booking);
        }
        turn = booking.customer;
    }
}

async fn remove_once(tx: &mut dyn Session, input: &Input<NoteId>) -> Result<Audited<()>, NoteError> {
    let booking = find(tx, input).await?.booking;
    let of = (booking.customer, input.number);
    let removed = PlayerNotes(tx).remove(input.change, of, (input.staff, input.now)).await?;
    let removed = removed.ok_or(NoteError::NoSuchNote)?;
    tx.announce(ChangeEvent::Board(booking.venue, booking.day));
    let about = if removed.order.is_some() { NoteAbout::Booking } else { NoteAbout::Player };
    let facts = Facts { about, note: &removed.note, written_at: None };
    let entry = Entry::removed("note.removed", "booking", input.number, &facts).at(booking.venue);
    Ok(Audited::new((), entry))
}

async fn find<Change>(tx: &mut dyn Session, input: &Input<Change>) -> Result<BookingDetails, NoteError> {
    let found = Board(tx).find_booking(input.number, input.now).await?;
    found.filter(|found| input.venues.contains(&found.booking.venue)).ok_or(NoteError::NoSuchBooking)
}
