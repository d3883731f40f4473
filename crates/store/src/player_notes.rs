//! The table `player_note`: what staff note about players and their games.

use jiff::Timestamp;
use sideout_domain::{CustomerId, NoteId, StaffId, note::NoteText, order::OrderNumber};

use crate::{Call, Row, Session, StoreError, params, sql};

/// The repository of notes.
pub struct PlayerNotes<'s>(pub &'s mut dyn Session);

/// A note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerNote {
    /// Its number.
    pub id: NoteId,
    /// The game that it is about; `None`: the player, at every game.
    pub order: Option<OrderNumber>,
    /// The text.
    pub note: String,
    /// The member of staff who wrote it.
    pub staff: StaffId,
    /// When it was written.
    pub at: Timestamp,
}

/// A note that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedNote {
    /// The game that it was about.
    pub order: Option<OrderNumber>,
    /// The text.
    pub note: String,
}

impl PlayerNotes<'_> {
    /// Adds a note about `customer`, at the game of `order` or, without one, at every game.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(
        &mut self,
        customer: CustomerId,
        order: Option<OrderNumber>,
        note: &NoteText,
        (staff, now): (StaffId, Timestamp),
    ) -> Result<NoteId, StoreError> {
        let params = params![customer.0, order.map(OrderNumber::value), note.as_str(), staff.0, now];
        self.0.one(sql!("player_note/add"), params).await?.integer("note_id").map(NoteId)
    }

    /// What is noted about a player and their games, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(&mut self, customer: CustomerId) -> Result<Vec<PlayerNote>, StoreError> {
        let rows = self.0.all(sql!("player_note/list_of_player"), params![customer.0]).await?;
        rows.iter().map(player_note).collect()
    }

    /// Lets the notes about the game of the order `from` be about that of the order `to`, which takes its place.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn carry(&mut self, from: OrderNumber, to: OrderNumber) -> Result<(), StoreError> {
        self.0.run(sql!("player_note/carry"), params![from.value(), to.value()]).await.map(drop)
    }

    /// Removes a note that is shown with `order`, a game of `customer`; `None` if there is none, or it was removed before.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn remove(
        &mut self,
        id: NoteId,
        (customer, order): (CustomerId, OrderNumber),
        (staff, now): (StaffId, Timestamp),
    ) -> Result<Option<RemovedNote>, StoreError> {
        let params = params![id.0, customer.0, order.value(), now, staff.0];
        let row = self.0.first(sql!("player_note/remove"), params).await?;
        row.map(|row| {
            let order = row.converted_or_null("order_number")?;
            Ok(RemovedNote { order, note: row.text("note")?.to_owned() })
        })
        .transpose()
    }
}

/// Lists the notes that are shown with an order, the oldest first, as one of several statements of one round trip.
pub(crate) fn list_notes(order: OrderNumber) -> Call {
    Call::new(sql!("player_note/list"), params![order.value()])
}

/// Reads a note from its row.
pub(crate) fn player_note(row: &Row) -> Result<PlayerNote, StoreError> {
    Ok(PlayerNote {
        id: NoteId(row.integer("note_id")?),
        order: row.converted_or_null("order_number")?,
        note: row.text("note")?.to_owned(),
        staff: StaffId(row.integer("staff_id")?),
        at: row.instant("at")?,
    })
}
