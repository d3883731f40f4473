//! Closing courts: nobody plays there, everybody who paid gets it all back, and is told.

use std::sync::Arc;

use jiff::Timestamp;
use sideout_domain::{
    BlockId,
    order::{OrderNumber, OrderStatus},
    refund::RefundReason,
    slot::touched_days,
};
use sideout_store::{
    ChangeEvent, Claims, Closures, Orders, Session, Store, StoreError,
    claims::Slot,
    closures::{Claimant, NewBlock},
};

use super::{
    Closing, ClosingRefused, Displaced,
    closing::{Area, NoArea},
    displaced::find_order,
};
use crate::{
    booking::cancel_booking::{Cancellation, cancel_booking},
    brand::read_brand,
    clock::Clock,
    random::Random,
    receipts::{
        ReceiptSettings,
        issue::{Issuer, credit_note},
    },
};

/// So many slots are closed in one unit of work. Players' own units come between, so a month of twelve courts never
/// keeps one of them waiting.
const BATCH: usize = 16;
/// How often a slot is looked at anew when somebody took or left it meanwhile.
const RACED_RETRIES: u32 = 8;

/// What was closed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Closed {
    /// Slots blocked by this closure.
    pub slots: usize,
    /// Slots that were blocked before.
    pub already: usize,
    /// Bookings cancelled by it.
    pub displaced: Vec<Displaced>,
    /// Holds ended by it.
    pub holds: usize,
}

/// A closure ended early. What was closed by then stays closed; the same closure again goes on from there.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub struct Stopped {
    /// What was closed by then.
    pub so_far: Closed,
    /// Why it ended.
    pub why: Why,
}

/// Why a closure ended early.
#[derive(Debug, thiserror::Error)]
pub enum Why {
    /// It makes no sense; nothing was changed.
    #[error(transparent)]
    Refused(#[from] ClosingRefused),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NoArea> for Why {
    fn from(error: NoArea) -> Self {
        match error {
            NoArea::Refused(refused) => Why::Refused(refused),
            NoArea::Store(error) => Why::Store(error),
        }
    }
}

/// Blocks every slot whose game reaches into the span, cancels the bookings there with a full refund to be issued at once,
/// and ends the holds. Money that is under way for such a hold finds another court or goes back, as late money does.
/// Slot by slot: each is closed whole or not at all, so the command may be stopped and run again, beside running servers
/// and beside another closure.
///
/// Takes the store, not the whole application: a closure needs no provider.
///
/// # Errors
/// [`Stopped`] with what was done by then.
pub async fn close_courts(
    store: &Store,
    clock: &dyn Clock,
    random: &dyn Random,
    receipts: &ReceiptSettings,
    closing: Closing,
) -> Result<Closed, Stopped> {
    let mut closed = Closed::default();
    let block = NewBlock {
        id: BlockId(random.number_of_digits(15)),
        venue: closing.span.venue,
        reason: closing.reason.as_str().to_owned(),
    };
    let stopped = |so_far: &Closed, why: Why| Stopped { so_far: so_far.clone(), why };
    let now = clock.now();
    let found = store.read((closing.span, now), |tx, (span, now)| {
        Box::pin(async move {
            let area = Area::find(tx, span).await?;
            if area.is_over(*now) {
                return Err(ClosingRefused::Over.into());
            }
            let slots = area.slots(tx, *now).await?;
            Ok::<_, NoArea>((area, slots, read_brand(tx).await?))
        })
    });
    let (area, slots, brand) = found.await.map_err(|error| stopped(&closed, error.into()))?;
    let issuer = Issuer::new(Arc::new(brand), receipts.clone());
    let issuer = issuer.map_err(|error| stopped(&closed, error.into()))?;
    let (area, slots): (Arc<Area>, Vec<Slot>) = (Arc::new(area), slots.into_iter().collect());
    for slots in slots.chunks(BATCH) {
        let batch = Batch {
            area: area.clone(),
            block: block.clone(),
            slots: slots.to_vec(),
            issuer: issuer.clone(),
            now: clock.now(),
        };
        let done = store.write(batch, |tx, batch| Box::pin(close_batch(tx, batch))).await;
        let done = done.map_err(|error| stopped(&closed, Why::Store(error)))?;
        closed.slots += done.slots;
        closed.already += done.already;
        closed.holds += done.holds;
        closed.displaced.extend(done.displaced);
    }
    closed.displaced.sort_by_key(|displaced| (displaced.day, displaced.start));
    Ok(closed)
}

struct Batch {
    area: Arc<Area>,
    block: NewBlock,
    slots: Vec<Slot>,
    issuer: Issuer,
    now: Timestamp,
}

async fn close_batch(tx: &mut dyn Session, batch: &Batch) -> Result<Closed, StoreError> {
    let mut closed = Closed::default();
    for slot in &batch.slots {
        close_slot(tx, batch, *slot, &mut closed).await?;
    }
    // Last, because a document number keeps its series locked until this unit of work ends.
    for displaced in &closed.displaced {
        credit_note(tx, &batch.issuer, displaced.order, batch.now).await?;
    }
    Ok(closed)
}

async fn close_slot(
    tx: &mut dyn Session,
    batch: &Batch,
    slot: Slot,
    closed: &mut Closed,
) -> Result<(), StoreError> {
    let time = slot.lasting(batch.area.venue.slot_minutes);
    for _ in 0..RACED_RETRIES {
        // Also what was claimed on another grid of slots and only reaches into this one.
        for (claimed, claimant) in Closures(tx).find_claimants(time).await? {
            match claimant {
                Claimant::Block => {
                    closed.already += usize::from(claimed == slot);
                    return Ok(());
                }
                Claimant::Booking(number) => match displace(tx, &batch.ending(), number).await? {
                    Displacing::Done(displaced) => closed.displaced.push(displaced),
                    Displacing::Played => return Ok(()),
                    Displacing::Gone => {}
                },
                Claimant::Hold(number) => {
                    // If the hold was confirmed in between, the next round finds the booking.
                    if Claims(tx).release_hold(claimed, number).await? {
                        closed.holds += usize::from(end_hold(tx, number).await?);
                    }
                }
            }
        }
        Closures(tx).add(&batch.block, batch.now).await?;
        if Closures(tx).block(time, batch.block.id).await? {
            closed.slots += 1;
            let (day, start) = batch.area.moment_of(slot.starts_at);
            for day in touched_days(day, start, batch.area.venue.slot_minutes) {
                tx.announce(ChangeEvent::Day(batch.area.venue.id, day));
            }
            return Ok(());
        }
    }
    Err(StoreError::Unavailable(format!("court {} kept changing hands while it was closed", slot.court)))
}

impl Batch {
    fn ending(&self) -> Ending<'_> {
        Ending { block: &self.block, now: self.now }
    }
}

/// Why and when bookings end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ending<'a> {
    /// The closure, with the reason that players read.
    pub(crate) block: &'a NewBlock,
    /// Now.
    pub(crate) now: Timestamp,
}

/// How an attempt to take a booking back ended.
#[derive(Debug)]
pub(crate) enum Displacing {
    Done(Displaced),
    /// The desk has said how the game went: it is no booking to cancel, and nobody else can get the slot.
    Played,
    /// The player cancelled meanwhile.
    Gone,
}

/// Takes a booking back for the venue: everything that was paid is owed, at once.
pub(crate) async fn displace(
    tx: &mut dyn Session,
    ending: &Ending<'_>,
    number: OrderNumber,
) -> Result<Displacing, StoreError> {
    let mut order = find_order(tx, number).await?;
    match order.status {
        OrderStatus::Confirmed => {}
        OrderStatus::NoShow | OrderStatus::Completed => return Ok(Displacing::Played),
        _ => return Ok(Displacing::Gone),
    }
    let displaced = Displaced::of(tx, &order).await?;
    Closures(tx).add(ending.block, ending.now).await?;
    let cancellation = Cancellation {
        refund: order.paid,
        because: RefundReason::VenueClosed,
        issue_at: ending.now,
        reason: Some(&ending.block.reason),
        now: ending.now,
    };
    if cancel_booking(tx, &mut order, cancellation).await? {
        Closures(tx).name(number, ending.block.id).await?;
        return Ok(Displacing::Done(displaced));
    }
    match find_order(tx, number).await?.status {
        OrderStatus::Cancelled | OrderStatus::CancelRequested => Ok(Displacing::Gone),
        // The release has to be undone with the whole batch.
        _ => Err(StoreError::Unavailable(format!("order {number} changed while its court was closed"))),
    }
}

/// Ends a hold whose court is gone. As if its time were up: money under way is late money then, which may find another
/// court of the venue. `false`: its time was up already.
pub(crate) async fn end_hold(tx: &mut dyn Session, number: OrderNumber) -> Result<bool, StoreError> {
    if !Orders(tx).close_hold(number, OrderStatus::Expired).await? {
        return Ok(false);
    }
    if let Some(customer) = Orders(tx).find_owner(number).await? {
        tx.announce(ChangeEvent::Order(customer, number, OrderStatus::Expired));
    }
    Ok(true)
}
