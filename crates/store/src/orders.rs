//! Orders, from hold to booking to end.

mod holds;
mod read;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CouponId, CourtId, CustomerId, GroupId, RefundId, StaffId, VenueId,
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{OrderNumber, OrderStatus, PaymentMethod},
    person::FullName,
    slot::{StartTime, touched_days},
};

pub use self::holds::ExpiredHoldLimit;
pub(crate) use self::{
    holds::hold,
    read::{order, venue_zone},
};
use crate::{BookingDays, Session, StoreError, Value, params, sql};

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
    /// The court that the player had held, if late money booked the new one in its place
    /// ([`moved_from`](sideout_domain::order::Order::moved_from)).
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
    /// The part of the payment that is for this order.
    pub paid: Money,
    /// The part of the coupon's discount that is for this order.
    pub discount: Money,
    /// The coupon used.
    pub coupon: Option<CouponId>,
}

impl Orders<'_> {
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

    /// Moves a booking to another court and time, whose claim it has, and sets what it costs; `false` if it is no longer booked
    /// at `from`, `kept` is not what was paid of it and did not go back, or it has another version.
    ///
    /// INVARIANT: of concurrent moves that have read the same booking one succeeds, and none if it was cancelled meanwhile (suite
    /// `move_races`).
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

    /// Completes the cancellation of an order if all its refunds are issued; `issued` is the one that was issued just now, if any.
    /// Returns the customer; `None` if the order does not wait for refunds, or another one is not issued yet.
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

    /// Cancels a booking; `false` if it is not confirmed, is no longer that of `customer` or at `slot`, `kept` is not what was paid
    /// of it and did not go back, or it has another version than `version` (`None`: any version). `by` is recorded as the member of
    /// staff who cancelled it.
    ///
    /// INVARIANT: what is refunded is decided by all that was paid, the claim that is freed is the booking's, and the player who
    /// gets the message or the offer is its player (suites `refunds_in_parts`, `moves` and `guests_get_numbers`).
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
}
