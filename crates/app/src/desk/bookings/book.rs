//! Books courts for a player at the desk.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, civil::Date};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    CustomerId, VenueId,
    bill::Tender,
    cancellation::CancellationPolicy,
    money::Money,
    order::OrderNumber,
    person::{FullName, Phone},
    staff::Permission,
    venue::Venue,
};
use sideout_store::{StoreError, accounts::PhoneHash};

use super::{
    desk_slot::{DeskSlot, NotForSale},
    open_venue::{OnSale, find_desk_venue},
    record_booking::record_booking,
};
use crate::{
    App,
    desk::{
        board::mark_attendance::MarkAttendanceError,
        money::take_payment::{PaymentContext, TakePaymentError, TakenPayment},
        repeat::repeat,
    },
    platform::{policies::find_policies, random::ID_DIGITS},
    steps::{
        audited::{Actor, ApprovalError, Command, Refused, RequestKey, audited_write},
        booking_metrics::{BookedBy, count_bookings},
        draw_order_number::draw_order_number,
        issue_receipts::Issuer,
    },
};

/// The most slots of one booking on its first day.
pub const MOST_SLOTS: usize = 12;

/// The most slots of a weekly series in all.
pub const MOST_SLOTS_OF_SERIES: usize = 104;

/// Attempts with other random numbers, when one of them is in use.
pub(super) const ATTEMPTS: u32 = 4;

/// How long after the undo time the player gets the notice: the clocks of two nodes differ by up to two seconds.
pub(super) const CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_secs(3);

/// Whom the desk books for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Player {
    /// A known player.
    Known(CustomerId),
    /// A phone number, with the name that its player gave. If a player has the number, the booking is for that player.
    ByPhone {
        /// The name.
        full_name: FullName,
        /// The number.
        phone: Phone,
    },
    /// A guest who gives no number. Each booking has a guest of its own, so that guests share nothing.
    WithoutNumber {
        /// The name; [`FullName::of_guest`] if the guest gives none.
        full_name: FullName,
    },
    /// The customer of a booking that is extended, with or without a number. No approval is needed if the customer is blocked.
    OfBooking(CustomerId),
}

/// What is to be booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookAtDesk {
    /// The slots, each once: those of the first day, at least one and at most [`MOST_SLOTS`]; for a weekly series then those of later
    /// weeks, at most [`MOST_SLOTS_OF_SERIES`] in all.
    pub slots: Vec<DeskSlot>,
    /// The player.
    pub player: Player,
    /// Who comes, if that is not the player.
    pub contact_name: Option<FullName>,
    /// The sum that the clerk quoted to the player.
    pub total: Money,
    /// How all of the first day is paid at once; `None`: it stays due.
    pub pay: Option<PayNow>,
    /// Whether the players are here, for the games of the first day.
    pub arrive: bool,
}

impl BookAtDesk {
    /// Whether the slot is on the first day.
    pub(super) fn is_of_first_day(&self, slot: &DeskSlot) -> bool {
        self.slots.first().is_some_and(|first| first.day == slot.day)
    }

    /// Whether it is a weekly series.
    pub(super) fn is_series(&self) -> bool {
        self.slots.iter().any(|slot| !self.is_of_first_day(slot))
    }
}

/// How a booking is paid as it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayNow {
    /// How the money is taken.
    pub tender: Tender,
    /// The reference of the UPI payment, of the card machine or of the bank transfer.
    pub reference: Option<String>,
}

impl Serialize for BookAtDesk {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let player = match &self.player {
            Player::Known(id) | Player::OfBooking(id) => (Some(id), None),
            Player::ByPhone { full_name, phone } => (None, Some((full_name.as_str(), phone.as_e164()))),
            Player::WithoutNumber { full_name } => (None, Some((full_name.as_str(), ""))),
        };
        let contact = self.contact_name.as_ref().map(FullName::as_str);
        let pay = self.pay.as_ref().map(|pay| (pay.tender.name(), &pay.reference));
        (&self.slots, player, contact, self.total.paise(), pay, self.arrive).serialize(serializer)
    }
}

/// What was booked. A repeated call returns the first answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookedAtDesk {
    /// The orders, one for each slot, in the order of the request.
    pub orders: Vec<BookedOrder>,
    /// The player.
    pub customer: CustomerId,
    /// Who comes: the name noted for this game, or the player's.
    pub name: String,
    /// The player's phone, E.164; `None` for a guest without a number.
    pub phone: Option<String>,
    /// Whether the desk did not know the phone number before.
    pub is_new: bool,
    /// Until when it can be undone.
    pub undo_until: Timestamp,
    /// The payment, if it was paid at once.
    #[serde(default)]
    pub payment: Option<TakenPayment>,
}

/// An order that was just made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookedOrder {
    /// Its number.
    pub number: i64,
    /// What it costs, in paise.
    pub price_paise: i64,
    /// Its version.
    pub version: i64,
}

/// Why nothing is booked.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A slot cannot be sold.
    #[error(transparent)]
    NotForSale(#[from] NotForSale),
    /// Another claim has this slot.
    #[error("slot taken")]
    Taken(DeskSlot),
    /// The player is not known.
    #[error("no such player")]
    NoSuchPlayer,
    /// The data of the player will be erased.
    #[error("the player is locked")]
    PlayerLocked,
    /// The hours cost another sum than the clerk quoted.
    #[error("the price is {total:?}")]
    PriceChanged {
        /// The sum of all hours.
        total: Money,
        /// The sum of the hours of the first day, which can be paid at once.
        first_day: Money,
    },
    /// A random number is in use; another attempt draws others.
    #[error("a random number is in use")]
    NumberInUse,
    /// The money cannot be taken.
    #[error(transparent)]
    Payment(TakePaymentError),
    /// The player is blocked, and the approval is not valid.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// It is too early to record that the players are here.
    #[error(transparent)]
    Arrival(MarkAttendanceError),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TakePaymentError> for BookError {
    fn from(error: TakePaymentError) -> Self {
        match error {
            TakePaymentError::Refused(refused) => BookError::Refused(refused),
            TakePaymentError::Store(error) => BookError::Store(error),
            error => BookError::Payment(error),
        }
    }
}

impl From<MarkAttendanceError> for BookError {
    fn from(error: MarkAttendanceError) -> Self {
        match error {
            MarkAttendanceError::NotAllowed(refused) => BookError::Refused(refused),
            MarkAttendanceError::Store(error) => BookError::Store(error),
            error => BookError::Arrival(error),
        }
    }
}

/// The input of the unit of work. What is random is drawn before it, because a unit of work may run more than once.
pub(super) struct Input {
    pub(super) venue: Arc<Venue>,
    pub(super) on_sale: OnSale,
    pub(super) request: BookAtDesk,
    /// Who books, with the approval that a blocked player needs.
    pub(super) actor: Actor,
    /// The day of the booking that is extended by this one, which may be beyond the window in which staff can book.
    pub(super) extended_day: Option<Date>,
    pub(super) numbers: Vec<OrderNumber>,
    pub(super) guest: CustomerId,
    pub(super) policy: CancellationPolicy,
    pub(super) reminder_minutes: u32,
    /// The most weeks of a weekly series.
    pub(super) series_weeks: u32,
    pub(super) undo_until: Timestamp,
    pub(super) notify_at: Timestamp,
    /// What a payment needs, if it is paid at once.
    pub(super) payment_context: Option<PaymentContext>,
    /// From how long before the start players may arrive.
    pub(super) check_in: SignedDuration,
    /// The hash of the number, under which strikes and a block of an erased player may be kept; `None` if the player
    /// is not given by a number.
    pub(super) former_phone: Option<PhoneHash>,
    pub(super) now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.request.serialize(serializer)
    }
}

/// Books all of the slots for one player, or none of them. Several are a group, and a weekly series if they are in
/// several weeks. Payment and arrival are recorded in the same unit of work. For a blocked player, unless it is
/// [`Player::OfBooking`], the caller, or a colleague who approves, needs the permission `player.block`.
///
/// # Errors
/// [`BookError`].
pub async fn book_at_desk(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    request: BookAtDesk,
    key: RequestKey,
) -> Result<BookedAtDesk, BookError> {
    let (venue, on_sale) = find_desk_venue(app, actor, venue).await??;
    let now = app.clock.now();
    if request.pay.is_some() {
        actor.check_at(venue.id, Permission::PaymentTake, now)?;
    }
    if request.arrive {
        actor.check_at(venue.id, Permission::AttendanceMark, now)?;
    }
    let issuer = Issuer::find(app).await?;
    let policies = find_policies(app).await?;
    let undo_until = now + app.settings.desk.undo_time();
    let attempt = || {
        let input = Input {
            venue: Arc::clone(&venue),
            on_sale,
            numbers: request.slots.iter().map(|_| draw_order_number(app, now)).collect(),
            guest: CustomerId(app.random.number_of_digits(ID_DIGITS)),
            request: request.clone(),
            actor: actor.clone(),
            extended_day: None,
            policy: policies.cancellation,
            reminder_minutes: policies.reminder_minutes,
            series_weeks: app.settings.desk.series_weeks,
            undo_until,
            notify_at: undo_until + CLOCK_DIFFERENCE,
            payment_context: request.pay.as_ref().map(|_| PaymentContext {
                venue: Arc::clone(&venue),
                staff: actor.id(),
                issuer: issuer.clone(),
                now,
                taken_at: now,
            }),
            check_in: SignedDuration::from_mins(app.settings.check_in_minutes.into()),
            former_phone: match &request.player {
                Player::ByPhone { phone, .. } => Some(app.secrets.former_phone(phone)),
                Player::Known(_) | Player::OfBooking(_) | Player::WithoutNumber { .. } => None,
            },
            now,
        };
        let permission = Permission::BookingMake;
        let key = key.clone();
        let command = Command { operation: "book_at_desk", permission, venue: Some(venue.id), key };
        audited_write(app, actor, command, input, |tx, input| Box::pin(record_booking(tx, input)))
    };
    let booked = repeat(ATTEMPTS, attempt, |error: &BookError| matches!(error, BookError::NumberInUse)).await;
    // A repeated call returns an earlier end of the undo time and is not counted.
    if let Ok(booked) = &booked
        && booked.undo_until == undo_until
    {
        count_bookings(BookedBy::Desk, booked.orders.len());
    }
    booked
}
