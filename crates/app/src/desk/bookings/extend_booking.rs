//! Adds the next hour that the player has not booked on the same court to a booking, as a booking of its own in the same group.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, civil::Date};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    CustomerId, GroupId, VenueId,
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{GroupKind, Order, OrderNumber, OrderStatus},
    person::FullName,
    slot::StartTime,
    staff::Permission,
    venue::Venue,
};
use sideout_store::{
    BookingGroups, Orders, Session, StoreError, accounts::Customers, board::BookingDetails,
    orders::FIRST_VERSION,
};

use super::{
    book::{ATTEMPTS, BookAtDesk, BookError, CLOCK_DIFFERENCE, Input as BookInput, Player},
    desk_slot::{DeskSlot, NotForSale, quote_for_booking},
    move_booking::{MoveError, ends_at, find, find_venue_of},
    open_venue::OnSale,
    record_booking::record_booking,
};
use crate::{
    App,
    desk::repeat::repeat,
    platform::policies::find_policies,
    steps::{
        announce_order::announce_order,
        audited::{Actor, Audited, Command, Refused, RequestKey, audited_write},
        booking_metrics::{BookedBy, count_bookings},
        draw_order_number::draw_order_number,
    },
};

/// The most bookings that are read to find the first hour that the player has not booked.
const LONGEST_RUN: usize = 24;

/// How a clerk wants to extend a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtendAtDesk {
    /// The booking.
    pub number: OrderNumber,
    /// The version that the clerk saw.
    pub version: i64,
    /// The day of the next hour, as the clerk was shown it.
    pub day: Date,
    /// Its start.
    pub start: StartTime,
    /// What it costs, as the clerk was shown it.
    pub total: Money,
}

/// The hour that would be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtensionPreview {
    /// The court and hour.
    pub slot: DeskSlot,
    /// What it costs.
    pub price: Money,
}

/// The hour that was added. A repeated call returns the first answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtendedAtDesk {
    /// The number of the new booking.
    pub number: i64,
    /// Its version.
    pub version: i64,
    /// Its court.
    pub court: i64,
    /// Its day at the venue.
    pub day: Date,
    /// Its start, in minutes of that day.
    pub minute: u16,
    /// What it costs, in paise.
    pub price_paise: i64,
    /// The group of both bookings.
    pub group: i64,
    /// Until when it can be undone.
    pub undo_until: Timestamp,
}

/// Why a booking is not extended.
#[derive(Debug, thiserror::Error)]
pub enum ExtendError {
    /// No booking at the actor's venues has this number, or its player cannot be booked for.
    #[error("no such booking")]
    NoSuchBooking,
    /// It is not confirmed, or its game is over.
    #[error("it cannot be extended any more")]
    NotExtendable,
    /// The next hour cannot be sold.
    #[error(transparent)]
    NotForSale(#[from] NotForSale),
    /// Another claim has the next hour.
    #[error("slot taken")]
    Taken(VenueId, DeskSlot),
    /// The booking was changed since its version was read, or another hour than the shown one follows it by now; this is the
    /// booking as it is now.
    #[error("changed meanwhile")]
    ChangedMeanwhile(Box<BookingDetails>),
    /// The next hour costs another amount than the clerk was shown; this is the hour with its price.
    #[error("the price is another one")]
    PriceChanged(ExtensionPreview),
    /// The drawn order number is in use; another attempt draws another one.
    #[error("the drawn order number is in use")]
    NumberInUse,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<MoveError> for ExtendError {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Store(error) => ExtendError::Store(error),
            MoveError::Refused(refused) => ExtendError::Refused(refused),
            MoveError::NotForSale(reason) => ExtendError::NotForSale(reason),
            // Finding a booking fails for no other reason.
            _ => ExtendError::NoSuchBooking,
        }
    }
}

struct Input {
    actor: Actor,
    venue: Arc<Venue>,
    on_sale: OnSale,
    request: ExtendAtDesk,
    new_number: OrderNumber,
    policy: CancellationPolicy,
    reminder_minutes: u32,
    undo_until: Timestamp,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ExtendAtDesk { number, version, day, start, total } = self.request;
        (number.value(), version, day, start.minute(), total.paise()).serialize(serializer)
    }
}

/// The hour that extending a booking of one of the actor's venues would add. Whether it is free is decided by the extension.
///
/// # Errors
/// [`ExtendError`].
pub async fn preview_extension(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
) -> Result<(BookingDetails, ExtensionPreview), ExtendError> {
    let now = app.clock.now();
    actor.check(Permission::BookingExtend, now)?;
    let (venue, on_sale) = find_venue_of(app, actor, number).await?;
    on_sale?;
    app.store
        .read((venue, number, now), |tx, (venue, number, now)| {
            Box::pin(async move {
                let (details, order) = find(tx, *number, venue.id, *now).await?;
                let preview = preview(tx, venue, &order, *now).await?;
                Ok((details, preview))
            })
        })
        .await
}

/// Books the next hour that the player has not booked on the court of a booking, for the same player, to be paid at the court. Both
/// bookings are in one group.
///
/// # Errors
/// [`ExtendError`].
pub async fn extend_at_desk(
    app: &App,
    actor: &Actor,
    request: ExtendAtDesk,
    key: RequestKey,
) -> Result<ExtendedAtDesk, ExtendError> {
    let now = app.clock.now();
    actor.check(Permission::BookingExtend, now)?;
    let (venue, on_sale) = find_venue_of(app, actor, request.number).await?;
    let undo_until = now + app.settings.desk.undo_time();
    let policies = find_policies(app).await?;
    let attempt = || {
        let input = Input {
            actor: actor.clone(),
            venue: Arc::clone(&venue),
            on_sale,
            request,
            new_number: draw_order_number(app, now),
            policy: policies.cancellation,
            reminder_minutes: policies.reminder_minutes,
            undo_until,
            now,
        };
        let permission = Permission::BookingExtend;
        let key = key.clone();
        let command = Command { operation: "extend_at_desk", permission, venue: Some(venue.id), key };
        audited_write(app, actor, command, input, |tx, input| Box::pin(extend(tx, input)))
    };
    let extended =
        repeat(ATTEMPTS, attempt, |error: &ExtendError| matches!(error, ExtendError::NumberInUse)).await;
    // A repeated call returns an earlier end of the undo time and is not counted.
    if extended.as_ref().is_ok_and(|extended| extended.undo_until == undo_until) {
        count_bookings(BookedBy::Desk, 1);
    }
    extended
}

async fn preview(
    tx: &mut dyn Session,
    venue: &Venue,
    order: &Order,
    now: Timestamp,
) -> Result<ExtensionPreview, ExtendError> {
    let slot = next_hour(tx, venue, order, now).await?;
    let (_, price) = quote_for_booking(venue, slot, order.day, now)?;
    Ok(ExtensionPreview { slot, price })
}

/// The hour after a booking, and after those that follow it for the same player without a gap.
async fn next_hour(
    tx: &mut dyn Session,
    venue: &Venue,
    order: &Order,
    now: Timestamp,
) -> Result<DeskSlot, ExtendError> {
    if order.status != OrderStatus::Confirmed || ends_at(order) <= now {
        return Err(ExtendError::NotExtendable);
    }
    let mut next = order.time().ends_at;
    for _ in 0..LONGEST_RUN {
        let slot = Slot { court: order.slot.court, starts_at: next };
        let Some(number) = Orders(tx).find_booking_at(order.customer, slot).await? else { break };
        let Some(following) = Orders(tx).find(number, order.customer).await? else { break };
        next = following.time().ends_at;
    }
    let (day, start) = StartTime::at(next, &venue.zone);
    Ok(DeskSlot { court: order.slot.court, day, start })
}

/// Books the next hour and puts both bookings into one group.
///
/// INVARIANT: of the units of work that extend a booking from the same version, at most one is committed (suite `move_races`).
async fn extend(tx: &mut dyn Session, input: &Input) -> Result<Audited<ExtendedAtDesk>, ExtendError> {
    let Input { venue, request, now, .. } = input;
    input.on_sale?;
    let (details, order) = find(tx, request.number, venue.id, *now).await?;
    if details.booking.version != request.version {
        return Err(ExtendError::ChangedMeanwhile(Box::new(details)));
    }
    let slot = next_hour(tx, venue, &order, *now).await?;
    // The player may have booked the hour themselves, which makes the one after it the next.
    if (slot.day, slot.start) != (request.day, request.start) {
        return Err(ExtendError::ChangedMeanwhile(Box::new(details)));
    }
    let (_, price) = quote_for_booking(venue, slot, order.day, *now)?;
    let preview = ExtensionPreview { slot, price };
    if preview.price != request.total {
        return Err(ExtendError::PriceChanged(preview));
    }
    let booking = book_input(tx, input, (&details, &order), preview).await?;
    let booked = match record_booking(tx, &booking).await {
        Ok(booked) => booked,
        Err(error) => return Err(to_extend_error(error, venue.id, preview)),
    };
    let group = find_or_add_group(tx, input, &details).await?;
    // It was changed after the read above: the error rolls everything back.
    if !Orders(tx).put_in_group(request.number, group, request.version).await? {
        let (details, _) = find(tx, request.number, venue.id, *now).await?;
        return Err(ExtendError::ChangedMeanwhile(Box::new(details)));
    }
    if !Orders(tx).put_in_group(input.new_number, group, FIRST_VERSION).await? {
        return Err(StoreError::Corrupt(format!("order {} vanished", input.new_number)).into());
    }
    announce_order(tx, &order);
    let DeskSlot { court, day, start } = preview.slot;
    Ok(booked.map(|_| ExtendedAtDesk {
        number: input.new_number.value(),
        version: FIRST_VERSION + 1,
        court: court.0,
        day,
        minute: start.minute(),
        price_paise: preview.price.paise(),
        group: group.0,
        undo_until: input.undo_until,
    }))
}

/// The next hour as a booking of the desk.
async fn book_input(
    tx: &mut dyn Session,
    input: &Input,
    (details, order): (&BookingDetails, &Order),
    preview: ExtensionPreview,
) -> Result<BookInput, ExtendError> {
    let corrupt = || StoreError::Corrupt(format!("order {} has no customer", order.number));
    let customer = Customers(tx).find(order.customer).await?.ok_or_else(corrupt)?;
    // The name that was noted for this game, if it is not the player's own.
    let noted = Some(&details.booking.name).filter(|name| name.as_str() != customer.full_name.as_str());
    let contact_name = noted.and_then(|name| name.parse::<FullName>().ok());
    Ok(BookInput {
        venue: Arc::clone(&input.venue),
        on_sale: input.on_sale,
        request: BookAtDesk {
            slots: vec![preview.slot],
            player: Player::OfBooking(order.customer),
            contact_name,
            total: preview.price,
            pay: None,
            arrive: false,
        },
        actor: input.actor.clone(),
        extended_day: Some(order.day),
        numbers: vec![input.new_number],
        // The player is known, so no guest is added.
        guest: CustomerId(0),
        policy: input.policy,
        reminder_minutes: input.reminder_minutes,
        series_weeks: 1,
        undo_until: input.undo_until,
        notify_at: input.undo_until + CLOCK_DIFFERENCE,
        payment_context: None,
        check_in: SignedDuration::ZERO,
        former_phone: None,
        now: input.now,
    })
}

async fn find_or_add_group(
    tx: &mut dyn Session,
    input: &Input,
    details: &BookingDetails,
) -> Result<GroupId, StoreError> {
    let booking = &details.booking;
    match booking.group {
        Some(group) => Ok(group),
        None => {
            let by = (input.actor.id(), input.now);
            BookingGroups(tx).add(GroupKind::Group, booking.venue, booking.customer, &booking.name, by).await
        }
    }
}

fn to_extend_error(error: BookError, venue: VenueId, preview: ExtensionPreview) -> ExtendError {
    match error {
        BookError::NotForSale(reason) => ExtendError::NotForSale(reason),
        BookError::Taken(slot) => ExtendError::Taken(venue, slot),
        BookError::NoSuchPlayer | BookError::PlayerLocked => ExtendError::NoSuchBooking,
        BookError::PriceChanged { total: price, .. } => {
            ExtendError::PriceChanged(ExtensionPreview { price, ..preview })
        }
        BookError::NumberInUse => ExtendError::NumberInUse,
        BookError::Refused(refused) => ExtendError::Refused(refused),
        BookError::Store(error) => ExtendError::Store(error),
        // An extension is neither paid nor checked in as it is made.
        BookError::Payment(error) => StoreError::Corrupt(error.to_string()).into(),
        BookError::Arrival(error) => StoreError::Corrupt(error.to_string()).into(),
        // An extension is booked for `Player::OfBooking`, which needs no approval.
        BookError::Approval(error) => StoreError::Corrupt(error.to_string()).into(),
    }
}
