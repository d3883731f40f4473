//! The board of a venue's day, and a booking with what staff know of it.

use std::collections::HashMap;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    BillId, BlockId, CourtId, CustomerId, GroupId, StaffId, VenueId,
    attendance::Attendance,
    cancellation::CancellationPolicy,
    claim::{BlockKind, CourtTime, Slot},
    closure_offer::OfferState,
    money::Money,
    order::{Amounts, OrderNumber, OrderStatus, PaymentMethod},
    person::Phone,
    slot::StartTime,
    venue::CourtType,
};

use crate::{
    Answer, Call, Row, Session, StoreError,
    bills::{PaidPart, paid_part},
    booking_changes::{BookingMove, GroupBooking, list_changes},
    corrections::{Corrections, corrections},
    params,
    payments::{Refund, refund},
    player_notes::{PlayerNote, list_notes, player_note},
    sql,
    venues::in_commas,
};

/// The bookings of a player, for their page at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerBookings {
    /// The next ones, the earliest first.
    pub next: Vec<DeskBooking>,
    /// The past ones, the latest first.
    pub past: Vec<DeskBooking>,
    /// What a desk still takes for all of the player's bookings at the given venues, also for those that are not listed.
    pub due: Money,
}

/// The repository of the board.
pub struct Board<'s>(pub &'s mut dyn Session);

/// A booking as a desk sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskBooking {
    /// Its number.
    pub number: OrderNumber,
    /// The group of orders that it was made with.
    pub group: Option<GroupId>,
    /// Whether the group is a weekly series.
    pub is_weekly: bool,
    /// Its customer.
    pub customer: CustomerId,
    /// Its venue.
    pub venue: VenueId,
    /// The court, and from when to when.
    pub time: CourtTime,
    /// The number painted on the court.
    pub court_number: u16,
    /// The name of the court.
    pub court_name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// Minutes for which the court is taken, handover included.
    pub slot_minutes: u16,
    /// Minutes of play, as it was booked; those of the venue may have changed since.
    pub play_minutes: u16,
    /// Its status.
    pub status: OrderStatus,
    /// Whether the players came.
    pub attendance: Option<Attendance>,
    /// When that was recorded.
    pub attendance_at: Option<Timestamp>,
    /// The name of the person who comes: the one that was noted for this game, or the customer's.
    pub name: String,
    /// The customer's phone; `None` for a guest without a number, and once it is erased.
    pub phone: Option<Phone>,
    /// What it costs, and what was paid of it.
    pub amounts: Amounts,
    /// How the player pays.
    pub payment_method: Option<PaymentMethod>,
    /// Whether the customer has a number, and no confirmed or completed game that starts earlier.
    pub is_first_visit: bool,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// The closure that cancelled it; `None` if none did.
    pub closed_by: Option<BlockId>,
    /// How many notes are shown with it: those about the player, and those about this game.
    pub notes: i64,
    /// Rises with every change of the order.
    pub version: i64,
}

/// A claim that is not a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherClaim {
    /// The court, and from when to when.
    pub time: CourtTime,
    /// The instant until which it is live; `None` for a closure.
    pub held_until: Option<Timestamp>,
    /// When the player began to hold it; `None` for a block.
    pub held_since: Option<Timestamp>,
    /// The block; `None` for the hold of a player.
    pub block: Option<ClaimBlock>,
    /// Whether a payment online is requested for the hold.
    pub is_paying: bool,
}

/// Why a court is blocked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimBlock {
    /// Its id.
    pub id: BlockId,
    /// Whether it is a closure or a desk hold.
    pub kind: BlockKind,
    /// The reason.
    pub reason: String,
    /// Who made it; `None` for the operator's commands.
    pub staff: Option<StaffId>,
}

/// The bookings and claims of a venue's day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardRows {
    /// The bookings, those that were cancelled included, by court and start.
    pub bookings: Vec<DeskBooking>,
    /// Holds, desk holds and closures, by court and start; expired holds included.
    pub claims: Vec<OtherClaim>,
    /// The bookings that closures ended, by court and start; they are among `bookings` too.
    pub displaced: Vec<DisplacedBooking>,
}

/// A booking that a closure ended, and what its player chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisplacedBooking {
    /// Its number.
    pub number: OrderNumber,
    /// The court it was on.
    pub court: CourtId,
    /// When it was to start, at the venue.
    pub start: StartTime,
    /// Minutes for which the court was taken.
    pub slot_minutes: u16,
    /// The name of the person who would have come.
    pub name: String,
    /// What became of the offer; `None` if nothing was offered.
    pub offer: Option<OfferState>,
    /// When staff last called the player.
    pub called_at: Option<Timestamp>,
    /// Whether money goes or went back to its player.
    pub goes_back: bool,
    /// The booking in its place; `None` if there is none, or if it was cancelled by its player or the desk.
    pub new: Option<NewPlace>,
}

/// Where and when a game takes place instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlace {
    /// The number of the booking.
    pub number: OrderNumber,
    /// The venue.
    pub venue: VenueId,
    /// Its name.
    pub venue_name: String,
    /// The name of the court.
    pub court_name: String,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
}

/// A booking with its details for the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingDetails {
    /// The booking.
    pub booking: DeskBooking,
    /// When it was booked.
    pub booked_at: Timestamp,
    /// The member of staff who booked it; `None` for the player.
    pub booked_by: Option<StaffId>,
    /// Why it was cancelled.
    pub cancel_reason: Option<String>,
    /// The member of staff who cancelled it, or who closed its court during the game and gave back only a part; `None` otherwise.
    pub cancelled_by: Option<StaffId>,
    /// The code of its coupon.
    pub coupon: Option<String>,
    /// When its attendance was recorded or removed for the last time.
    pub attendance_changed_at: Option<Timestamp>,
    /// The latest time at which the present attendance was recorded: later than `attendance_changed_at` if it was recorded again.
    pub attendance_latest_at: Option<Timestamp>,
    /// The member of staff who recorded or removed it at `attendance_changed_at`.
    pub attendance_by: Option<StaffId>,
    /// The customer's games that have begun and were not cancelled, and whose players were not recorded as absent.
    pub games: i64,
    /// The number of the customer's games with the status no-show, forgiven ones included.
    pub no_shows: i64,
    /// When the player was reminded.
    pub reminded_at: Option<Timestamp>,
    /// The rules for cancelling it.
    pub policy: CancellationPolicy,
    /// What became of the offer to its player; `None` if nothing was offered.
    pub offer: Option<OfferState>,
    /// The paid parts, the oldest first.
    pub payments: Vec<PaidPart>,
    /// What can still be done with the payments at a desk, by bill.
    pub corrections: HashMap<BillId, Corrections>,
    /// The refunds, the oldest first.
    pub refunds: Vec<Refund>,
    /// The notes about the player and about this game, the oldest first.
    pub notes: Vec<PlayerNote>,
    /// The bookings of its group by their start, itself and those that were cancelled included; empty without a group.
    pub group: Vec<GroupBooking>,
    /// Its moves at the desk, the oldest first.
    pub moves: Vec<BookingMove>,
}

impl Board<'_> {
    /// The bookings of `day` at `venue`, and the other claims that start from `from` to before `until`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn read(
        &mut self,
        venue: VenueId,
        day: Date,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<BoardRows, StoreError> {
        let calls = [
            Call::new(sql!("board/list_bookings"), params![venue.0, day]),
            Call::new(sql!("board/list_claims"), params![venue.0, from, until]),
        ];
        let [bookings, claims] = self.0.send_all(calls).await?;
        let (bookings, claims) = (mapped(&bookings, booking)?, mapped(&claims, other_claim)?);
        let displaced = match bookings.iter().any(|booking| booking.closed_by.is_some()) {
            true => self.0.all(sql!("board/list_displaced"), params![venue.0, day]).await?,
            false => Vec::new(),
        };
        let displaced = displaced.iter().map(displaced_booking).collect::<Result<_, _>>()?;
        Ok(BoardRows { bookings, claims, displaced })
    }

    /// The bookings of `day` at `venue`, by court and start, with those that were cancelled and those that closures ended.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_day(&mut self, venue: VenueId, day: Date) -> Result<Vec<DeskBooking>, StoreError> {
        let rows = self.0.all(sql!("board/list_bookings"), params![venue.0, day]).await?;
        rows.iter().map(booking).collect()
    }

    /// The booking with this number; `None` for an order that never was a booking.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_booking(
        &mut self,
        number: OrderNumber,
        now: Timestamp,
    ) -> Result<Option<BookingDetails>, StoreError> {
        let calls = [
            Call::new(sql!("board/find_booking"), params![number.value(), now]),
            Call::new(sql!("bill/list_settled_of_order"), params![number.value()]),
            Call::new(sql!("refund/list_of_order"), params![number.value()]),
            Call::new(sql!("bill/list_correctable_of_order"), params![number.value()]),
            list_notes(number),
        ];
        let [found, paid, refunded, correctable, notes] = self.0.send_all(calls).await?;
        let Some(row) = found.rows.first() else { return Ok(None) };
        let mut payments = mapped(&paid, paid_part)?;
        payments.reverse();
        let booking = booking(row)?;
        let (group, moves) = list_changes(self.0, &booking, row.integer("moves")? > 0).await?;
        Ok(Some(BookingDetails {
            booking,
            booked_at: row.instant("confirmed_at")?,
            booked_by: row.integer_or_null("booked_by")?.map(StaffId),
            cancel_reason: row.text_or_null("cancel_reason")?.map(str::to_owned),
            cancelled_by: row.integer_or_null("cancelled_by")?.map(StaffId),
            coupon: row.text_or_null("coupon_code")?.map(str::to_owned),
            attendance_changed_at: row.instant_or_null("attendance_changed_at")?,
            attendance_latest_at: row.instant_or_null("attendance_latest_at")?,
            attendance_by: row.integer_or_null("attendance_by")?.map(StaffId),
            games: row.integer("games")?,
            no_shows: row.integer("no_shows")?,
            reminded_at: row.instant_or_null("reminded_at")?,
            policy: CancellationPolicy {
                cutoff_minutes: row.converted("cancel_cutoff_minutes")?,
                bank_charge: row.money("bank_charge_paise")?,
            },
            offer: row.parsed_or_null("offer_state")?,
            payments,
            corrections: mapped(&correctable, |row| {
                Ok((BillId(row.integer("bill_id")?), corrections(row)?))
            })?
            .into_iter()
            .collect(),
            refunds: mapped(&refunded, refund)?,
            notes: mapped(&notes, player_note)?,
            group,
            moves,
        }))
    }

    /// The first `limit` bookings of each of these players at `venues` from `day` on: the next one first, and those that were cancelled
    /// last.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_customers(
        &mut self,
        customers: &[CustomerId],
        venues: &[VenueId],
        day: Date,
        limit: u32,
    ) -> Result<Vec<DeskBooking>, StoreError> {
        let venues = in_commas(venues);
        let call = |customer: &CustomerId| {
            Call::new(sql!("board/list_of_customer"), params![customer.0, day, limit, &venues])
        };
        let calls: Vec<Call> = customers.iter().map(call).collect();
        let answers = self.0.send(&calls).await?;
        answers.iter().flat_map(|answer| &answer.rows).map(booking).collect()
    }

    /// The bookings of a player at `venues`: the next `limit` that begin after `now`, and the last `limit` that began by then; and
    /// what is due for all of them, also for those beyond the limits.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_player(
        &mut self,
        customer: CustomerId,
        venues: &[VenueId],
        now: Timestamp,
        limit: u32,
    ) -> Result<PlayerBookings, StoreError> {
        let venues = in_commas(venues);
        let calls = [
            Call::new(sql!("board/list_next_of_customer"), params![customer.0, now, limit, &venues]),
            Call::new(sql!("board/list_past_of_customer"), params![customer.0, now, limit, &venues]),
            Call::new(sql!("board/sum_due_of_customer"), params![customer.0, &venues]),
        ];
        let [next, past, due] = self.0.send_all(calls).await?;
        let due = due.rows.first().map(|row| row.money("due_paise")).transpose()?;
        Ok(PlayerBookings {
            next: mapped(&next, booking)?,
            past: mapped(&past, booking)?,
            due: due.unwrap_or(Money::ZERO),
        })
    }
}

fn mapped<T>(answer: &Answer, row: impl Fn(&Row) -> Result<T, StoreError>) -> Result<Vec<T>, StoreError> {
    answer.rows.iter().map(row).collect()
}

pub(crate) fn booking(row: &Row) -> Result<DeskBooking, StoreError> {
    let slot = Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? };
    let slot_minutes = row.converted("slot_minutes")?;
    Ok(DeskBooking {
        number: row.converted("order_number")?,
        group: row.integer_or_null("group_id")?.map(GroupId),
        is_weekly: row.flag("is_weekly")?,
        customer: CustomerId(row.integer("customer_id")?),
        venue: VenueId(row.integer("venue_id")?),
        time: slot.lasting(slot_minutes),
        court_number: row.converted("court_number")?,
        court_name: row.text("court_name")?.to_owned(),
        court_type: row.parsed("court_type")?,
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        slot_minutes,
        play_minutes: row.converted("play_minutes")?,
        status: row.parsed("status")?,
        attendance: row.parsed_or_null("attendance")?,
        attendance_at: row.instant_or_null("attendance_at")?,
        name: row.text("name")?.to_owned(),
        phone: row.parsed_or_null("phone")?,
        amounts: Amounts {
            price: row.money("price_paise")?,
            discount: row.money("discount_paise")?,
            paid: row.money("paid_paise")?,
            returned: row.money("returned_paise")?,
        },
        payment_method: row.parsed_or_null("payment_method")?,
        is_first_visit: row.flag("is_first_visit")?,
        cancelled_at: row.instant_or_null("cancelled_at")?,
        closed_by: row.integer_or_null("block_id")?.map(BlockId),
        notes: row.integer("notes")?,
        version: row.integer("version")?,
    })
}

fn displaced_booking(row: &Row) -> Result<DisplacedBooking, StoreError> {
    let new = match row.converted_or_null("new_order")? {
        None => None,
        Some(number) => Some(NewPlace {
            number,
            venue: VenueId(row.integer("new_venue")?),
            venue_name: row.text("new_venue_name")?.to_owned(),
            court_name: row.text("new_court_name")?.to_owned(),
            day: row.day("new_day")?,
            start: row.start_time("new_minute")?,
        }),
    };
    Ok(DisplacedBooking {
        number: row.converted("order_number")?,
        court: CourtId(row.integer("court_id")?),
        start: row.start_time("start_minute")?,
        slot_minutes: row.converted("slot_minutes")?,
        name: row.text("name")?.to_owned(),
        offer: row.parsed_or_null("offer_state")?,
        called_at: row.instant_or_null("called_at")?,
        goes_back: row.flag("goes_back")?,
        new,
    })
}

fn other_claim(row: &Row) -> Result<OtherClaim, StoreError> {
    let slot = Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? };
    let block = row.integer_or_null("block_id")?.map(|id| {
        Ok::<_, StoreError>(ClaimBlock {
            id: BlockId(id),
            kind: row.parsed("kind")?,
            reason: row.text("reason")?.to_owned(),
            staff: row.integer_or_null("staff_id")?.map(StaffId),
        })
    });
    Ok(OtherClaim {
        time: CourtTime { slot, ends_at: row.instant("ends_at")? },
        held_until: row.instant_or_null("held_until")?,
        held_since: row.instant_or_null("held_since")?,
        block: block.transpose()?,
        is_paying: row.flag("is_paying")?,
    })
}
