//! Closes courts: blocks their slots and cancels the bookings there.

use std::sync::Arc;

use jiff::Timestamp;
use sideout_domain::{
    claim::{BlockKind, Slot},
    closure_offer::{RunningGames, answer_until},
    money::Money,
    order::{OrderNumber, OrderStatus},
    refund::RefundReason,
    slot::touched_days,
};
use sideout_store::{
    ChangeEvent, ClosureOffers, Closures, Orders, Session, Store, StoreError,
    closure_offers::NewOffer,
    closures::{Claimant, NewBlock},
};

use super::{
    Closure, ClosureRefused, Displaced,
    closure::{ResolveSpanError, ResolvedSpan},
    displaced::find_order,
};
use crate::{
    platform::{brand::read_brand, clock::Clock, random::Random, settings::ReceiptSettings},
    steps::{
        cancel_booking::{Cancellation, cancel_booking},
        draw_block_id::draw_block_id,
        free_slot::{Freeing, OrderClaim, free_desk_hold, free_slot},
        issue_receipts::{Issuer, issue_credit_notes_of_cancellation},
        notify,
    },
};

/// Slots closed in one unit of work. Units of work of players run between two batches.
const BATCH: usize = 16;
/// The most attempts to close a slot that another request claims or releases in the meantime.
const MAX_ATTEMPTS: u32 = 8;

/// The result of a closure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Closed {
    /// Slots blocked by this closure.
    pub slots: usize,
    /// Slots that were already blocked.
    pub already: usize,
    /// Bookings cancelled by it.
    pub displaced: Vec<Displaced>,
    /// Holds ended by it.
    pub holds: usize,
    /// The orders that [`close_bookings`](super::close_bookings()) ended or skipped. Empty after a closure of courts.
    pub finished: Vec<OrderNumber>,
}

/// A closure ended early. What was closed by then stays closed; running the same closure again continues from there.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Interrupted {
    /// What was closed by then.
    pub so_far: Closed,
    /// Why it ended.
    pub error: CloseCourtsError,
}

/// Why a closure ended early.
#[derive(Debug, thiserror::Error)]
pub enum CloseCourtsError {
    /// The closure is invalid; nothing was changed.
    #[error(transparent)]
    Refused(#[from] ClosureRefused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ResolveSpanError> for CloseCourtsError {
    fn from(error: ResolveSpanError) -> Self {
        match error {
            ResolveSpanError::Refused(refused) => CloseCourtsError::Refused(refused),
            ResolveSpanError::Store(error) => CloseCourtsError::Store(error),
        }
    }
}

/// Blocks every slot whose game reaches into the span, cancels the bookings there, and ends the holds. If the closure asks the players,
/// those whose game has not begun have `offer_hours` to choose between another hour and the money. Otherwise, and with 0 hours, all that
/// was paid goes back at once. Each slot is closed completely or not at all, so the command can be stopped and run again. On retired
/// courts the bookings and holds are ended and nothing is blocked.
///
/// Takes the store and not the whole application, because a closure needs no provider.
///
/// # Errors
/// [`Interrupted`], with what was closed by then.
pub async fn close_courts(
    store: &Store,
    clock: &dyn Clock,
    random: &dyn Random,
    receipts: &ReceiptSettings,
    offer_hours: u32,
    closure: Closure,
) -> Result<Closed, Interrupted> {
    let mut closed = Closed::default();
    let block = NewBlock {
        id: draw_block_id(random),
        venue: closure.span.venue,
        reason: closure.reason.as_str().to_owned(),
        cause: None,
        kind: BlockKind::Closure,
        staff: None,
    };
    let stopped = |so_far: &Closed, error: CloseCourtsError| Interrupted { so_far: so_far.clone(), error };
    let now = clock.now();
    let asks = closure.asks_players && offer_hours > 0;
    let money =
        ClosureMoney { offer_until: asks.then(|| answer_until(now, offer_hours)), ..ClosureMoney::ALL_BACK };
    let found = store.read((closure.span, now), |tx, (span, now)| {
        Box::pin(async move {
            let span = ResolvedSpan::of(tx, span).await?;
            if span.is_over(*now) {
                return Err(ClosureRefused::Over.into());
            }
            let slots = span.slots(tx, *now).await?;
            Ok::<_, ResolveSpanError>((span, slots, read_brand(tx).await?))
        })
    });
    let (span, slots, brand) = found.await.map_err(|error| stopped(&closed, error.into()))?;
    let issuer = Issuer::new(Arc::new(brand), receipts);
    let issuer = issuer.map_err(|error| stopped(&closed, error.into()))?;
    let (span, slots): (Arc<ResolvedSpan>, Vec<Slot>) = (Arc::new(span), slots.into_iter().collect());
    for slots in slots.chunks(BATCH) {
        let batch = Batch {
            span: span.clone(),
            block: block.clone(),
            money,
            slots: slots.to_vec(),
            issuer: issuer.clone(),
            now: clock.now(),
        };
        let done = store.write(batch, |tx, batch| Box::pin(close_batch(tx, batch))).await;
        let done = done.map_err(|error| stopped(&closed, CloseCourtsError::Store(error)))?;
        closed.slots += done.slots;
        closed.already += done.already;
        closed.holds += done.holds;
        closed.displaced.extend(done.displaced);
    }
    closed.displaced.sort_by_key(|displaced| (displaced.day, displaced.start));
    Ok(closed)
}

/// Slots that are closed in one unit of work.
pub(crate) struct Batch {
    pub(super) span: Arc<ResolvedSpan>,
    pub(super) block: NewBlock,
    pub(super) money: ClosureMoney,
    pub(super) slots: Vec<Slot>,
    pub(super) issuer: Issuer,
    pub(super) now: Timestamp,
}

/// Blocks the slots, after it has ended the bookings and holds there.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn close_batch(tx: &mut dyn Session, batch: &Batch) -> Result<Closed, StoreError> {
    let mut closed = Closed::default();
    for slot in &batch.slots {
        close_slot(tx, batch, *slot, &mut closed).await?;
    }
    Closures(tx).set_span(batch.block.id, batch.span.time()).await?;
    // A document number keeps its series locked until this unit of work ends, so credit notes come last.
    for displaced in &closed.displaced {
        issue_credit_notes_of_cancellation(tx, &batch.issuer, displaced.order, batch.now).await?;
    }
    Ok(closed)
}

async fn close_slot(
    tx: &mut dyn Session,
    batch: &Batch,
    slot: Slot,
    closed: &mut Closed,
) -> Result<(), StoreError> {
    let mut time = slot.lasting(batch.span.venue.slot_minutes);
    let is_sold = batch.span.sells(slot.court);
    for _ in 0..MAX_ATTEMPTS {
        // This includes claims on another slot grid that overlap this slot only in part.
        let claimants = Closures(tx).find_claimants(time).await?;
        if claimants.is_empty() && !is_sold {
            return Ok(());
        }
        for (claim, claimant) in claimants {
            let claimed = claim.slot;
            // A game beside the span stays, and the rest of the slot is blocked.
            if !matches!(claimant, Claimant::Block) && !batch.span.has_game_of(&claim) {
                let Some(rest) = time.beside(&claim) else { return Ok(()) };
                time = rest;
                continue;
            }
            match claimant {
                Claimant::Block => {
                    closed.already += usize::from(claimed == slot);
                    return Ok(());
                }
                Claimant::Booking(number) => match displace(tx, &batch.context(), number).await? {
                    DisplaceOutcome::Done(displaced) => closed.displaced.push(displaced),
                    DisplaceOutcome::Played => return Ok(()),
                    DisplaceOutcome::Gone => {}
                },
                Claimant::DeskHold(block) => {
                    let freed = free_desk_hold(tx, &batch.span.venue, (&claim, block), None).await?;
                    closed.holds += usize::from(freed);
                }
                Claimant::Hold(number) => {
                    // If the hold was confirmed in the meantime, the next iteration finds the booking.
                    let order = find_order(tx, number).await?;
                    if order.slot == claimed
                        && free_slot(tx, &OrderClaim::from(&order), Freeing::Hold).await?
                    {
                        closed.holds += usize::from(end_hold(tx, number, batch.now).await?);
                    }
                }
            }
        }
        // The database takes no claim of a retired court. The next iteration finds whether all that was there has ended.
        if !is_sold {
            continue;
        }
        Closures(tx).add(&batch.block, batch.now).await?;
        if Closures(tx).block(time, batch.block.id).await? {
            closed.slots += 1;
            let (day, start) = batch.span.moment_of(slot.starts_at);
            for day in touched_days(day, start, batch.span.venue.slot_minutes) {
                tx.announce(ChangeEvent::Day(batch.span.venue.id, day));
            }
            return Ok(());
        }
    }
    let court = batch.span.courts.iter().find(|court| court.id == slot.court);
    let court = court.map_or("a court", |court| court.name.as_str());
    let message = format!("{court} was claimed again and again while it was closed");
    Err(StoreError::Unavailable(message))
}

impl Batch {
    fn context(&self) -> ClosureContext<'_> {
        ClosureContext { block: &self.block, money: self.money, now: self.now }
    }
}

/// What becomes of the money of bookings that a closure ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClosureMoney {
    /// Until when the players choose between another hour and the money; `None`: the money goes back at once.
    pub(crate) offer_until: Option<Timestamp>,
    /// What the players of games that have begun get back.
    pub(crate) running_games: RunningGames,
}

impl ClosureMoney {
    /// All that was paid goes back at once.
    pub(crate) const ALL_BACK: ClosureMoney =
        ClosureMoney { offer_until: None, running_games: RunningGames::All };
}

/// Why and when a closure ends bookings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClosureContext<'a> {
    /// The closure, with the reason that players read.
    pub(crate) block: &'a NewBlock,
    /// What becomes of what was paid.
    pub(crate) money: ClosureMoney,
    /// The current time.
    pub(crate) now: Timestamp,
}

/// The result of an attempt to cancel a booking for the venue.
#[derive(Debug)]
pub(crate) enum DisplaceOutcome {
    Done(Displaced),
    /// The game counts as played, or was recorded as missed: there is nothing to cancel, and the slot stays claimed. This includes a
    /// game that has begun, if the closure leaves such games as they are.
    Played,
    /// The order is not a booking any more.
    Gone,
}

/// Cancels a booking for the venue; `context.money` says what becomes of what was paid.
pub(crate) async fn displace(
    tx: &mut dyn Session,
    context: &ClosureContext<'_>,
    number: OrderNumber,
) -> Result<DisplaceOutcome, StoreError> {
    let mut order = find_order(tx, number).await?;
    match order.status {
        OrderStatus::Confirmed => {}
        OrderStatus::NoShow | OrderStatus::Completed => return Ok(DisplaceOutcome::Played),
        _ => return Ok(DisplaceOutcome::Gone),
    }
    let money = money_of(order.kept(), order.slot.starts_at, context.money, context.now);
    let Some(money) = money else { return Ok(DisplaceOutcome::Played) };
    let displaced = Displaced::of(tx, &order, money).await?;
    Closures(tx).add(context.block, context.now).await?;
    let is_part = money.offer_until.is_none() && money.back != order.kept();
    let cancellation = Cancellation {
        refund: money.back,
        refund_reason: RefundReason::VenueClosed,
        issue_at: context.now,
        given_reason: Some(&context.block.reason),
        by: context.block.staff.filter(|_| is_part),
        version: None,
        // The offer has a message of its own.
        notifies_player: money.offer_until.is_none(),
        is_offered: money.offer_until.is_some(),
        now: context.now,
    };
    if cancel_booking(tx, &mut order, cancellation).await?.is_some() {
        Closures(tx).mark_closed_by(number, context.block.id).await?;
        if let Some(open_until) = money.offer_until {
            let (closure, customer, now) = (context.block.id, order.customer, context.now);
            ClosureOffers(tx).add(&NewOffer { order: number, closure, customer, open_until, now }).await?;
            notify::closure_offered(tx, &order, closure, now).await?;
        }
        return Ok(DisplaceOutcome::Done(displaced));
    }
    match find_order(tx, number).await?.status {
        OrderStatus::Cancelled | OrderStatus::CancelRequested => Ok(DisplaceOutcome::Gone),
        // The court was released although the booking was not cancelled: the error rolls the whole batch back.
        _ => Err(StoreError::Unavailable(format!("order {number} changed while its court was closed"))),
    }
}

/// What becomes of the money of one booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DisplacedMoney {
    /// Until when its player chooses; `None`: it goes back at once.
    pub(crate) offer_until: Option<Timestamp>,
    /// What goes back, or would if the player chooses the money.
    pub(crate) back: Money,
}

/// What a closure does with the money of a booking; `None` if the game has begun and counts as played.
pub(crate) fn money_of(
    kept: Money,
    starts_at: Timestamp,
    money: ClosureMoney,
    now: Timestamp,
) -> Option<DisplacedMoney> {
    if starts_at <= now {
        let back = money.running_games.share_of(kept)?;
        return Some(DisplacedMoney { offer_until: None, back });
    }
    Some(DisplacedMoney { offer_until: money.offer_until, back: kept })
}

/// Ends a hold whose court is closed `now`. Returns `false` if the order was not a hold any more.
pub(crate) async fn end_hold(
    tx: &mut dyn Session,
    number: OrderNumber,
    now: Timestamp,
) -> Result<bool, StoreError> {
    if !Orders(tx).close_hold_with_court(number, now).await? {
        return Ok(false);
    }
    if let Some(customer) = Orders(tx).find_owner(number).await? {
        tx.announce(ChangeEvent::Order(customer, number, OrderStatus::Expired));
    }
    Ok(true)
}
