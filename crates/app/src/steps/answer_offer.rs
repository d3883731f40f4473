//! Answers the offer to a player whose court was closed, in the unit of work of the caller: by another place, to which what was
//! paid goes, or by the money.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    StaffId, VenueId,
    claim::CourtTime,
    closure_offer::{CarriedPrice, OfferState},
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
    refund::{LEAST_REFUND, RefundAbout, RefundReason, can_split_refund, split_refund},
    slot::StartTime,
};
use sideout_store::{
    Attendances, Bills, ChangeEvent, Claims, ClosureOffers, Orders, PlayerNotes, Session, StoreError,
    bills::PaidPart,
    closure_offers::{ClosureOffer, OfferAnswer},
    displaced_orders::CarriedBooking,
    payments::Refunds,
};

use super::{
    announce_order::announce_order,
    cancel_booking::{RefundOfBooking, approve_part, approve_refunds, give_coupon_back},
    issue_receipts::{Issuer, issue_credit_notes_of_cancellation, issue_credit_notes_of_move},
    ledger, notify,
};

/// Who answers, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answering<'a> {
    /// The member of staff who answers, if one does.
    pub(crate) by: Option<StaffId>,
    /// Issues the credit notes.
    pub(crate) issuer: &'a Issuer,
    /// The current time.
    pub(crate) now: Timestamp,
}

/// The place that is chosen, with the number of the booking there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewPlace {
    /// The number, drawn at random.
    pub(crate) number: OrderNumber,
    /// The venue.
    pub(crate) venue: VenueId,
    /// The court and the time.
    pub(crate) time: CourtTime,
    /// The day at the venue.
    pub(crate) day: Date,
    /// The start at the venue.
    pub(crate) start: StartTime,
    /// How long is played.
    pub(crate) play_minutes: u16,
    /// What it costs there.
    pub(crate) price: Money,
    /// What the chooser was shown: what is due, and what goes back. `None` accepts any amounts.
    pub(crate) shown: Option<(Money, Money)>,
    /// Minutes before the start at which the player is reminded; 0 sends no reminder.
    pub(crate) reminder_minutes: u32,
}

/// Why a game did not get the chosen place. The caller must roll the unit of work back; before [`NotMoved::Taken`] and
/// [`NotMoved::PriceChanged`] nothing of the move was written.
#[derive(Debug)]
pub(crate) enum NotMoved {
    /// Another claim has that time.
    Taken,
    /// It costs another amount than was shown.
    PriceChanged(CarriedPrice),
    /// The offer was answered before.
    Answered,
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for NotMoved {
    fn from(error: StoreError) -> Self {
        NotMoved::Store(error)
    }
}

/// What a place that costs `price` means for the money of the lost booking with these paid parts. A difference that cannot be split into
/// parts that can be sent stays paid.
fn carried_price(lost: &Order, parts: &[PaidPart], price: Money) -> CarriedPrice {
    let left: Vec<Money> = parts.iter().map(|part| part.refundable.unwrap_or(Money::ZERO)).collect();
    let carried = CarriedPrice::of(lost.amounts(), left.iter().copied().sum(), price);
    if can_split_refund(carried.back, &left, LEAST_REFUND) {
        carried
    } else {
        CarriedPrice::of(lost.amounts(), Money::ZERO, price)
    }
}

/// What places that cost these prices mean for the money of a booking whose court was closed.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn prices_of_places(
    tx: &mut dyn Session,
    lost: &Order,
    prices: &[Money],
) -> Result<Vec<CarriedPrice>, StoreError> {
    let parts = Bills(tx).list_settled_of_order(lost.number).await?;
    Ok(prices.iter().map(|price| carried_price(lost, &parts, *price)).collect())
}

/// Books the chosen place for the player of an open offer, and lets what was paid for the lost booking count for it. Returns the new
/// booking.
///
/// INVARIANT: an offer is answered once: by one booking for which what was paid counts, or by the whole money back, never by both (suite
/// `offer_races`).
///
/// # Errors
/// [`NotMoved`].
pub(crate) async fn move_game(
    tx: &mut dyn Session,
    offer: &ClosureOffer,
    place: NewPlace,
    answering: Answering<'_>,
) -> Result<Order, NotMoved> {
    let now = answering.now;
    let lost = find(tx, offer.order, offer).await?;
    let parts = Bills(tx).list_settled_of_order(lost.number).await?;
    let price = carried_price(&lost, &parts, place.price);
    if place.shown.is_some_and(|shown| shown != (price.due, price.back)) {
        return Err(NotMoved::PriceChanged(price));
    }
    if !Claims(tx).claim_paid(place.time, place.number, now).await? {
        return Err(NotMoved::Taken);
    }
    let carried = CarriedBooking {
        venue: place.venue,
        slot: place.time.slot,
        day: place.day,
        start: place.start,
        play_minutes: place.play_minutes,
        slot_minutes: minutes_of(place.time),
        price: price.price,
        discount: price.discount,
        now,
    };
    if !Orders(tx).carry(lost.number, place.number, &carried).await? {
        return Err(changed(lost.number).into());
    }
    let answer = OfferAnswer { state: OfferState::Moved, new_order: Some(place.number), by: answering.by };
    if !ClosureOffers(tx).answer(lost.number, answer, now).await? {
        return Err(NotMoved::Answered);
    }
    carry_money(tx, (&lost, place.number), &parts, now).await?;
    PlayerNotes(tx).carry(lost.number, place.number).await?;
    // An arrival says nothing about another venue or hour.
    if place.venue == lost.venue && place.time.slot.starts_at == lost.slot.starts_at {
        Attendances(tx).carry(lost.number, place.number).await?;
    }
    let mut new = find(tx, place.number, offer).await?;
    ledger::booked(tx, &new, new.discount, now).await?;
    give_difference_back(tx, &mut new, price.back, now).await?;
    notify::confirmed(tx, &new, place.reminder_minutes, now).await?;
    for day in new.days() {
        tx.announce(ChangeEvent::Day(new.venue, day));
    }
    announce_order(tx, &new);
    announce_order(tx, &Order { status: OrderStatus::Cancelled, ..lost });
    issue_credit_notes_of_move(tx, answering.issuer, (new.number, 0), now).await?;
    Ok(new)
}

/// Refunds what was paid for the booking of an open offer, due at once, and gives its coupon back. Returns what the player is owed; the
/// rest of what was paid is kept as a charge. `None` if the offer was answered before.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn give_money_back(
    tx: &mut dyn Session,
    offer: &ClosureOffer,
    state: OfferState,
    answering: Answering<'_>,
) -> Result<Option<Money>, StoreError> {
    let now = answering.now;
    let answer = OfferAnswer { state, new_order: None, by: answering.by };
    if !ClosureOffers(tx).answer(offer.order, answer, now).await? {
        return Ok(None);
    }
    let mut order = find(tx, offer.order, offer).await?;
    give_coupon_back(tx, &order).await?;
    let kept = order.kept();
    let back = RefundOfBooking { amount: kept, reason: RefundReason::VenueClosed, issue_at: now, now };
    let owed = approve_refunds(tx, &mut order, &back).await?;
    if owed < kept {
        ledger::kept_as_charge(tx, order.number, kept.less(owed), now).await?;
    }
    announce_order(tx, &order);
    issue_credit_notes_of_cancellation(tx, answering.issuer, order.number, now).await?;
    Ok(Some(owed))
}

/// Lets what was paid for the lost booking count for the new one, in bills, refunds and ledger.
async fn carry_money(
    tx: &mut dyn Session,
    (lost, to): (&Order, OrderNumber),
    parts: &[PaidPart],
    now: Timestamp,
) -> Result<(), StoreError> {
    Bills(tx).carry(lost.number, to).await?;
    Refunds(tx).carry(lost.number, to).await?;
    if !Orders(tx).end_displaced(lost.number, lost.kept()).await? {
        return Err(changed(lost.number));
    }
    let imported = parts.iter().filter(|part| part.refundable.is_none()).map(|part| part.amount).sum();
    ledger::carried(tx, (lost.number, to), (lost.kept(), imported), now).await
}

/// Approves the refunds of what was paid above the new price, the newest part first.
async fn give_difference_back(
    tx: &mut dyn Session,
    new: &mut Order,
    back: Money,
    now: Timestamp,
) -> Result<(), StoreError> {
    if back == Money::ZERO {
        return Ok(());
    }
    let parts = Bills(tx).list_settled_of_order(new.number).await?;
    let left: Vec<Money> = parts.iter().map(|part| part.refundable.unwrap_or(Money::ZERO)).collect();
    let refund = RefundOfBooking { amount: back, reason: RefundReason::Moved, issue_at: now, now };
    let mut owed = Money::ZERO;
    for (part, amount) in parts.iter().zip(split_refund(back, &left, LEAST_REFUND)) {
        let about = RefundAbout::Move(new.number, 0);
        owed = owed.plus(approve_part(tx, new, (part, amount), about, &refund).await?);
    }
    if owed == back { Ok(()) } else { Err(changed(new.number)) }
}

/// An order of the player of the offer.
async fn find(tx: &mut dyn Session, number: OrderNumber, offer: &ClosureOffer) -> Result<Order, StoreError> {
    let order = Orders(tx).find(number, offer.customer).await?;
    order.ok_or_else(|| StoreError::Corrupt(format!("order {number} of an offer is not there")))
}

/// The order changed between two statements, or its number is in use: a repeated call decides again.
fn changed(number: OrderNumber) -> StoreError {
    StoreError::Unavailable(format!("order {number} changed while its offer was answered"))
}

fn minutes_of(time: CourtTime) -> u16 {
    let minutes = time.ends_at.duration_since(time.slot.starts_at).as_secs() / 60;
    u16::try_from(minutes).unwrap_or(u16::MAX)
}
