//! Holds the court that a player picked for some minutes.

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{
    CourtId, CustomerId, SportId, VenueId,
    claim::Slot,
    order::{Hold, Order, OrderNumber, OrderStatus},
    price::price_of,
    slot::StartTime,
};
use sideout_providers::payments::TimeBudget;
use sideout_store::{
    Answer, ChangeEvent, Claims, Combined, Orders, PlayerBlocks, Session, StoreError,
    combined::HeldAtOnce,
    orders::{ExpiredHoldLimit, NewOrder},
    payments::ProviderOrders,
};

use super::{Unbookable, check_bookable};
use crate::{
    App, Throttled,
    platform::{policies::find_policies, throttle::Charges, venues::find_venue},
    steps::{
        draw_order_number::draw_order_number,
        free_slot::{Freeing, OrderClaim, free_slot},
        payment_overview::{PaymentState, find_overview},
        poll::poll_before_change,
    },
};

/// After this many recent holds of one customer on one slot have expired, the customer cannot hold that slot for
/// [`EXPIRED_HOLDS_PAUSE_MINUTES`].
const MOST_EXPIRED_HOLDS: i32 = 2;
/// Minutes for which a customer with `MOST_EXPIRED_HOLDS` expired holds on a slot cannot hold it, so that others can.
pub const EXPIRED_HOLDS_PAUSE_MINUTES: u32 = 10;
const EXPIRED_HOLDS_PAUSE: SignedDuration = SignedDuration::from_mins(EXPIRED_HOLDS_PAUSE_MINUTES as i64);

/// The most retries of a hold.
const MAX_RETRIES: u32 = 4;

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

/// Why a court is not held.
#[derive(Debug, thiserror::Error)]
pub enum PlaceHoldError {
    /// There is no such court at that venue for that sport.
    #[error("no such court")]
    NoSuchCourt,
    /// The slot has begun, is outside the opening hours or not for sale, or its day is beyond the month of spec §9.
    #[error("slot not bookable")]
    NotBookable,
    /// The day is too far ahead: players can book up to this many days ahead at this venue.
    #[error("more than {0} days ahead")]
    TooFarAhead(u16),
    /// It is too late: at this venue players can book until this many minutes before the start.
    #[error("less than {0} minutes before the start")]
    TooLate(u16),
    /// Another order or a block has claimed the slot.
    #[error("slot taken")]
    Taken,
    /// This customer has already booked the slot.
    #[error("slot booked by the same customer")]
    AlreadyBooked,
    /// This customer let too many recent holds on this slot expire.
    #[error("holds on this slot expired too often")]
    TooManyExpiredHolds,
    /// Staff have blocked the customer, or the account is locked to be erased.
    #[error("the customer is blocked or locked")]
    Blocked,
    /// A payment for the other hold of the customer is under way.
    #[error("a payment for the other hold is under way")]
    PaymentUnderWay,
    /// A payment of the hold that would be replaced was requested: it has to be polled first.
    #[error("the payment of the other hold was not polled")]
    NotPolled(OrderNumber),
    /// Another request of the same customer ran at the same time, or the random order number is already in use. A retry resolves it.
    #[error("raced by the same customer")]
    Raced,
    /// The customer holds the slot already, with this order; nothing was changed.
    #[error("held by the same customer")]
    AlreadyHeld(Box<Order>),
    /// The customer held too many courts in too short a time.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Unbookable> for PlaceHoldError {
    fn from(reason: Unbookable) -> Self {
        match reason {
            Unbookable::Closed => PlaceHoldError::NotBookable,
            Unbookable::TooFarAhead(days) => PlaceHoldError::TooFarAhead(days),
            Unbookable::TooLate(minutes) => PlaceHoldError::TooLate(minutes),
        }
    }
}

/// The values of the label `outcome` of the metric `sideout_holds_total`.
pub(crate) const HOLD_OUTCOMES: [&str; 5] = ["held", "taken", "refused", "throttled", "failed"];

/// Holds the picked court for `customer` until the hold expires. It replaces any other hold of this customer, but not one for which
/// a payment is under way.
///
/// A repeated pick returns the same order and does not extend its time (docs/API-DESIGN.md, `add_times`).
///
/// # Errors
/// [`PlaceHoldError`].
pub async fn place_hold(app: &App, customer: CustomerId, pick: Pick) -> Result<Order, PlaceHoldError> {
    let held = try_to_hold(app, customer, pick).await;
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

async fn try_to_hold(app: &App, customer: CustomerId, pick: Pick) -> Result<Order, PlaceHoldError> {
    let now = app.clock.now();
    let venue = find_venue(app, pick.venue).await?.ok_or(PlaceHoldError::NoSuchCourt)?;
    let court = venue.court(pick.court).filter(|court| court.sport == pick.sport);
    let court = court.ok_or(PlaceHoldError::NoSuchCourt)?;
    check_bookable(&venue, pick.day, pick.start, now)?;
    let price = price_of(&venue.prices, court, pick.day, pick.start).ok_or(PlaceHoldError::NotBookable)?;
    let slot = Slot { court: court.id, starts_at: pick.start.on(pick.day, &venue.zone) };
    let policies = find_policies(app).await?;
    let mut order = NewOrder {
        number: draw_order_number(app, now),
        customer,
        venue: venue.id,
        slot,
        day: pick.day,
        start: pick.start,
        play_minutes: venue.play_minutes,
        slot_minutes: venue.slot_minutes,
        price,
        policy: policies.cancellation,
        // A hold that lasted past the start could be confirmed after the game has begun.
        held_until: slot.starts_at.min(now + SignedDuration::from_secs(policies.hold_seconds.into())),
        created_at: now,
    };
    let mut polled = None;
    let mut placed = write_hold(app, order.clone(), polled).await;
    for _ in 0..MAX_RETRIES {
        match placed {
            Err(PlaceHoldError::Raced) => {}
            Err(PlaceHoldError::NotPolled(previous)) => {
                let overview = poll_before_change(app, customer, previous, TimeBudget::interactive()).await?;
                if overview.is_some_and(|overview| overview.payment == PaymentState::UnderWay) {
                    return Err(PlaceHoldError::PaymentUnderWay);
                }
                polled = Some(previous);
            }
            _ => break,
        }
        order.number = draw_order_number(app, now);
        placed = write_hold(app, order.clone(), polled).await;
    }
    match placed {
        Err(PlaceHoldError::AlreadyHeld(order)) => Ok(*order),
        placed => Ok(placed?.order),
    }
}

/// Writes the hold. `polled` is the customer's other hold whose payment was polled just now.
async fn write_hold(
    app: &App,
    order: NewOrder,
    polled: Option<OrderNumber>,
) -> Result<Placed, PlaceHoldError> {
    let charges = app.hold_charges(order.customer);
    let can_be_paid = app.payments.is_some();
    app.store
        .write((order, charges, polled, can_be_paid), |tx, (order, charges, polled, can_be_paid)| {
            Box::pin(async move {
                let placed = charge_and_hold(tx, order, charges).await?;
                let was_requested = *can_be_paid && placed.was_requested;
                if let Some(previous) = placed.previous.as_ref().filter(|_| was_requested) {
                    check_unpaid(tx, order.customer, previous.number, *polled).await?;
                }
                Ok(placed)
            })
        })
        .await
}

/// Checks that no payment is under way for the hold `previous`, which the unit of work has ended; the error rolls that back.
async fn check_unpaid(
    tx: &mut dyn Session,
    customer: CustomerId,
    previous: OrderNumber,
    polled: Option<OrderNumber>,
) -> Result<(), PlaceHoldError> {
    if polled != Some(previous) {
        return Err(PlaceHoldError::NotPolled(previous));
    }
    match find_overview(tx, customer, previous).await? {
        Some(overview) if overview.payment == PaymentState::UnderWay => Err(PlaceHoldError::PaymentUnderWay),
        _ => Ok(()),
    }
}

async fn charge_and_hold(
    tx: &mut dyn Session,
    order: &NewOrder,
    charges: &Charges,
) -> Result<Placed, PlaceHoldError> {
    let now = order.created_at;
    let calls = charges.calls(now);
    if let Some((answers, held, written)) = Combined(tx).hold(order, expired_limit(order), calls).await? {
        return after_hold_at_once(tx, order, (charges, answers), held, written).await;
    }
    let previous = Orders(tx).find_hold(order.customer).await?;
    // A repeated pick is not a new hold and is not charged.
    if let Some(again) = previous.as_ref().filter(|held| is_same(held, order)) {
        return Placed::again(tx, again, order).await;
    }
    charges.take::<PlaceHoldError>(tx, now).await?;
    if PlayerBlocks(tx).find(order.customer, now).await?.is_some() {
        return Err(PlaceHoldError::Blocked);
    }
    hold_instead(tx, order, previous).await
}

/// Continues the unit of work after its combined statement.
async fn after_hold_at_once(
    tx: &mut dyn Session,
    order: &NewOrder,
    (charges, answers): (&Charges, Vec<Answer>),
    held: HeldAtOnce,
    written: Option<Order>,
) -> Result<Placed, PlaceHoldError> {
    let now = order.created_at;
    if let Some(again) = held.previous.as_ref().filter(|previous| is_same(previous, order)) {
        // The error rolls the charges back.
        let order = read_back(tx, again.number, order.customer).await?;
        return Err(PlaceHoldError::AlreadyHeld(Box::new(order)));
    }
    charges.check_taken::<PlaceHoldError>(tx, &answers, now).await?;
    if held.is_blocked {
        return Err(PlaceHoldError::Blocked);
    }
    let Some(previous) = held.previous else { return finish_hold_at_once(tx, order, held, written).await };
    if previous.slot == order.slot {
        // It has expired, and the statement changed nothing.
        return hold_instead(tx, order, Some(previous)).await;
    }
    if !held.is_closed {
        return Err(PlaceHoldError::Raced);
    }
    finish_hold_at_once(tx, order, held, written).await
}

/// Checks what the combined statement did. If it claimed nothing, continues with separate statements.
async fn finish_hold_at_once(
    tx: &mut dyn Session,
    order: &NewOrder,
    held: HeldAtOnce,
    written: Option<Order>,
) -> Result<Placed, PlaceHoldError> {
    if !held.is_claimed {
        return claim_and_add(tx, order, held.previous).await;
    }
    if held.expired >= i64::from(MOST_EXPIRED_HOLDS) {
        return Err(PlaceHoldError::TooManyExpiredHolds);
    }
    let written = written.filter(|_| held.is_added).ok_or(PlaceHoldError::Raced)?;
    announce(tx, order, held.previous.as_ref());
    Ok(Placed { order: written, previous: held.previous, was_requested: held.was_requested })
}

/// The result of placing a hold.
#[derive(Debug)]
pub struct Placed {
    /// The held order.
    pub order: Order,
    /// The hold that it replaced.
    pub previous: Option<Hold>,
    /// Whether a payment of that hold was requested.
    was_requested: bool,
}

impl Placed {
    /// The result if the customer already holds the slot of `order`.
    async fn again(tx: &mut dyn Session, held: &Hold, order: &NewOrder) -> Result<Placed, PlaceHoldError> {
        Ok(Placed {
            order: read_back(tx, held.number, order.customer).await?,
            previous: None,
            was_requested: false,
        })
    }
}

/// Holds the slot of `order` at `order.created_at`, without the charges of [`place_hold`].
///
/// # Errors
/// As [`hold_instead`], [`PlaceHoldError::AlreadyHeld`] or [`PlaceHoldError::Blocked`].
pub async fn hold(tx: &mut dyn Session, order: &NewOrder) -> Result<Placed, PlaceHoldError> {
    charge_and_hold(tx, order, &Charges::default()).await
}

/// Holds the slot of `order` and ends `previous`, the hold that the customer had when this unit of work read it. `previous` may
/// be out of date: this unit of work may have waited for another request of the same customer since then.
///
/// # Errors
/// [`PlaceHoldError::Taken`], [`PlaceHoldError::AlreadyBooked`], [`PlaceHoldError::TooManyExpiredHolds`],
/// [`PlaceHoldError::Raced`] or the error of the database.
pub async fn hold_instead(
    tx: &mut dyn Session,
    order: &NewOrder,
    previous: Option<Hold>,
) -> Result<Placed, PlaceHoldError> {
    let now = order.created_at;
    if let Some(held) = &previous {
        let end = end_of(held.held_until, now);
        free_slot(tx, &OrderClaim::from(held), Freeing::Hold).await?;
        if !Orders(tx).close_hold(held.number, end).await? {
            return Err(PlaceHoldError::Raced);
        }
    }
    claim_and_add(tx, order, previous).await
}

/// Claims the court and adds the order; `previous` is the hold that was ended before.
async fn claim_and_add(
    tx: &mut dyn Session,
    order: &NewOrder,
    previous: Option<Hold>,
) -> Result<Placed, PlaceHoldError> {
    let now = order.created_at;
    let time = order.slot.lasting(order.slot_minutes);
    if !Claims(tx).claim(time, order.number, order.held_until, now).await? {
        // An earlier request of the same player may have claimed it.
        let held = Orders(tx).find_hold(order.customer).await?.filter(|held| is_same(held, order));
        let Some(held) = held else {
            let booked = Orders(tx).find_booking_at(order.customer, order.slot).await?;
            return Err(booked.map_or(PlaceHoldError::Taken, |_| PlaceHoldError::AlreadyBooked));
        };
        return Placed::again(tx, &held, order).await;
    }
    let expired = Orders(tx).count_expired(order.customer, order.slot, expired_limit(order)).await?;
    if expired >= i64::from(MOST_EXPIRED_HOLDS) {
        return Err(PlaceHoldError::TooManyExpiredHolds);
    }
    if !Orders(tx).add(order).await? {
        return Err(PlaceHoldError::Raced);
    }
    announce(tx, order, previous.as_ref());
    let was_requested = match &previous {
        Some(held) => ProviderOrders(tx).were_requested(held.number, order.customer).await?,
        None => false,
    };
    Ok(Placed { order: read_back(tx, order.number, order.customer).await?, previous, was_requested })
}

/// Which holds that expired on the slot of `order` count, and how many of them are too many. They count also if a checkout extended
/// them: else a court could be held for ever by checkouts that are not paid.
fn expired_limit(order: &NewOrder) -> ExpiredHoldLimit {
    ExpiredHoldLimit {
        pause_since: order.created_at - EXPIRED_HOLDS_PAUSE,
        length_ms: order.held_until.as_millisecond() - order.created_at.as_millisecond(),
        most: MOST_EXPIRED_HOLDS,
    }
}

fn announce(tx: &mut dyn Session, order: &NewOrder, previous: Option<&Hold>) {
    if let Some(held) = previous {
        for day in held.days() {
            tx.announce(ChangeEvent::Day(held.venue, day));
        }
        let end = end_of(held.held_until, order.created_at);
        tx.announce(ChangeEvent::Order(order.customer, held.number, end));
    }
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, OrderStatus::Held));
}

/// The final status of a hold until `held_until` that ends at `now`.
pub(super) fn end_of(held_until: Timestamp, now: Timestamp) -> OrderStatus {
    if held_until > now { OrderStatus::Released } else { OrderStatus::Expired }
}

/// Whether `held` has not expired and is on the slot of `order`.
fn is_same(held: &Hold, order: &NewOrder) -> bool {
    held.slot == order.slot && held.held_until > order.created_at
}

async fn read_back(
    tx: &mut dyn Session,
    number: OrderNumber,
    customer: CustomerId,
) -> Result<Order, StoreError> {
    let order = Orders(tx).find(number, customer).await?;
    order.ok_or_else(|| StoreError::Corrupt(format!("order {number} of customer {customer} is missing")))
}
