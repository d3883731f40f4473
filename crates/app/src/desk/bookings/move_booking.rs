//! Moves a booking to another court or hour of its venue.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    CourtId, StaffId, VenueId,
    attendance::Attendance,
    claim::{CourtTime, Slot},
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
    refund::{LEAST_REFUND, RefundAbout, RefundReason, split_refund},
    slot::StartTime,
    staff::{Permission, Role},
    venue::Venue,
};
use sideout_store::{
    Bills, Board, ChangeEvent, Orders, Session, StoreError,
    bills::PaidPart,
    board::BookingDetails,
    orders::OrderMove,
    payments::{NewRefund, RefundSource, Refunds},
};

use super::{
    book::CLOCK_DIFFERENCE,
    claim_slot::claim_slot,
    desk_slot::{DeskSlot, NotForSale, quote_for_booking},
    move_price::{DecidedPrice, MovePrice, PriceChoice, discount_at},
    open_day::is_day_open,
    open_venue::{OnSale, find_desk_venue},
};
use crate::{
    App,
    platform::policies::find_policies,
    staff::list_workplaces,
    steps::{
        announce_order::announce_order,
        audited::{
            Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey,
            audited_write_then_read,
        },
        close_qrs::close_qrs_of_order,
        free_slot::{Freeing, OrderClaim, free_slot},
        issue_receipts::{Issuer, issue_credit_notes_of_move},
        ledger, notify,
    },
};

/// How a clerk wants to move a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveAtDesk {
    /// The booking.
    pub number: OrderNumber,
    /// The version that the clerk saw.
    pub version: i64,
    /// The new court and hour.
    pub to: DeskSlot,
    /// What the booking costs there in all, as the clerk was shown it.
    pub total: Money,
    /// What becomes of a difference in price; `None` if there is none.
    pub choice: Option<PriceChoice>,
    /// The reason, which is needed to sell the hour for less than its price.
    pub reason: Option<String>,
}

/// What moving a booking means for its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MovePreview {
    /// The new court and hour.
    pub to: DeskSlot,
    /// What it costs.
    pub price: MovePrice,
}

/// Where a booking was before a move, and what it cost there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedFrom {
    /// The court.
    pub court: CourtId,
    /// The day at the venue.
    pub day: Date,
    /// The start, in minutes of that day.
    pub minute: u16,
    /// The start.
    pub starts_at: Timestamp,
    /// The price, in paise.
    pub price_paise: i64,
    /// The discount, in paise.
    pub discount_paise: i64,
    /// The court that late money found taken when it booked `court`; `None` for every other booking.
    pub held_court: Option<CourtId>,
}

impl MovedFrom {
    fn of(order: &Order) -> Self {
        MovedFrom {
            court: order.slot.court,
            day: order.day,
            minute: order.start.minute(),
            starts_at: order.slot.starts_at,
            price_paise: order.price.paise(),
            discount_paise: order.discount.paise(),
            held_court: order.moved_from.as_ref().map(|(court, _)| *court),
        }
    }

    /// The court and start.
    pub(super) fn slot(&self) -> Slot {
        Slot { court: self.court, starts_at: self.starts_at }
    }

    /// The court and hour as the desk picks them.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if no day has this minute.
    pub(super) fn desk_slot(&self) -> Result<DeskSlot, StoreError> {
        let start = StartTime::from_minute(self.minute)
            .ok_or_else(|| StoreError::Corrupt(format!("{} is no minute of a day", self.minute)))?;
        Ok(DeskSlot { court: self.court, day: self.day, start })
    }
}

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedAtDesk {
    /// The number of the booking.
    pub number: i64,
    /// Its version after the move.
    pub version: i64,
    /// Its court, hour and price before the move.
    pub from: MovedFrom,
    /// What goes back to the player, in paise.
    pub refund_paise: i64,
    /// Until when it can be undone; `None` if money goes back.
    pub undo_until: Option<Timestamp>,
}

/// Why a booking is not moved.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// No booking at the actor's venues has this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// It is not confirmed, its game is over, or its players did not come.
    #[error("it cannot be moved any more")]
    NotMovable,
    /// The players are here, so the booking can move to another court of the same hour only.
    #[error("the players are here")]
    PlayersAreHere,
    /// It is at this court and hour already.
    #[error("it is there already")]
    SamePlace,
    /// The new hour cannot be sold.
    #[error(transparent)]
    NotForSale(#[from] NotForSale),
    /// Another claim has this court and hour.
    #[error("slot taken")]
    Taken(VenueId, DeskSlot),
    /// The booking was changed since its version was read; this is the booking as it is now.
    #[error("changed meanwhile")]
    ChangedMeanwhile(Box<BookingDetails>),
    /// It costs another amount than the clerk was shown.
    #[error("the price is another one")]
    PriceChanged(MovePreview),
    /// The choice is not one of [`MovePrice::choices`], or is missing although there are some.
    #[error("the choice for the difference in price is missing")]
    ChoiceMissing,
    /// The waived amount exceeds this amount, the most that a manager may waive.
    #[error("a manager waives at most {0:?}")]
    BeyondManager(Money),
    /// Selling the hour for less needs a reason.
    #[error("a reason is missing")]
    ReasonMissing,
    /// The move is not the actor's own, gives money back, or can no longer be undone.
    #[error("it cannot be undone any more")]
    UndoOver,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The approval is not valid.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    actor: Actor,
    venue: Arc<Venue>,
    on_sale: OnSale,
    request: MoveAtDesk,
    manager_limit: Money,
    reminder_minutes: u32,
    undo_until: Timestamp,
    issuer: Issuer,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MoveAtDesk { number, version, to, total, choice, reason } = &self.request;
        (number.value(), version, to, total.paise(), choice, reason).serialize(serializer)
    }
}

/// What the audit shows of a move.
#[derive(Serialize)]
pub(super) struct Facts {
    slot: DeskSlot,
    price_paise: i64,
    discount_paise: i64,
    returned_paise: i64,
}

impl Facts {
    pub(super) fn of(order: &Order) -> Self {
        Facts {
            slot: DeskSlot { court: order.slot.court, day: order.day, start: order.start },
            price_paise: order.price.paise(),
            discount_paise: order.discount.paise(),
            returned_paise: order.returned.paise(),
        }
    }
}

/// What a booking of one of the actor's venues would cost at another court and hour, and what may be chosen then. Whether the
/// court is free is decided by the move.
///
/// # Errors
/// [`MoveError`].
pub async fn preview_move(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
    to: DeskSlot,
) -> Result<(BookingDetails, MovePreview), MoveError> {
    let now = app.clock.now();
    actor.check(Permission::BookingMove, now)?;
    let (venue, on_sale) = find_venue_of(app, actor, number).await?;
    on_sale?;
    app.store
        .read((venue, number, to, now), |tx, (venue, number, to, now)| {
            Box::pin(async move {
                let (details, order) = find(tx, *number, venue.id, *now).await?;
                let (_, preview) = preview(tx, venue, (&details, &order), *to, *now).await?;
                Ok((details, preview))
            })
        })
        .await
}

/// Moves a booking. Its player gets the notice after the undo time.
///
/// # Errors
/// [`MoveError`].
pub async fn move_at_desk(
    app: &App,
    actor: &Actor,
    request: MoveAtDesk,
    key: RequestKey,
) -> Result<(MovedAtDesk, BookingDetails), MoveError> {
    actor.check(Permission::BookingMove, app.clock.now())?;
    let (venue, on_sale) = find_venue_of(app, actor, request.number).await?;
    let now = app.clock.now();
    let input = Input {
        actor: actor.clone(),
        venue: Arc::clone(&venue),
        on_sale,
        request,
        manager_limit: Money::from_paise(app.settings.desk.manager_refund_paise.into()),
        reminder_minutes: find_policies(app).await?.reminder_minutes,
        undo_until: now + app.settings.desk.undo_time(),
        issuer: Issuer::find(app).await?,
        now,
    };
    let permission = Permission::BookingMove;
    let command = Command { operation: "move_at_desk", permission, venue: Some(venue.id), key };
    audited_write_then_read(
        app,
        actor,
        command,
        input,
        |tx, input| Box::pin(move_once(tx, input)),
        |tx, input| {
            Box::pin(async move { find_details(tx, input.request.number, input.venue.id, input.now).await })
        },
    )
    .await
}

/// The booking as it is now.
pub(super) async fn find_details(
    tx: &mut dyn Session,
    number: OrderNumber,
    venue: VenueId,
    now: Timestamp,
) -> Result<BookingDetails, MoveError> {
    find(tx, number, venue, now).await.map(|(details, _)| details)
}

/// The venue of a booking, if the actor works there, and whether the desk sells there.
pub(super) async fn find_venue_of(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
) -> Result<(Arc<Venue>, OnSale), MoveError> {
    let now = app.clock.now();
    let found: Result<_, StoreError> = app
        .store
        .read((number, now), |tx, (number, now)| {
            Box::pin(async move { Board(tx).find_booking(*number, *now).await })
        })
        .await;
    let workplaces = list_workplaces(app, actor).await?;
    let found = found?.filter(|found| workplaces.contains(&found.booking.venue));
    let venue = found.ok_or(MoveError::NoSuchBooking)?.booking.venue;
    Ok(find_desk_venue(app, actor, venue).await??)
}

pub(super) async fn find(
    tx: &mut dyn Session,
    number: OrderNumber,
    venue: VenueId,
    now: Timestamp,
) -> Result<(BookingDetails, Order), MoveError> {
    let found = Board(tx).find_booking(number, now).await?;
    let details = found.filter(|found| found.booking.venue == venue).ok_or(MoveError::NoSuchBooking)?;
    let order = Orders(tx).find(number, details.booking.customer).await?;
    Ok((details, order.ok_or(MoveError::NoSuchBooking)?))
}

/// When play of a booking ends.
pub(super) fn ends_at(order: &Order) -> Timestamp {
    order.slot.lasting(order.play_minutes).ends_at
}

/// The time that the booking takes at another court and hour, and what it costs there.
async fn preview(
    tx: &mut dyn Session,
    venue: &Venue,
    (details, order): (&BookingDetails, &Order),
    to: DeskSlot,
    now: Timestamp,
) -> Result<(CourtTime, MovePreview), MoveError> {
    let is_absent = details.booking.attendance == Some(Attendance::Absent);
    if order.status != OrderStatus::Confirmed || ends_at(order) <= now || is_absent {
        return Err(MoveError::NotMovable);
    }
    let (time, price) = quote_for_booking(venue, to, order.day, now)?;
    let slot = time.slot;
    if slot == order.slot {
        return Err(MoveError::SamePlace);
    }
    // Attendance was recorded for this hour and says nothing about another one.
    if details.booking.attendance.is_some() && slot.starts_at != order.slot.starts_at {
        return Err(MoveError::PlayersAreHere);
    }
    let discount = discount_at(tx, order, price).await?;
    let refundable: Vec<Money> = desk_parts(details).map(|(.., amount)| amount).collect();
    let price = MovePrice::new(order.amounts(), (price, discount), &refundable);
    // It takes as long as it was booked for, also if the venue's hours have another length by now.
    Ok((slot.lasting(order.slot_minutes), MovePreview { to, price }))
}

/// The parts that were paid at a desk, the newest first: by which way each goes back, and how much of it the desk can still give
/// back.
fn desk_parts(details: &BookingDetails) -> impl Iterator<Item = (&PaidPart, RefundSource, Money)> {
    details.payments.iter().rev().filter_map(|part| {
        let (payment, tender) = part.desk_payment?;
        let source = RefundSource::Desk(payment, tender.refund_method());
        Some((part, source, part.refundable?))
    })
}

/// The unit of work of a move.
///
/// INVARIANT: a moved booking has exactly its new court, also if others cancel or move it at the same time (suites `moves` and
/// `move_races`).
async fn move_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<MovedAtDesk>, MoveError> {
    let Input { venue, request, now, .. } = input;
    input.on_sale?;
    let number = request.number;
    let (details, order) = find(tx, number, venue.id, *now).await?;
    if details.booking.version != request.version {
        return Err(MoveError::ChangedMeanwhile(Box::new(details)));
    }
    let (time, preview) = preview(tx, venue, (&details, &order), request.to, *now).await?;
    let (decided, approver) = decide(tx, input, &preview).await?;
    if !is_day_open(tx, venue.id, (&request.to, &time), *now).await? {
        return Err(NotForSale::DayClosed.into());
    }
    let order_move = OrderMove {
        from: order.slot,
        slot: time.slot,
        day: request.to.day,
        start: request.to.start,
        price: decided.price,
        discount: decided.discount,
        moved_from: None,
        kept: order.kept(),
        version: Some(request.version),
    };
    // The error rolls the changes of the claims back.
    match change_place(tx, venue, &order, &order_move, input.actor.id(), *now).await? {
        PlaceChange::Moved => {}
        PlaceChange::Taken => return Err(MoveError::Taken(venue.id, request.to)),
        PlaceChange::ChangedMeanwhile => {
            let (details, _) = find(tx, number, venue.id, *now).await?;
            return Err(MoveError::ChangedMeanwhile(Box::new(details)));
        }
    }
    reprice(tx, &order, (decided.price, decided.discount), request.version, *now).await?;
    give_back(tx, input, (&details, &order), decided.refund).await?;
    let (after, moved) = find(tx, number, venue.id, *now).await?;
    let version = after.booking.version;
    let notify_at = input.undo_until + CLOCK_DIFFERENCE;
    notify::moved_later(tx, (&moved, version), input.reminder_minutes, notify_at, *now).await?;
    announce(tx, &moved);
    issue_credit_notes_of_move(tx, &input.issuer, (number, request.version), *now).await?;
    let entry = Entry::changed("booking.moved", "booking", number, &Facts::of(&order), &Facts::of(&moved));
    let entry = entry.approved_by(approver);
    let entry = match &request.reason {
        Some(reason) => entry.with_reason(reason),
        None => entry,
    };
    let answer = MovedAtDesk {
        number: number.value(),
        version,
        from: MovedFrom::of(&order),
        refund_paise: decided.refund.paise(),
        // A move that gives money back cannot be undone, because the player was promised the refund.
        undo_until: (decided.refund == Money::ZERO).then_some(input.undo_until),
    };
    Ok(Audited::new(answer, entry))
}

/// Checks what the clerk was shown and chose. Returns the price, and the colleague who approved it, if that was needed.
async fn decide(
    tx: &mut dyn Session,
    input: &Input,
    preview: &MovePreview,
) -> Result<(DecidedPrice, Option<StaffId>), MoveError> {
    let MoveAtDesk { total, choice, reason, .. } = &input.request;
    let price = &preview.price;
    if price.total() != *total {
        return Err(MoveError::PriceChanged(*preview));
    }
    let choices = price.choices();
    let fits = choice.map_or(choices.is_empty(), |choice| choices.contains(&choice));
    if !fits {
        return Err(MoveError::ChoiceMissing);
    }
    let mut approver = None;
    if price.waives(*choice) {
        let waived = Money::from_paise(price.difference_paise());
        let allowed = |decider: Decider<'_>| {
            decider.check_at(input.venue.id, Permission::BookingWaive)?;
            if decider.role() == Role::Manager && waived > input.manager_limit {
                return Err(MoveError::BeyondManager(input.manager_limit));
            }
            Ok(())
        };
        approver = input.actor.decide(tx, waived, input.now, allowed).await?;
        if reason.is_none() {
            return Err(MoveError::ReasonMissing);
        }
    }
    Ok((price.decide(*choice), approver))
}

/// What became of an attempt to give a booking another place.
pub(super) enum PlaceChange {
    /// The booking has its new court and hour only.
    Moved,
    /// Another claim has the new court and hour: the unit of work must be rolled back.
    Taken,
    /// The booking was changed since it was read: the unit of work must be rolled back.
    ChangedMeanwhile,
}

/// Changes the claims of a booking before its order, as a cancellation does, so that the two do not deadlock. The old time stays claimed
/// until the new one is, so that two moves to each other's courts are refused and do not wait for each other; an old time that overlaps the
/// new one is freed first.
pub(super) async fn change_place(
    tx: &mut dyn Session,
    venue: &Venue,
    before: &Order,
    to: &OrderMove,
    staff: StaffId,
    now: Timestamp,
) -> Result<PlaceChange, StoreError> {
    // It takes as long as it was booked for, also if the venue's slots have another length by now.
    let time = to.slot.lasting(before.slot_minutes);
    let old = OrderClaim::from(before);
    let overlaps = time.overlaps(&before.time());
    // Nothing is freed if the booking was changed since it was read; the guard of the move notices that.
    if overlaps {
        free_slot(tx, &old, Freeing::Any).await?;
    }
    if !claim_slot(tx, venue, time, before.number, staff, now).await? {
        return Ok(PlaceChange::Taken);
    }
    let is_freed = overlaps || free_slot(tx, &old, Freeing::Any).await?;
    if !Orders(tx).move_to(before.number, to).await? {
        return Ok(PlaceChange::ChangedMeanwhile);
    }
    if !is_freed {
        return Err(StoreError::Constraint(format!("order {} did not have its court", before.number)));
    }
    Ok(PlaceChange::Moved)
}

/// Closes the QR codes of the booking, and records that it costs another amount since it was moved from `version`.
pub(super) async fn reprice(
    tx: &mut dyn Session,
    before: &Order,
    to: (Money, Money),
    version: i64,
    now: Timestamp,
) -> Result<(), StoreError> {
    // The QR code names the hour before the move.
    close_qrs_of_order(tx, before.number, now).await?;
    let from = (before.price, before.discount);
    if from == to {
        return Ok(());
    }
    ledger::repriced(tx, (before.number, version), from, to, now).await?;
    Bills(tx).void_open_of_order(before.number).await
}

/// Approves the refunds of what was paid above the new price, the newest part first.
async fn give_back(
    tx: &mut dyn Session,
    input: &Input,
    (details, order): (&BookingDetails, &Order),
    refund: Money,
) -> Result<(), StoreError> {
    if refund == Money::ZERO {
        return Ok(());
    }
    let parts: Vec<_> = desk_parts(details).collect();
    let refundable: Vec<Money> = parts.iter().map(|(.., amount)| *amount).collect();
    let amounts = split_refund(refund, &refundable, LEAST_REFUND);
    if amounts.iter().copied().sum::<Money>() != refund {
        return Err(StoreError::Constraint(format!("order {} cannot give back {refund:?}", order.number)));
    }
    for ((part, source, _), amount) in parts.into_iter().zip(amounts) {
        if amount == Money::ZERO {
            continue;
        }
        let new = NewRefund {
            bill: part.bill,
            source,
            about: RefundAbout::Move(order.number, input.request.version),
            order: order.number,
            amount,
            reason: RefundReason::Moved,
            issue_at: None,
            staff: Some(input.actor.id()),
            approved_at: input.now,
        };
        let refused = || StoreError::Constraint(format!("order {} gives back too much", order.number));
        let id = Refunds(tx).approve(&new).await?.ok_or_else(refused)?;
        if !Orders(tx).add_returned(order.number, amount).await? {
            return Err(refused());
        }
        ledger::refund_approved(tx, id, &new).await?;
    }
    Ok(())
}

/// Announces the days of the new place; those of the old one were announced when it was freed.
pub(super) fn announce(tx: &mut dyn Session, moved: &Order) {
    for day in moved.days() {
        tx.announce(ChangeEvent::Day(moved.venue, day));
    }
    announce_order(tx, moved);
}
