//! Frees court time. Code that reacts to a freed court has its place here; docs/DATABASE.md names the claims that are deleted elsewhere.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    BlockId, CourtId, VenueId,
    claim::{CourtTime, Slot},
    order::{Hold, Order, OrderNumber},
    venue::Venue,
};
use sideout_store::{ChangeEvent, Claims, Closures, Session, StoreError};

/// The claim of an order, with the venue days on which it shows.
#[derive(Debug, Clone)]
pub(crate) struct OrderClaim {
    slot: Slot,
    order: OrderNumber,
    venue: VenueId,
    days: Vec<Date>,
}

impl From<&Order> for OrderClaim {
    fn from(order: &Order) -> Self {
        let days = order.days().collect();
        OrderClaim { slot: order.slot, order: order.number, venue: order.venue, days }
    }
}

impl From<&Hold> for OrderClaim {
    fn from(hold: &Hold) -> Self {
        let days = hold.days().collect();
        OrderClaim { slot: hold.slot, order: hold.number, venue: hold.venue, days }
    }
}

/// Which claims of an order are freed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Freeing {
    /// Only a hold: a booking keeps its court.
    Hold,
    /// Holds and bookings.
    Any,
}

/// Frees the court time of an order, if the order still has it, and announces it; returns whether it did.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn free_slot(
    tx: &mut dyn Session,
    claim: &OrderClaim,
    freeing: Freeing,
) -> Result<bool, StoreError> {
    let freed = match freeing {
        Freeing::Hold => Claims(tx).release_hold(claim.slot, claim.order).await?,
        Freeing::Any => Claims(tx).release(claim.slot, claim.order).await?,
    };
    if freed {
        announce(tx, claim.venue, claim.days.iter().copied());
    }
    Ok(freed)
}

/// Frees the court time of all holds that expired by `now`, those of the desk included, and announces it.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn free_expired_slots(tx: &mut dyn Session, now: Timestamp) -> Result<(), StoreError> {
    for claim in Claims(tx).sweep(now).await? {
        announce(tx, claim.venue, claim.days());
    }
    Ok(())
}

/// Frees the court time of a desk hold, which is at `venue`, if it still has it and was not extended beyond `until`; `None` for any end.
/// Announces it and returns whether it did.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn free_desk_hold(
    tx: &mut dyn Session,
    venue: &Venue,
    (time, block): (&CourtTime, BlockId),
    until: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let freed = Claims(tx).release_block(time.slot, block, until).await?;
    if freed {
        announce(tx, venue.id, time.days(&venue.zone));
    }
    Ok(freed)
}

/// Frees the court time of closures that starts on `court` in `starts` (from its first instant to before the other), or before and ends
/// after `reached`. Returns it with its closures; the caller, who knows the venue's zone, announces it.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn free_closed_slots(
    tx: &mut dyn Session,
    court: CourtId,
    starts: (Timestamp, Timestamp),
    reached: Timestamp,
) -> Result<Vec<(CourtTime, BlockId)>, StoreError> {
    Closures(tx).unblock(court, starts, reached).await
}

/// Frees the court time of one closure that ends after `now`. Returns it; the caller, who knows the venue's zone, announces it.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn free_closure(
    tx: &mut dyn Session,
    closure: BlockId,
    now: Timestamp,
) -> Result<Vec<CourtTime>, StoreError> {
    Closures(tx).unblock_closure(closure, now).await
}

fn announce(tx: &mut dyn Session, venue: VenueId, days: impl Iterator<Item = Date>) {
    for day in days {
        tx.announce(ChangeEvent::Day(venue, day));
    }
}
