//! Ends single bookings and holds for the venue.

use std::{collections::HashMap, sync::Arc};

use jiff::Timestamp;
use sideout_domain::{
    BlockId, VenueId,
    claim::BlockKind,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{Session, Store, StoreError, closures::NewBlock};

use super::{
    CloseCourtsError, Closed, ClosureReason, Interrupted,
    close_courts::{ClosureContext, ClosureMoney, DisplaceOutcome, displace, end_hold},
    displaced::find_order,
};
use crate::{
    platform::{brand::read_brand, clock::Clock, random::Random, settings::ReceiptSettings},
    steps::{
        draw_block_id::draw_block_id,
        free_slot::{Freeing, OrderClaim, free_slot},
        issue_receipts::{Issuer, issue_credit_notes_of_cancellation},
    },
};

/// Orders ended in one unit of work. Units of work of players run between two batches.
const BATCH: usize = 16;
/// The most attempts to end an order that its player changes in the meantime.
const MAX_ATTEMPTS: u32 = 8;

/// Cancels these bookings with a full refund, also those whose game has begun, and notifies their players with `reason`; ends these
/// holds without a notice. Their court time is free afterwards. Orders that have ended are skipped, so the command can be run again.
///
/// # Errors
/// [`Interrupted`], with what was ended by then.
pub async fn close_bookings(
    store: &Store,
    clock: &dyn Clock,
    random: &dyn Random,
    receipts: &ReceiptSettings,
    numbers: &[OrderNumber],
    reason: &ClosureReason,
) -> Result<Closed, Interrupted> {
    let mut closed = Closed::default();
    let stopped = |so_far: &Closed, error: CloseCourtsError| Interrupted { so_far: so_far.clone(), error };
    let brand: Result<_, StoreError> = store.read((), |tx, ()| Box::pin(read_brand(tx))).await;
    let brand = brand.map_err(|error| stopped(&closed, CloseCourtsError::Store(error)))?;
    let issuer = Issuer::new(Arc::new(brand), receipts);
    let issuer = issuer.map_err(|error| stopped(&closed, error.into()))?;
    let closure = draw_block_id(random);
    for numbers in numbers.chunks(BATCH) {
        let batch = OrdersToClose {
            numbers: numbers.to_vec(),
            closure,
            reason: reason.clone(),
            issuer: issuer.clone(),
            now: clock.now(),
        };
        let done = store.write(batch, |tx, batch| Box::pin(close_orders(tx, batch))).await;
        let done = done.map_err(|error| stopped(&closed, CloseCourtsError::Store(error)))?;
        closed.holds += done.holds;
        closed.displaced.extend(done.displaced);
        closed.finished.extend(done.finished);
    }
    closed.displaced.sort_by_key(|displaced| (displaced.day, displaced.start));
    Ok(closed)
}

/// Orders that one unit of work ends.
pub(crate) struct OrdersToClose {
    /// Their numbers.
    pub(crate) numbers: Vec<OrderNumber>,
    /// The base of the ids of closures: the closure at a venue has this number plus the id of the venue.
    pub(crate) closure: BlockId,
    /// What their players read.
    pub(crate) reason: ClosureReason,
    /// Who issues the credit notes.
    pub(crate) issuer: Issuer,
    /// The current time.
    pub(crate) now: Timestamp,
}

/// Ends the orders in the caller's unit of work. It must be the last step of that unit of work: its credit notes lock
/// their series.
pub(crate) async fn close_orders(tx: &mut dyn Session, batch: &OrdersToClose) -> Result<Closed, StoreError> {
    let mut closed = Closed::default();
    let mut blocks: HashMap<VenueId, NewBlock> = HashMap::new();
    for number in &batch.numbers {
        let venue = find_order(tx, *number).await?.venue;
        let block = blocks.entry(venue).or_insert_with(|| NewBlock {
            // One id for each venue, the same in every batch.
            id: BlockId(batch.closure.0 + venue.0),
            venue,
            reason: batch.reason.as_str().to_owned(),
            cause: None,
            kind: BlockKind::Closure,
            staff: None,
        });
        close_one(
            tx,
            *number,
            &ClosureContext { block, money: ClosureMoney::ALL_BACK, now: batch.now },
            &mut closed,
        )
        .await?;
        closed.finished.push(*number);
    }
    // A document number keeps its series locked until this unit of work ends, so credit notes come last.
    for displaced in &closed.displaced {
        issue_credit_notes_of_cancellation(tx, &batch.issuer, displaced.order, batch.now).await?;
    }
    Ok(closed)
}

async fn close_one(
    tx: &mut dyn Session,
    number: OrderNumber,
    context: &ClosureContext<'_>,
    closed: &mut Closed,
) -> Result<(), StoreError> {
    for _ in 0..MAX_ATTEMPTS {
        let order = find_order(tx, number).await?;
        match order.status {
            OrderStatus::Held => {
                // If the hold was confirmed in the meantime, the next iteration finds the booking.
                if free_slot(tx, &OrderClaim::from(&order), Freeing::Hold).await? {
                    closed.holds += usize::from(end_hold(tx, number, context.now).await?);
                    return Ok(());
                }
            }
            OrderStatus::Confirmed => match displace(tx, context, number).await? {
                DisplaceOutcome::Done(displaced) => {
                    closed.displaced.push(displaced);
                    return Ok(());
                }
                DisplaceOutcome::Played | DisplaceOutcome::Gone => return Ok(()),
            },
            _ => return Ok(()),
        }
    }
    // The order is still a hold whose claim was removed already, so it has expired.
    Ok(())
}
