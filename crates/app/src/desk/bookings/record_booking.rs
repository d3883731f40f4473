//! The unit of work of a booking at the desk.

use serde::Serialize;
use sideout_domain::{
    CustomerId, GroupId, StaffId,
    attendance::{Attendance, AttendanceWay},
    claim::CourtTime,
    money::Money,
    order::{GroupKind, Order, OrderNumber},
    person::FullName,
    staff::Permission,
};
use sideout_store::{
    BookingGroups, ChangeEvent, FormerStandings, Orders, PlayerBlocks, Session, StoreError,
    accounts::{Customer, Customers},
    orders::{FIRST_VERSION, NewDeskBooking},
};

use super::{
    book::{BookError, BookedAtDesk, BookedOrder, Input, Player},
    claim_slot::claim_slot,
    desk_slot::{DeskSlot, NotForSale, last_day_of_series, quote, quote_for_booking, quote_until},
    open_day::is_day_open,
};
use crate::{
    desk::{
        board::{
            mark_attendance::{MarkAttendance, mark_attendance},
            record_attendance::attendance_entry,
        },
        money::take_payment::{PaymentLine, TakePayment, record_payment},
        take_turn::take_turn_of_player,
    },
    steps::{
        announce_order::announce_order,
        audited::{Audited, Decider, Entry},
        ledger, notify,
    },
};

/// What the audit shows of a booking.
#[derive(Serialize)]
struct Facts<'a> {
    slot: DeskSlot,
    customer: CustomerId,
    contact_name: Option<&'a str>,
    price_paise: i64,
}

/// The player of a booking, and who comes if that is another person.
struct ResolvedPlayer {
    customer: Customer,
    contact_name: Option<FullName>,
    is_new: bool,
}

/// Books the slots for the player; then takes the money and records that the players are here, if that is requested.
///
/// INVARIANT: a slot is sold once, at the desk or to a player (suite `desk_bookings`).
///
/// # Errors
/// [`BookError`]; the unit of work must be rolled back.
pub(super) async fn record_booking(
    tx: &mut dyn Session,
    input: &Input,
) -> Result<Audited<BookedAtDesk>, BookError> {
    input.on_sale?;
    let quotes = list_quotes(input)?;
    let player = resolve_player(tx, input).await?;
    let player = take_turn_of(tx, player).await?;
    let customer = player.customer.id;
    if Customers(tx).is_locked(customer).await? {
        return Err(BookError::PlayerLocked);
    }
    let approver = decide_block(tx, input, customer).await?;
    let group = match quotes.as_slice() {
        [_] => None,
        _ => {
            let by = (input.actor.id(), input.now);
            let label = player.customer.full_name.as_str();
            let kind = if input.request.is_series() { GroupKind::Series } else { GroupKind::Group };
            Some(BookingGroups(tx).add(kind, input.venue.id, customer, label, by).await?)
        }
    };
    let order = |(number, (_, _, price)): (&OrderNumber, &(DeskSlot, CourtTime, Money))| BookedOrder {
        number: number.value(),
        price_paise: price.paise(),
        version: FIRST_VERSION,
    };
    let name = player.contact_name.as_ref().unwrap_or(&player.customer.full_name);
    let mut booked = BookedAtDesk {
        orders: input.numbers.iter().zip(&quotes).map(order).collect(),
        customer,
        name: name.as_str().to_owned(),
        phone: player.customer.phone.as_ref().map(|phone| phone.as_e164().to_owned()),
        is_new: player.is_new,
        undo_until: input.undo_until,
        payment: None,
    };
    let mut entries = Vec::new();
    if player.is_new {
        entries.push(Entry::happened("player.added", "player", customer));
    }
    let mut numbered: Vec<_> = input.numbers.iter().zip(quotes).collect();
    // Always in the same order, so that two units of work with several slots wait for each other in one direction only.
    numbered.sort_by_key(|(_, (slot, ..))| *slot);
    // Before any claim: this may take the turn of the venue, and a change of the venue takes that turn before it locks the courts.
    for (_, (slot, time, _)) in &numbered {
        if !is_day_open(tx, input.venue.id, (slot, time), input.now).await? {
            return Err(NotForSale::DayClosed.into());
        }
    }
    for (number, (slot, time, price)) in numbered {
        if !claim_slot(tx, &input.venue, time, *number, input.actor.id(), input.now).await? {
            return Err(BookError::Taken(slot));
        }
        add_order(tx, input, (slot, time, price), *number, &player, group).await?;
        let facts = Facts {
            slot,
            customer,
            contact_name: player.contact_name.as_ref().map(FullName::as_str),
            price_paise: price.paise(),
        };
        entries.push(Entry::added("booking.made", "booking", number, &facts).approved_by(approver));
    }
    entries.extend(take_payment(tx, input, &mut booked).await?);
    entries.extend(record_arrivals(tx, input, &mut booked).await?);
    Ok(entries.into_iter().fold(Audited::unchanged(booked), Audited::and))
}

/// Takes the turn of the player. A block, a merge and an erasure of the player take the same turn, so each is
/// committed before this booking, which then sees it, or sees this booking. Returns the account that was kept if the
/// player was merged meanwhile.
///
/// INVARIANT: a booking that a clerk makes at the same time as a block is refused, or counted by the block (suite
/// `blocked_players`).
async fn take_turn_of(tx: &mut dyn Session, player: ResolvedPlayer) -> Result<ResolvedPlayer, BookError> {
    // No other unit of work knows a new player, and one that runs alone has none to wait for.
    if player.is_new || tx.runs_alone() {
        return Ok(player);
    }
    let had_number = player.customer.phone.is_some();
    let current = take_turn_of_player(tx, player.customer.id).await?.ok_or(BookError::NoSuchPlayer)?;
    if had_number && current.phone.is_none() {
        return Err(BookError::NoSuchPlayer);
    }
    Ok(ResolvedPlayer { customer: current, ..player })
}

/// Refuses a blocked player unless the caller, or a colleague who approves, may block players. Returns that
/// colleague. An extension is not refused: its player has a booking already.
async fn decide_block(
    tx: &mut dyn Session,
    input: &Input,
    customer: CustomerId,
) -> Result<Option<StaffId>, BookError> {
    if !matches!(input.request.player, Player::Known(_) | Player::ByPhone { .. })
        || PlayerBlocks(tx).find(customer, input.now).await?.is_none()
    {
        return Ok(None);
    }
    let may_block = |decider: Decider<'_>| Ok(decider.check_at(input.venue.id, Permission::PlayerBlock)?);
    input.actor.decide(tx, Money::ZERO, input.now, may_block).await
}

/// Takes the money for what was just booked on the first day, if it is paid at once.
async fn take_payment(
    tx: &mut dyn Session,
    input: &Input,
    booked: &mut BookedAtDesk,
) -> Result<Option<Entry>, BookError> {
    let (Some(pay), Some(context)) = (&input.request.pay, &input.payment_context) else { return Ok(None) };
    let mut lines = Vec::new();
    for ((number, order), slot) in input.numbers.iter().zip(&booked.orders).zip(&input.request.slots) {
        let amount = Money::from_paise(order.price_paise);
        if amount > Money::ZERO && input.request.is_of_first_day(slot) {
            lines.push(PaymentLine { order: *number, version: order.version, amount });
        }
    }
    if lines.is_empty() {
        return Ok(None);
    }
    let payment =
        TakePayment { lines, tender: pay.tender, payer: None, reference: pay.reference.clone(), firm: None };
    let (taken, entry) = record_payment(tx, context, &payment).await?;
    for order in &mut booked.orders {
        let paid = taken.bookings.iter().find(|paid| paid.order == order.number);
        order.version = paid.map_or(order.version, |paid| paid.version);
    }
    booked.payment = Some(taken);
    Ok(Some(entry))
}

/// Records that the players of what was just booked on the first day are here, if that is requested.
async fn record_arrivals(
    tx: &mut dyn Session,
    input: &Input,
    booked: &mut BookedAtDesk,
) -> Result<Vec<Entry>, BookError> {
    let mut entries = Vec::new();
    if !input.request.arrive {
        return Ok(entries);
    }
    for ((number, order), slot) in input.numbers.iter().zip(&mut booked.orders).zip(&input.request.slots) {
        if !input.request.is_of_first_day(slot) {
            continue;
        }
        let mark = MarkAttendance {
            number: *number,
            venues: vec![input.venue.id],
            state: Some(Attendance::Arrived),
            way: AttendanceWay::Name,
            staff: Some(input.actor.id()),
            version: order.version,
            now: input.now,
            check_in: input.check_in,
        };
        let marked = mark_attendance(tx, &mark).await?;
        order.version = marked.after.booking.version;
        entries.extend(attendance_entry(&marked, mark.way));
    }
    Ok(entries)
}

/// The time and the price of each slot.
fn list_quotes(input: &Input) -> Result<Vec<(DeskSlot, CourtTime, Money)>, BookError> {
    let Input { venue, request, now, .. } = input;
    let mut quotes = Vec::new();
    for slot in &request.slots {
        let first_day = request.slots.first().map_or(slot.day, |first| first.day);
        let (time, price) = if slot.day == first_day {
            match input.extended_day {
                Some(day) => quote_for_booking(venue, *slot, day, *now)?,
                None => quote(venue, *slot, *now)?,
            }
        } else {
            let last_day = last_day_of_series(first_day, input.series_weeks);
            if slot.day > last_day {
                return Err(NotForSale::TooManyWeeks.into());
            }
            quote_until(venue, *slot, last_day, *now)?
        };
        quotes.push((*slot, time, price));
    }
    let total: Money = quotes.iter().map(|(_, _, price)| *price).sum();
    if total == request.total {
        return Ok(quotes);
    }
    let first_day = quotes.iter().filter(|(slot, ..)| request.is_of_first_day(slot));
    Err(BookError::PriceChanged { total, first_day: first_day.map(|(_, _, price)| *price).sum() })
}

async fn resolve_player(tx: &mut dyn Session, input: &Input) -> Result<ResolvedPlayer, BookError> {
    let contact_name = input.request.contact_name.clone();
    match &input.request.player {
        // A guest without a number cannot be booked for again: each booking adds a guest of its own.
        Player::Known(id) => {
            let known = Customers(tx).find(*id).await?.filter(|customer| customer.phone.is_some());
            let customer = known.ok_or(BookError::NoSuchPlayer)?;
            Ok(ResolvedPlayer { customer, contact_name, is_new: false })
        }
        Player::OfBooking(id) => {
            let customer = Customers(tx).find(*id).await?.ok_or(BookError::NoSuchPlayer)?;
            Ok(ResolvedPlayer { customer, contact_name, is_new: false })
        }
        Player::WithoutNumber { full_name } => {
            if !Customers(tx).add_guest_without_number(input.guest, full_name, input.now).await? {
                return Err(BookError::NumberInUse);
            }
            let added = Customers(tx).find(input.guest).await?;
            let vanished = || StoreError::Corrupt(format!("guest {} vanished", input.guest));
            Ok(ResolvedPlayer { customer: added.ok_or_else(vanished)?, contact_name, is_new: false })
        }
        Player::ByPhone { full_name, phone } => {
            let is_new = Customers(tx).add_guest(input.guest, full_name, phone, input.now).await?;
            if let Some(former) = input.former_phone.filter(|_| is_new) {
                FormerStandings(tx).recall(&former, input.guest, input.now).await?;
            }
            let found = Customers(tx).find_by_phone(phone).await?;
            // The number is not known, and still nothing was added: the random id is in use.
            let customer = found.ok_or(BookError::NumberInUse)?;
            let other_name = Some(full_name).filter(|name| **name != customer.full_name).cloned();
            Ok(ResolvedPlayer { contact_name: contact_name.or(other_name), customer, is_new })
        }
    }
}

async fn add_order(
    tx: &mut dyn Session,
    input: &Input,
    (slot, time, price): (DeskSlot, CourtTime, Money),
    number: OrderNumber,
    player: &ResolvedPlayer,
    group: Option<GroupId>,
) -> Result<(), BookError> {
    let customer = player.customer.id;
    let new = NewDeskBooking {
        number,
        customer,
        venue: input.venue.id,
        slot: time.slot,
        day: slot.day,
        start: slot.start,
        play_minutes: input.venue.play_minutes,
        slot_minutes: input.venue.slot_minutes,
        price,
        policy: input.policy,
        group,
        booked_by: input.actor.id(),
        contact_name: player.contact_name.clone(),
        created_at: input.now,
    };
    if !Orders(tx).add_at_desk(&new).await? {
        return Err(BookError::NumberInUse);
    }
    let order: Option<Order> = Orders(tx).find(number, customer).await?;
    let order = order.ok_or_else(|| StoreError::Corrupt(format!("order {number} vanished")))?;
    ledger::booked(tx, &order, Money::ZERO, input.now).await?;
    if input.request.is_of_first_day(&slot) {
        notify::confirmed_later(tx, &order, input.reminder_minutes, input.notify_at, input.now).await?;
    } else {
        notify::reminded_later(tx, &order, input.reminder_minutes, input.notify_at, input.now).await?;
    }
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    announce_order(tx, &order);
    Ok(())
}
