//! A player picks a court: it is kept for them for some minutes.

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{
    CourtId, CustomerId, SportId, VenueId,
    cancellation::CancellationPolicy,
    money::Money,
    order::{OrderNumber, OrderStatus},
    price::price_of,
    slot::StartTime,
};
use sideout_store::{
    ChangeEvent, Claims, Orders, Session, StoreError,
    claims::Slot,
    orders::{Hold, NewOrder, Order},
};

use super::is_bookable;
use crate::{App, Throttled, catalogue::find_venue};

/// A customer who let this many holds on one slot run out one after the other …
const LAPSED_HOLDS: i32 = 2;
/// … leaves it to others for this long.
const LAPSED_PAUSE: SignedDuration = SignedDuration::from_mins(10);

/// How often a pick is tried again when taps of one customer meet on two nodes, or a number was drawn twice.
const RACED_RETRIES: u32 = 4;

/// What the player picked.
#[derive(Debug, Clone, Copy)]
pub struct Pick {
    /// The sport.
    pub sport: SportId,
    /// The venue.
    pub venue: VenueId,
    /// The court, of that venue and for that sport.
    pub court: CourtId,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
}

/// Why a court is not kept.
#[derive(Debug, thiserror::Error)]
pub enum PlaceHoldError {
    /// There is no such court at that venue for that sport.
    #[error("no such court")]
    NoSuchCourt,
    /// The slot is past, too far ahead, outside the opening hours or not for sale.
    #[error("slot not bookable")]
    NotBookable,
    /// Somebody else has it.
    #[error("slot taken")]
    Taken,
    /// This customer has booked it already.
    #[error("slot booked by the same customer")]
    AlreadyBooked,
    /// This customer let holds on this slot run out again and again.
    #[error("holds on this slot lapsed too often")]
    LapsedTooOften,
    /// Another call of the same customer came between, perhaps for this very slot; trying again settles it.
    #[error("raced by the same customer")]
    Raced,
    /// Too many courts held in too short a time.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What picking a court may come to, as `sideout_holds_total` counts it.
pub(crate) const HOLD_OUTCOMES: [&str; 5] = ["held", "taken", "refused", "throttled", "failed"];

impl PlaceHoldError {
    /// What the player is told.
    pub fn words(&self) -> &'static str {
        match self {
            PlaceHoldError::NoSuchCourt => "We can't find that court. Please pick another one.",
            PlaceHoldError::NotBookable => "That hour can't be booked. Please pick another time.",
            PlaceHoldError::Taken => "Someone was quicker: that court has just been taken. Pick another one.",
            PlaceHoldError::AlreadyBooked => {
                "This court is yours already: you have booked it. Your pass is in your bookings."
            }
            PlaceHoldError::LapsedTooOften => {
                "You have held this court twice without booking it. Give others a chance and try again in 10 minutes."
            }
            PlaceHoldError::Throttled(_) => {
                "You have held many courts in a short time. Please take a short break."
            }
            PlaceHoldError::Raced | PlaceHoldError::Store(_) => {
                "Something went wrong on our side. Please try again."
            }
        }
    }
}

/// Keeps the picked court for `customer` until the hold runs out, in place of any other court they hold.
///
/// The same pick again returns the same order, its time not extended (docs/API-DESIGN.md, `add_times`).
///
/// # Errors
/// [`PlaceHoldError`]; nothing was changed, and a court held before is still held.
pub async fn place_hold(app: &App, customer: CustomerId, pick: Pick) -> Result<Order, PlaceHoldError> {
    let held = hold_what_is_picked(app, customer, pick).await;
    let outcome = match &held {
        Ok(_) => "held",
        Err(PlaceHoldError::Taken) => "taken",
        Err(PlaceHoldError::Throttled(_)) => "throttled",
        Err(PlaceHoldError::Raced | PlaceHoldError::Store(_)) => "failed",
        Err(_) => "refused",
    };
    metrics::counter!("sideout_holds_total", "outcome" => outcome).increment(1);
    held
}

async fn hold_what_is_picked(app: &App, customer: CustomerId, pick: Pick) -> Result<Order, PlaceHoldError> {
    let now = app.clock.now();
    let venue = find_venue(app, pick.venue).await?.ok_or(PlaceHoldError::NoSuchCourt)?;
    let court = venue.court(pick.court).filter(|court| court.sport == pick.sport);
    let court = court.ok_or(PlaceHoldError::NoSuchCourt)?;
    if !is_bookable(&venue, pick.day, pick.start, now) {
        return Err(PlaceHoldError::NotBookable);
    }
    let price = price_of(&venue.prices, court, pick.day, pick.start).ok_or(PlaceHoldError::NotBookable)?;
    let slot = Slot { court: court.id, starts_at: pick.start.on(pick.day, &venue.zone) };
    let mut order = NewOrder {
        number: new_number(app),
        customer,
        venue: venue.id,
        slot,
        day: pick.day,
        start: pick.start,
        play_minutes: venue.play_minutes,
        slot_minutes: venue.slot_minutes,
        price,
        policy: CancellationPolicy {
            cutoff_minutes: app.settings.cancel_cutoff_minutes,
            bank_charge: Money::from_paise(app.settings.bank_charge_paise),
        },
        // A hold that outlived the start could be confirmed when the game has begun.
        held_until: slot.starts_at.min(now + SignedDuration::from_secs(app.settings.hold_seconds.into())),
        created_at: now,
    };
    let mut placed = write_hold(app, order.clone()).await;
    for _ in 0..RACED_RETRIES {
        if !matches!(placed, Err(PlaceHoldError::Raced)) {
            break;
        }
        order.number = new_number(app);
        placed = write_hold(app, order.clone()).await;
    }
    Ok(placed?.order)
}

async fn write_hold(app: &App, order: NewOrder) -> Result<Placed, PlaceHoldError> {
    let charges = app.hold_charges(order.customer);
    app.store
        .write((order, charges), |tx, (order, charges)| {
            Box::pin(async move {
                let left = Orders(tx).find_hold(order.customer).await?;
                // The same pick again is no further hold and costs nothing.
                if let Some(again) = left.as_ref().filter(|held| is_same(held, order)) {
                    return Placed::again(tx, again, order).await;
                }
                charges.take::<PlaceHoldError>(tx, order.created_at).await?;
                hold_instead(tx, order, left).await
            })
        })
        .await
}

/// What placing a hold did.
#[derive(Debug)]
pub struct Placed {
    /// The held order.
    pub order: Order,
    /// The hold it took the place of.
    pub left: Option<Hold>,
}

impl Placed {
    /// What the customer holds already.
    async fn again(tx: &mut dyn Session, held: &Hold, order: &NewOrder) -> Result<Placed, PlaceHoldError> {
        Ok(Placed { order: read_back(tx, held.number, order.customer).await?, left: None })
    }
}

/// The unit of work behind [`place_hold`] without its charges, at `order.created_at`; the benchmark runs it without
/// HTTP.
///
/// # Errors
/// As [`hold_instead`].
pub async fn hold(tx: &mut dyn Session, order: &NewOrder) -> Result<Placed, PlaceHoldError> {
    let left = Orders(tx).find_hold(order.customer).await?;
    match left.as_ref().filter(|held| is_same(held, order)) {
        Some(again) => Placed::again(tx, again, order).await,
        None => hold_instead(tx, order, left).await,
    }
}

/// Holds the slot of `order` in place of `left`, which is what the customer held when this unit of work looked. It may
/// have waited since then for another tap of the same customer.
///
/// # Errors
/// [`PlaceHoldError::Taken`], [`PlaceHoldError::LapsedTooOften`], [`PlaceHoldError::Raced`] or the database's.
pub async fn hold_instead(
    tx: &mut dyn Session,
    order: &NewOrder,
    left: Option<Hold>,
) -> Result<Placed, PlaceHoldError> {
    let now = order.created_at;
    if let Some(held) = &left {
        let end = end_of(held.held_until, now);
        Claims(tx).release_hold(held.slot, held.number).await?;
        if !Orders(tx).close_hold(held.number, end).await? {
            return Err(PlaceHoldError::Raced);
        }
    }
    let time = order.slot.lasting(order.slot_minutes);
    if !Claims(tx).claim(time, order.number, order.held_until, now).await? {
        // Perhaps it went to this very player, by a tap that was first.
        let held = Orders(tx).find_hold(order.customer).await?.filter(|held| is_same(held, order));
        let Some(held) = held else {
            let booked = Orders(tx).find_booking_at(order.customer, order.slot).await?;
            return Err(booked.map_or(PlaceHoldError::Taken, |_| PlaceHoldError::AlreadyBooked));
        };
        return Placed::again(tx, &held, order).await;
    }
    // The holds in question began at most two hold times and the pause ago.
    let since = now - LAPSED_PAUSE - order.held_until.duration_since(now) * LAPSED_HOLDS;
    if Orders(tx).count_lapsed(order.customer, order.slot, since).await? >= i64::from(LAPSED_HOLDS) {
        return Err(PlaceHoldError::LapsedTooOften);
    }
    if !Orders(tx).add(order).await? {
        return Err(PlaceHoldError::Raced);
    }
    if let Some(held) = &left {
        for day in held.days() {
            tx.announce(ChangeEvent::Day(held.venue, day));
        }
        tx.announce(ChangeEvent::Order(order.customer, held.number, end_of(held.held_until, now)));
    }
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, OrderStatus::Held));
    Ok(Placed { order: read_back(tx, order.number, order.customer).await?, left })
}

/// How a hold until `held_until` ends that another one takes the place of at `now`.
fn end_of(held_until: Timestamp, now: Timestamp) -> OrderStatus {
    if held_until > now { OrderStatus::Released } else { OrderStatus::Expired }
}

/// Whether `held` is alive and on the slot that `order` asks for.
fn is_same(held: &Hold, order: &NewOrder) -> bool {
    held.slot == order.slot && held.held_until > order.created_at
}

async fn read_back(
    tx: &mut dyn Session,
    number: OrderNumber,
    customer: CustomerId,
) -> Result<Order, StoreError> {
    let order = Orders(tx).find(number, customer).await?;
    order.ok_or_else(|| StoreError::Corrupt(format!("order {number} of customer {customer} vanished")))
}

/// A fresh order number. A clash with one of ten thousand million others shows as `add` touching no row.
pub fn new_number(app: &App) -> OrderNumber {
    loop {
        let drawn = app.random.number_of_digits(OrderNumber::DIGITS);
        if let Ok(number) = OrderNumber::try_from(drawn) {
            return number;
        }
    }
}
