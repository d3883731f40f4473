//! Orders, from hold to booking to end.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use sideout_domain::{
    BlockId, CouponId, CourtId, CustomerId, GroupId, RefundId, SportId, StaffId, VenueId,
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{ExpiredHold, Hold, Order, OrderNumber, OrderStatus, PaymentMethod},
    person::FullName,
    slot::{StartTime, touched_days},
};

use crate::{BookingDays, Row, Session, StoreError, Value, params, sql};

/// A booking's new court and time, and what it costs there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderMove {
    /// The court and the start that were read.
    pub from: Slot,
    /// The new court and time.
    pub slot: Slot,
    /// The new day at the venue.
    pub day: Date,
    /// The new time at the venue.
    pub start: StartTime,
    /// What the court costs.
    pub price: Money,
    /// The discount of the coupon.
    pub discount: Money,
    /// The court that the player had held, if the new court is the one that late money booked in its place
    /// ([`Order::moved_from`]); `None` if the desk chose the new court.
    pub moved_from: Option<CourtId>,
    /// What was paid and did not go back, as it was read.
    pub kept: Money,
    /// The version that was read; `None` for any.
    pub version: Option<i64>,
}

/// The repository of orders.
pub struct Orders<'s>(pub &'s mut dyn Session);

/// An order about to be written; its court is already claimed.
#[derive(Debug, Clone)]
pub struct NewOrder {
    /// Its number, drawn at random.
    pub number: OrderNumber,
    /// Its customer.
    pub customer: CustomerId,
    /// Its venue.
    pub venue: VenueId,
    /// The court and the start of play.
    pub slot: Slot,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// Minutes of play.
    pub play_minutes: u16,
    /// Minutes for which the court is taken, handover included.
    pub slot_minutes: u16,
    /// What it costs before any discount.
    pub price: Money,
    /// The cancellation rules at this time.
    pub policy: CancellationPolicy,
    /// The instant until which the court is kept.
    pub held_until: Timestamp,
    /// The current time.
    pub created_at: Timestamp,
}

impl NewOrder {
    /// The venue days whose availability it changes.
    pub fn days(&self) -> impl Iterator<Item = Date> + use<> {
        touched_days(self.day, self.start, self.slot_minutes)
    }

    /// The parameters of `orders/add`.
    pub(crate) fn params(&self) -> Vec<Value> {
        params![
            self.number.value(),
            self.customer.0,
            self.venue.0,
            self.slot.court.0,
            self.slot.starts_at,
            self.day,
            u32::from(self.start.minute()),
            u32::from(self.play_minutes),
            self.price.paise(),
            self.policy.cutoff_minutes,
            self.policy.bank_charge.paise(),
            self.held_until,
            self.created_at,
            u32::from(self.slot_minutes),
        ]
        .to_vec()
    }
}

/// The version of an order that was not changed since it was added: the column's default.
pub const FIRST_VERSION: i64 = 0;

/// A booking that a member of staff makes; its court is already claimed.
#[derive(Debug, Clone)]
pub struct NewDeskBooking {
    /// Its number, drawn at random.
    pub number: OrderNumber,
    /// Its customer.
    pub customer: CustomerId,
    /// Its venue.
    pub venue: VenueId,
    /// The court and the start of play.
    pub slot: Slot,
    /// The day at the venue.
    pub day: Date,
    /// The start at the venue.
    pub start: StartTime,
    /// Minutes of play.
    pub play_minutes: u16,
    /// Minutes for which the court is taken, handover included.
    pub slot_minutes: u16,
    /// What it costs.
    pub price: Money,
    /// The cancellation rules at this time.
    pub policy: CancellationPolicy,
    /// The group of orders that it is made with.
    pub group: Option<GroupId>,
    /// The member of staff who books it.
    pub booked_by: StaffId,
    /// The name of the person who comes, if it is not the customer.
    pub contact_name: Option<FullName>,
    /// The current time.
    pub created_at: Timestamp,
}

/// The fields that a confirmation sets on the order.
#[derive(Debug, Clone, Copy)]
pub struct Confirmation {
    /// How the player pays.
    pub method: PaymentMethod,
    /// The discount of the coupon.
    pub discount: Money,
    /// The coupon used.
    pub coupon: Option<CouponId>,
}

/// The fields that a payment sets on the order it confirms.
#[derive(Debug, Clone, Copy)]
pub struct PaidConfirmation {
    /// The claimed court: the one held or another one.
    pub court: CourtId,
    /// The amount received.
    pub paid: Money,
    /// The discount of the coupon.
    pub discount: Money,
    /// The coupon used.
    pub coupon: Option<CouponId>,
}

impl Orders<'_> {
    /// When the newest order made before `before` was made.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_newest_before(&mut self, before: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        self.0.one(sql!("orders/find_newest_before"), params![before]).await?.instant_or_null("created_at")
    }

    /// Adds a held order. `false` if the customer holds another court by now or the number is in use.
    ///
    /// INVARIANT: a customer has at most one hold (unique index `orders_hold_place`, test
    /// `a_customer_has_one_hold_by_the_index`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, order: &NewOrder) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("orders/add"), &order.params()).await? == 1)
    }

    /// Adds a booking that a member of staff makes, to be paid at the court. `false` if the number is in use.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_at_desk(&mut self, new: &NewDeskBooking) -> Result<bool, StoreError> {
        let params = params![
            new.number.value(),
            new.customer.0,
            new.venue.0,
            new.slot.court.0,
            new.slot.starts_at,
            new.day,
            u32::from(new.start.minute()),
            u32::from(new.play_minutes),
            new.price.paise(),
            new.policy.cutoff_minutes,
            new.policy.bank_charge.paise(),
            new.created_at,
            u32::from(new.slot_minutes),
            new.group.map(|group| group.0),
            new.booked_by.0,
            new.contact_name.as_ref().map(FullName::as_str),
        ];
        let is_added = self.0.run(sql!("orders/add_at_desk"), params).await? == 1;
        if is_added && new.slot.starts_at <= new.created_at {
            BookingDays(self.0).remove_of_booking(new.number).await?;
        }
        Ok(is_added)
    }

    /// The order, if it belongs to `customer`; `None` both for another customer's order and for an unknown number.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(
        &mut self,
        number: OrderNumber,
        customer: CustomerId,
    ) -> Result<Option<Order>, StoreError> {
        let row = self.0.first(sql!("orders/find"), params![number.value(), customer.0]).await?;
        row.as_ref().map(order).transpose()
    }

    /// The orders that lost their court by a closure and have an offer, and the orders that replaced them, by number.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_offers(
        &mut self,
        closure: BlockId,
    ) -> Result<HashMap<OrderNumber, Order>, StoreError> {
        let rows = self.0.all(sql!("orders/list_of_offers"), params![closure.0]).await?;
        rows.iter().map(|row| order(row).map(|order| (order.number, order))).collect()
    }

    /// The customer's newest `limit` bookings, newest first, without unpaid ones that the desk made and cancelled within
    /// `undo_time`: the player got no message about them.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_bookings(
        &mut self,
        customer: CustomerId,
        undo_time: SignedDuration,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let undo_time = i64::try_from(undo_time.as_millis()).unwrap_or(i64::MAX);
        let rows = self.0.all(sql!("orders/list_bookings"), params![customer.0, undo_time, limit]).await?;
        rows.iter().map(order).collect()
    }

    /// The customer's hold, live or expired, then the booked games after `now`, the next one first; at most `limit` in
    /// all.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_own_courts(
        &mut self,
        customer: CustomerId,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let rows = self.0.all(sql!("orders/list_own_courts"), params![customer.0, now, limit]).await?;
        rows.iter().map(order).collect()
    }

    /// The customer's newest `limit` orders that are not bookings although a payment for them is pending or was
    /// captured.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_unbooked_payments(
        &mut self,
        customer: CustomerId,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let rows = self.0.all(sql!("orders/list_unbooked_payments"), params![customer.0, limit]).await?;
        rows.iter().map(order).collect()
    }

    /// The number of the customer's booking for `slot`, if they have booked it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_booking_at(
        &mut self,
        customer: CustomerId,
        slot: Slot,
    ) -> Result<Option<OrderNumber>, StoreError> {
        let params = params![customer.0, slot.court.0, slot.starts_at];
        let row = self.0.first(sql!("orders/find_booking_at"), params).await?;
        row.map(|row| row.converted("order_number")).transpose()
    }

    /// The customer's hold, live or expired.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_hold(&mut self, customer: CustomerId) -> Result<Option<Hold>, StoreError> {
        let row = self.0.first(sql!("orders/find_hold"), params![customer.0]).await?;
        row.as_ref().map(hold).transpose()
    }

    /// Ends a hold as `released` or `expired`; `false` if it is no longer a hold.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn close_hold(&mut self, number: OrderNumber, end: OrderStatus) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("orders/close_hold"), params![number.value(), end.name()]).await? == 1)
    }

    /// Turns a hold into a booking; `false` if it is no longer a hold.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn confirm(
        &mut self,
        number: OrderNumber,
        confirmation: Confirmation,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![
            number.value(),
            now,
            confirmation.method.name(),
            confirmation.discount.paise(),
            confirmation.coupon.map(|id| id.0),
        ];
        Ok(self.0.run(sql!("orders/confirm"), params).await? == 1)
    }

    /// Turns a hold, live or expired, into a paid booking on a court that is already claimed; `false` if the player
    /// released the hold or it already is a booking.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn confirm_paid(
        &mut self,
        number: OrderNumber,
        confirmation: PaidConfirmation,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![
            number.value(),
            confirmation.court.0,
            now,
            confirmation.paid.paise(),
            confirmation.discount.paise(),
            confirmation.coupon.map(|id| id.0),
        ];
        Ok(self.0.run(sql!("orders/confirm_paid"), params).await? == 1)
    }

    /// Adds a line of a settled bill to what was paid for a booking; `false` if it owes less or was cancelled.
    ///
    /// INVARIANT: no more is paid than is due (suites `court_then_bank` and `bills`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_payment(
        &mut self,
        number: OrderNumber,
        paid: Money,
        method: PaymentMethod,
    ) -> Result<bool, StoreError> {
        let params = params![number.value(), paid.paise(), method.name()];
        Ok(self.0.run(sql!("orders/add_payment"), params).await? == 1)
    }

    /// Locks an order against changes until the unit of work ends; `false` if it was changed since `version` was read.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn lock_at_version(&mut self, number: OrderNumber, version: i64) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("orders/lock_at_version"), params![number.value(), version]).await? == 1)
    }

    /// Subtracts what a voided desk payment had paid from what was paid; `false` if more went back than would stay paid, or the
    /// booking was cancelled.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_payment_back(&mut self, number: OrderNumber, paid: Money) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("orders/take_payment_back"), params![number.value(), paid.paise()]).await? == 1)
    }

    /// Adds `returned` to what goes back of a paid order; `false` if more would go back than was paid.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_returned(&mut self, number: OrderNumber, returned: Money) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("orders/add_returned"), params![number.value(), returned.paise()]).await? == 1)
    }

    /// Extends a live hold until `held_until`; `false` if it expired by `now` or is not a hold.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn extend(
        &mut self,
        number: OrderNumber,
        held_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("orders/extend"), params![number.value(), held_until, now]).await? == 1)
    }

    /// Moves a booking to another court and time, whose claim it has, and sets what it costs; `false` if it is no longer booked
    /// at `from`, `kept` is not what was paid of it and did not go back, or it has another version.
    ///
    /// INVARIANT: a move is decided by the booking as it was read (suites `moves` and `move_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn move_to(&mut self, number: OrderNumber, to: &OrderMove) -> Result<bool, StoreError> {
        let params = params![
            number.value(),
            to.from.court.0,
            to.from.starts_at,
            to.slot.court.0,
            to.slot.starts_at,
            to.day,
            u32::from(to.start.minute()),
            to.price.paise(),
            to.discount.paise(),
            to.kept.paise(),
            to.version,
            to.moved_from.map(|court| court.0),
        ];
        Ok(self.0.run(sql!("orders/move"), params).await? == 1)
    }

    /// Puts a booking into a group; `false` if it is not confirmed or has another version than `version`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put_in_group(
        &mut self,
        number: OrderNumber,
        group: GroupId,
        version: i64,
    ) -> Result<bool, StoreError> {
        let params = params![number.value(), group.0, version];
        Ok(self.0.run(sql!("orders/put_in_group"), params).await? == 1)
    }

    /// Gives the orders of the guest without a number to another customer, and notes `name` at those that note no name.
    /// Returns the number of each; empty if `number`, one of them, has another version than `version`.
    ///
    /// INVARIANT: of two units of work that give a number to the same guest, one does (suite `guests_without_number`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn give(
        &mut self,
        (number, version): (OrderNumber, i64),
        (guest, to): (CustomerId, CustomerId),
        name: Option<&FullName>,
    ) -> Result<Vec<OrderNumber>, StoreError> {
        let name = name.map(FullName::as_str);
        if self.0.run(sql!("orders/give"), params![number.value(), version, guest.0, to.0, name]).await? == 0
        {
            return Ok(Vec::new());
        }
        let rows = self.0.all(sql!("orders/give_others"), params![guest.0, to.0, name]).await?;
        let mut given = vec![number];
        for row in &rows {
            given.push(row.converted("order_number")?);
        }
        given.sort();
        Ok(given)
    }

    /// Completes the cancellation of an order whose refunds are all issued, the last of them, `issued`, just now; `None` if none
    /// was issued now. Returns its customer if the order was waiting for that.
    ///
    /// INVARIANT: a booking paid in parts waits for the refund of each part (suite `refunds_in_parts`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end_cancelling(
        &mut self,
        number: OrderNumber,
        issued: Option<RefundId>,
    ) -> Result<Option<CustomerId>, StoreError> {
        if self.0.run(sql!("orders/lock_cancelling"), params![number.value()]).await? == 0 {
            return Ok(None);
        }
        let row = self
            .0
            .first(sql!("orders/end_cancelling"), params![number.value(), issued.map(|refund| refund.0)])
            .await?;
        row.map(|row| row.integer("customer_id").map(CustomerId)).transpose()
    }

    /// The customer of an order; `None` if there is no such order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_owner(&mut self, number: OrderNumber) -> Result<Option<CustomerId>, StoreError> {
        let row = self.0.first(sql!("orders/find_owner"), params![number.value()]).await?;
        row.map(|row| row.integer("customer_id").map(CustomerId)).transpose()
    }

    /// Cancels a booking; `false` if it is not confirmed, is no longer that of `customer` or at `slot`, `kept` is not what was paid
    /// of it and did not go back, or it has another version than `version`; `None` for any version. `by` is the member of staff who cancels it,
    /// or closes its court during the game and decides what goes back; `None` for the player and for another closure.
    ///
    /// INVARIANT: what is refunded is decided by all that was paid, the claim that is freed is the booking's, and the player who is
    /// told or asked is its player (suites `refunds_in_parts`, `moves` and `guests_get_numbers`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn cancel(
        &mut self,
        (number, customer, slot, kept): (OrderNumber, CustomerId, Slot, Money),
        status: OrderStatus,
        now: Timestamp,
        reason: Option<&str>,
        by: Option<StaffId>,
        version: Option<i64>,
    ) -> Result<bool, StoreError> {
        let params = params![
            number.value(),
            status.name(),
            now,
            reason,
            by.map(|staff| staff.0),
            slot.court.0,
            slot.starts_at,
            kept.paise(),
            version,
            customer.0,
        ];
        Ok(self.0.run(sql!("orders/cancel"), params).await? == 1)
    }

    /// Sets the status `expired` on holds that expired by `now` and returns them. Housekeeping only.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn expire(&mut self, now: Timestamp) -> Result<Vec<ExpiredHold>, StoreError> {
        let rows = self.0.all(sql!("orders/expire"), params![now]).await?;
        rows.iter()
            .map(|row| {
                Ok(ExpiredHold {
                    number: row.converted("order_number")?,
                    customer: CustomerId(row.integer("customer_id")?),
                    venue: VenueId(row.integer("venue_id")?),
                    day: row.day("venue_day")?,
                    start: row.start_time("start_minute")?,
                    slot_minutes: row.converted("slot_minutes")?,
                })
            })
            .collect()
    }

    /// The number of the customer's booked games after `now` that are unpaid and due at the court.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_open_unpaid(
        &mut self,
        customer: CustomerId,
        now: Timestamp,
    ) -> Result<i64, StoreError> {
        self.0.one(sql!("orders/count_open_unpaid"), params![customer.0, now]).await?.integer("count")
    }

    /// Counts the bookings of a customer that have not begun.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_ahead(&mut self, customer: CustomerId, now: Timestamp) -> Result<i64, StoreError> {
        self.0.one(sql!("orders/count_ahead"), params![customer.0, now]).await?.integer("count")
    }

    /// The number of the customer's no-shows that count at `now`, including those from before the data of the number
    /// were erased.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_no_shows(&mut self, customer: CustomerId, now: Timestamp) -> Result<i64, StoreError> {
        self.0.one(sql!("orders/count_no_shows"), params![customer.0, now]).await?.integer("count")
    }

    /// The number of the customer's holds on `slot` since `since` that have the status `expired`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_expired(
        &mut self,
        customer: CustomerId,
        slot: Slot,
        since: Timestamp,
    ) -> Result<i64, StoreError> {
        let params = params![customer.0, slot.court.0, slot.starts_at, since];
        self.0.one(sql!("orders/count_expired"), params).await?.integer("count")
    }
}

pub(crate) fn venue_zone(row: &Row, column: &str) -> Result<TimeZone, StoreError> {
    TimeZone::get(row.text(column)?)
        .map_err(|error| StoreError::Corrupt(format!("venue: time_zone: {error}")))
}

pub(crate) fn hold(row: &Row) -> Result<Hold, StoreError> {
    Ok(Hold {
        number: row.converted("order_number")?,
        slot: Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? },
        held_until: row.instant("held_until")?,
        venue: VenueId(row.integer("venue_id")?),
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        slot_minutes: row.converted("slot_minutes")?,
    })
}

pub(crate) fn order(row: &Row) -> Result<Order, StoreError> {
    let coupon_code = row.text_or_null("coupon_code")?;
    let held_court_name = row.text_or_null("held_court_name")?;
    let starts_at = row.instant("starts_at")?;
    Ok(Order {
        number: row.converted("order_number")?,
        customer: CustomerId(row.integer("customer_id")?),
        venue: VenueId(row.integer("venue_id")?),
        slot: Slot { court: CourtId(row.integer("court_id")?), starts_at },
        day: row.day("venue_day")?,
        start: row.start_time("start_minute")?,
        play_minutes: row.converted("play_minutes")?,
        status: row.parsed("status")?,
        price: row.money("price_paise")?,
        discount: row.money("discount_paise")?,
        payment_method: row.parsed_or_null("payment_method")?,
        paid: row.money("paid_paise")?,
        returned: row.money("returned_paise")?,
        returned_by_moves: row.money("returned_by_moves_paise")?,
        policy: CancellationPolicy {
            cutoff_minutes: row.converted("cancel_cutoff_minutes")?,
            bank_charge: row.money("bank_charge_paise")?,
        },
        held_until: row.instant_or_null("held_until")?,
        created_at: row.instant("created_at")?,
        confirmed_at: row.instant_or_null("confirmed_at")?,
        cancelled_at: row.instant_or_null("cancelled_at")?,
        cancel_reason: row.text_or_null("cancel_reason")?.map(str::to_owned),
        cancelled_by: row.integer_or_null("cancelled_by")?.map(StaffId),
        coupon: row
            .integer_or_null("coupon_id")?
            .zip(coupon_code)
            .map(|(id, code)| (CouponId(id), code.to_owned())),
        venue_name: row.text("venue_name")?.to_owned(),
        venue_location: row.text("venue_location")?.to_owned(),
        venue_long_location: row.text("venue_long_location")?.to_owned(),
        venue_map_url: row.text_or_null("venue_map_url")?.map(str::to_owned),
        venue_image: row.text("venue_image")?.to_owned(),
        court_number: row.converted("court_number")?,
        court_name: row.text("court_name")?.to_owned(),
        court_type: row.parsed("court_type")?,
        customer_name: row.text("customer_name")?.to_owned(),
        sport: SportId(row.integer("sport_id")?),
        closed_by: row.integer_or_null("block_id")?.map(BlockId),
        moved_from: row
            .integer_or_null("moved_from_court_id")?
            .zip(held_court_name)
            .map(|(id, name)| (CourtId(id), name.to_owned())),
        slot_minutes: row.converted("slot_minutes")?,
        moves: row.converted("moves")?,
        court_is_active: row.flag("court_is_open")?,
        current_day: StartTime::at(starts_at, &venue_zone(row, "venue_time_zone")?).0,
    })
}
