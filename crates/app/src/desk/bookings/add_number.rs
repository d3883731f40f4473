//! Gives a phone number to a booking of a guest who had none: the booking becomes one of the number's customer.

use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use sideout_domain::{
    CustomerId, StaffId, VenueId,
    closure_offer::OfferState,
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
    person::{FullName, Phone},
    staff::Permission,
};
use sideout_store::{
    Board, ChangeEvent, ClosureOffers, FormerStandings, Orders, PlayerBlocks, Session, StoreError,
    accounts::{Customer, Customers},
    board::BookingDetails,
};

use super::book::{ATTEMPTS, CLOCK_DIFFERENCE};
use crate::{
    App,
    desk::{repeat::repeat, take_turn::take_turn_of_player},
    platform::{policies::find_policies, random::ID_DIGITS, secrets::Secrets},
    staff::list_workplaces,
    steps::{
        announce_order::announce_order,
        audited::{
            Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey,
            audited_write_then_read,
        },
        notify,
    },
};

/// The number of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddNumber {
    /// The booking, one of those that the guest made together.
    pub number: OrderNumber,
    /// The version that the clerk saw.
    pub version: i64,
    /// The guest's phone.
    pub phone: Phone,
    /// The guest's name; `None` keeps the booking's name. Required if no customer has the phone and the booking has no name.
    pub name: Option<FullName>,
}

/// Why a booking gets no number.
#[derive(Debug, thiserror::Error)]
pub enum AddNumberError {
    /// No booking at the actor's venues has this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// The booking is of a customer with a phone.
    #[error("it has a phone number")]
    HasNumber,
    /// The data of the booking's player were erased.
    #[error("the player was erased")]
    Erased,
    /// The data of the booking's player, or of the number's, will be erased.
    #[error("the player is locked")]
    PlayerLocked,
    /// The booking was changed since its version was read; this is the booking as it is now.
    #[error("changed meanwhile")]
    ChangedMeanwhile(Box<BookingDetails>),
    /// No customer has the phone, and neither the request nor the booking has a name for a new one.
    #[error("a name is missing")]
    NameMissing,
    /// A random number is in use; another attempt draws others.
    #[error("a random number is in use")]
    NumberInUse,
    /// The number's player is blocked, and the approval is not valid.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    venues: Vec<VenueId>,
    request: AddNumber,
    /// Who adds the number, with the approval that a blocked player needs.
    actor: Actor,
    /// The id of the customer that is added if none has the phone.
    new_customer: CustomerId,
    reminder_minutes: u32,
    undo_time: SignedDuration,
    secrets: Secrets,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let AddNumber { number, version, phone, name } = &self.request;
        (number.value(), version, phone.as_e164(), name.as_ref().map(FullName::as_str)).serialize(serializer)
    }
}

/// What the audit shows of the change: no phone number.
#[derive(Serialize)]
struct Facts {
    customer: CustomerId,
    has_number: bool,
}

/// Gives a booking, and the orders that its guest without a number made with it, to the customer of a phone number, with their money,
/// notes and group, and notifies that player. If no customer has the phone, one is added. It cannot be undone. If a game is ahead or an
/// offer is open, and the number's player is blocked, the caller, or a colleague who approves, needs the permission `player.block`.
///
/// # Errors
/// [`AddNumberError`].
pub async fn add_number(
    app: &App,
    actor: &Actor,
    request: AddNumber,
    key: RequestKey,
) -> Result<BookingDetails, AddNumberError> {
    let venues = list_workplaces(app, actor).await?;
    let reminder_minutes = find_policies(app).await?.reminder_minutes;
    let attempt = || {
        let input = Input {
            venues: venues.clone(),
            request: request.clone(),
            actor: actor.clone(),
            new_customer: CustomerId(app.random.number_of_digits(ID_DIGITS)),
            reminder_minutes,
            undo_time: app.settings.desk.undo_time(),
            secrets: app.secrets.clone(),
            now: app.clock.now(),
        };
        let permission = Permission::BookingMake;
        let command = Command { operation: "add_number", permission, venue: None, key: key.clone() };
        audited_write_then_read(
            app,
            actor,
            command,
            input,
            |tx, input| Box::pin(add_once(tx, input)),
            |tx, input| Box::pin(find(tx, input)),
        )
    };
    let added =
        repeat(ATTEMPTS, attempt, |error: &AddNumberError| matches!(error, AddNumberError::NumberInUse))
            .await;
    added.map(|((), details)| details)
}

async fn add_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, AddNumberError> {
    let AddNumber { number, version, .. } = input.request;
    let guest = find(tx, input).await?.booking.customer;
    // Payments and notes of the guest wait for this turn, so that all of them move.
    Customers(tx).take_turn(guest).await?;
    let details = find(tx, input).await?;
    let booking = &details.booking;
    if booking.version != version {
        return Err(AddNumberError::ChangedMeanwhile(Box::new(details)));
    }
    if booking.phone.is_some() {
        return Err(AddNumberError::HasNumber);
    }
    let guest_state = Customers(tx).find_state(guest).await?.ok_or(AddNumberError::NoSuchBooking)?;
    if guest_state.erased_at.is_some() {
        return Err(AddNumberError::Erased);
    }
    if guest_state.lock.is_some() {
        return Err(AddNumberError::PlayerLocked);
    }
    let guest = Customers(tx).find(guest).await?.ok_or(AddNumberError::NoSuchBooking)?;
    let name = input.request.name.as_ref().or(Some(&guest.full_name)).filter(|name| !name.is_of_guest());
    let (player, is_new) = find_or_add_player(tx, input, name).await?;
    // INVARIANT: no booking comes to an account that was merged after it was found (suite `merging`).
    let player = take_turn_of_player(tx, player.id).await?;
    let player =
        player.ok_or_else(|| StoreError::Corrupt(format!("the player of order {number} vanished")))?;
    if Customers(tx).is_locked(player.id).await? {
        return Err(AddNumberError::PlayerLocked);
    }
    let contact_name = name.filter(|name| **name != player.full_name);
    let given = Orders(tx).give((number, version), (guest.id, player.id), contact_name).await?;
    // It was changed after the read above: the error rolls everything back.
    if given.is_empty() {
        return Err(AddNumberError::ChangedMeanwhile(Box::new(find(tx, input).await?)));
    }
    Customers(tx).give_belongings(guest.id, player.id, input.now).await?;
    let mut orders = Vec::new();
    for number in given {
        let order = Orders(tx).find(number, player.id).await?;
        orders.push(order.ok_or_else(|| StoreError::Corrupt(format!("order {number} vanished")))?);
    }
    let approver = decide_block(tx, input, player.id, &orders).await?;
    let mut audited = Audited::unchanged(());
    if is_new {
        audited = audited.and(Entry::happened("player.added", "player", player.id).at(booking.venue));
    }
    for order in orders {
        notify_player(tx, input, &order, order.day == booking.day).await?;
        for day in order.days() {
            tx.announce(ChangeEvent::Day(order.venue, day));
        }
        announce_order(tx, &order);
        let before = Facts { customer: guest.id, has_number: false };
        let after = Facts { customer: player.id, has_number: true };
        let entry = Entry::changed("booking.number_added", "booking", order.number, &before, &after);
        audited = audited.and(entry.at(order.venue).approved_by(approver));
    }
    Ok(audited)
}

/// Refuses games that have not begun, and offers of another game, to a blocked player unless the caller, or a colleague who approves,
/// may block players. Returns that colleague. The player whose games have all begun is playing or has played, and gets nothing new.
async fn decide_block(
    tx: &mut dyn Session,
    input: &Input,
    player: CustomerId,
    orders: &[Order],
) -> Result<Option<StaffId>, AddNumberError> {
    let mut ahead = None;
    for order in orders {
        let is_ahead = order.status == OrderStatus::Confirmed && order.slot.starts_at > input.now;
        let offer = ClosureOffers(tx).find(order.number).await?;
        if is_ahead || offer.is_some_and(|offer| offer.state == OfferState::Open) {
            ahead = Some(order);
            break;
        }
    }
    let Some(ahead) = ahead else { return Ok(None) };
    if PlayerBlocks(tx).find(player, input.now).await?.is_none() {
        return Ok(None);
    }
    let venue = ahead.venue;
    let may_block = |decider: Decider<'_>| Ok(decider.check_at(venue, Permission::PlayerBlock)?);
    input.actor.decide(tx, Money::ZERO, input.now, may_block).await
}

/// The customer of the phone, who is added if there is none, and whether that was done.
async fn find_or_add_player(
    tx: &mut dyn Session,
    input: &Input,
    name: Option<&FullName>,
) -> Result<(Customer, bool), AddNumberError> {
    let phone = &input.request.phone;
    let is_new = match name {
        Some(name) => Customers(tx).add_guest(input.new_customer, name, phone, input.now).await?,
        None => false,
    };
    if is_new {
        let former = input.secrets.former_phone(phone);
        FormerStandings(tx).recall(&former, input.new_customer, input.now).await?;
    }
    match Customers(tx).find_by_phone(phone).await? {
        Some(player) => Ok((player, is_new)),
        None if name.is_none() => Err(AddNumberError::NameMissing),
        // The phone is not known, and still nothing was added: the random id is in use.
        None => Err(AddNumberError::NumberInUse),
    }
}

/// Notifies the player of what is offered in place of a closed court, or of a booking that has not begun; unless `is_of_same_day`, of that
/// only by its reminder. Of a booking not before its undo time is over: if it is cancelled within that time, it was never announced.
async fn notify_player(
    tx: &mut dyn Session,
    input: &Input,
    order: &Order,
    is_of_same_day: bool,
) -> Result<(), StoreError> {
    let Input { reminder_minutes, undo_time, now, .. } = *input;
    // The guest could not be told what the closure of the court offers.
    if let Some(offer) = ClosureOffers(tx).find(order.number).await?
        && offer.state == OfferState::Open
    {
        return notify::closure_offered(tx, order, offer.closure, now).await;
    }
    if order.status != OrderStatus::Confirmed || order.slot.starts_at <= now {
        return Ok(());
    }
    let booked_at = order.confirmed_at.unwrap_or(now);
    let notify_at = (booked_at + undo_time + CLOCK_DIFFERENCE).max(now);
    if is_of_same_day {
        notify::confirmed_later(tx, order, reminder_minutes, notify_at, now).await
    } else {
        notify::reminded_later(tx, order, reminder_minutes, notify_at, now).await
    }
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<BookingDetails, AddNumberError> {
    let found = Board(tx).find_booking(input.request.number, input.now).await?;
    found.filter(|found| input.venues.contains(&found.booking.venue)).ok_or(AddNumberError::NoSuchBooking)
}
