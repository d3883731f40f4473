//! Undoes a move that the desk has just made: the booking goes back, if its old court is still free.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{
    StaffId,
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
    staff::Permission,
    venue::Venue,
};
use sideout_store::{Session, StoreError, board::BookingDetails, orders::OrderMove, staff::DeskRequests};

use super::move_booking::{
    Facts, MoveError, MovedAtDesk, PlaceChange, announce, change_place, find, find_details, find_venue_of,
    reprice,
};
use super::{open_day::is_day_open, open_venue::OnSale};
use crate::{
    App,
    steps::{
        audited::{Actor, Audited, Command, Entry, RequestKey, audited_write_then_read},
        notify,
    },
};

struct Input {
    venue: Arc<Venue>,
    on_sale: OnSale,
    number: OrderNumber,
    /// The idempotency key of the move, under which its answer is stored.
    move_key: String,
    staff: StaffId,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.number.value(), &self.move_key).serialize(serializer)
    }
}

/// Takes back the move that `actor` made with the idempotency key `move_key`: court, hour and price are as before. The
/// player gets no notice of the move.
///
/// # Errors
/// [`MoveError`]; [`MoveError::Taken`] names the old court if another claim has it.
pub async fn undo_move(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
    move_key: &RequestKey,
    key: RequestKey,
) -> Result<BookingDetails, MoveError> {
    let now = app.clock.now();
    actor.check(Permission::BookingMove, now)?;
    let (venue, on_sale) = find_venue_of(app, actor, number).await?;
    let id = venue.id;
    let input = Input { venue, on_sale, number, move_key: move_key.to_string(), staff: actor.id(), now };
    let permission = Permission::BookingMove;
    let command = Command { operation: "undo_move", permission, venue: Some(id), key };
    let ((), undone) = audited_write_then_read(
        app,
        actor,
        command,
        input,
        |tx, input| Box::pin(undo(tx, input)),
        |tx, input| Box::pin(async move { find_details(tx, input.number, input.venue.id, input.now).await }),
    )
    .await?;
    Ok(undone)
}

async fn undo(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, MoveError> {
    let Input { venue, number, staff, now, .. } = input;
    input.on_sale?;
    let (details, order) = find(tx, *number, venue.id, *now).await?;
    let moved = find_move(tx, input).await?.ok_or(MoveError::UndoOver)?;
    let is_open = moved.undo_until.is_some_and(|until| *now < until);
    let is_unchanged = details.booking.version == moved.version && order.status == OrderStatus::Confirmed;
    let old = moved.from.slot();
    if !is_open || !is_unchanged || old.lasting(order.play_minutes).ends_at <= *now {
        return Err(MoveError::UndoOver);
    }
    let old_slot = moved.from.desk_slot()?;
    let time = old.lasting(order.slot_minutes);
    if !is_day_open(tx, venue.id, (&old_slot, &time), *now).await? {
        return Err(MoveError::UndoOver);
    }
    let back = OrderMove {
        from: order.slot,
        slot: old,
        day: old_slot.day,
        start: old_slot.start,
        price: Money::from_paise(moved.from.price_paise),
        discount: Money::from_paise(moved.from.discount_paise),
        moved_from: moved.from.held_court,
        kept: order.kept(),
        version: Some(moved.version),
    };
    // The error rolls the changes of the claims back.
    match change_place(tx, venue, &order, &back, *staff, *now).await? {
        PlaceChange::Moved => {}
        PlaceChange::Taken => return Err(MoveError::Taken(venue.id, old_slot)),
        PlaceChange::ChangedMeanwhile => return Err(MoveError::UndoOver),
    }
    reprice(tx, &order, (back.price, back.discount), moved.version, *now).await?;
    notify::move_undone(tx, &order, moved.version).await?;
    let (_, undone): (_, Order) = find(tx, *number, venue.id, *now).await?;
    announce(tx, &undone);
    let entry =
        Entry::changed("booking.move_undone", "booking", number, &Facts::of(&order), &Facts::of(&undone));
    Ok(Audited::new((), entry))
}

/// The move of this booking that the clerk made with the key; `None` if the key belongs to something else.
async fn find_move(tx: &mut dyn Session, input: &Input) -> Result<Option<MovedAtDesk>, StoreError> {
    let request = DeskRequests(tx).find(&input.move_key).await?;
    let own = request.filter(|request| request.staff == input.staff);
    // The answer of another operation cannot be read as a move.
    let moved = own.and_then(|request| serde_json::from_str::<MovedAtDesk>(&request.answer).ok());
    Ok(moved.filter(|moved| moved.number == input.number.value()))
}
