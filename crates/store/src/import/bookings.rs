//! Imports complete bookings.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CustomerId, GroupId, VenueId,
    bill::{BillKind, BillLine, BillMethod},
    cancellation::CancellationPolicy,
    claim::Slot,
    ledger,
    money::Money,
    order::{OrderNumber, OrderStatus},
    slot::{StartTime, touched_days},
};

use crate::{
    Bills, BookingDays, ChangeEvent, Ledger, Session, StoreError, Value,
    bills::NewBill,
    ledger::{NewEntry, Subject},
    params, sql,
};

/// Adds bookings that did not start as a hold here.
pub struct ImportedBookings<'s>(pub &'s mut dyn Session);

/// An imported booking, to be paid or already paid at the court.
#[derive(Debug, Clone)]
pub struct ImportedBooking {
    /// Its number.
    pub number: OrderNumber,
    /// Its customer.
    pub customer: CustomerId,
    /// The venue.
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
    /// What was paid at the desk.
    pub paid: Money,
    /// The cancellation rules it was made under.
    pub policy: CancellationPolicy,
    /// Its status: confirmed, completed, no-show or cancelled.
    pub status: OrderStatus,
    /// When it was made.
    pub booked_at: Timestamp,
    /// When it was cancelled, if it was, and why.
    pub cancelled: Option<(Timestamp, Option<String>)>,
}

/// Imported bookings of one customer that were made together.
#[derive(Debug, Clone)]
pub struct ImportedGroup {
    /// The venue.
    pub venue: VenueId,
    /// The customer.
    pub customer: CustomerId,
    /// The name that staff gave it.
    pub label: String,
    /// The bookings; they were added before.
    pub orders: Vec<OrderNumber>,
    /// When it was made.
    pub created_at: Timestamp,
}

impl ImportedBooking {
    fn claim(&self) -> Vec<Value> {
        let ends_at = self.slot.lasting(self.slot_minutes).ends_at;
        params![self.slot.court.0, self.slot.starts_at, ends_at, self.number.value()].to_vec()
    }

    fn release(&self) -> Vec<Value> {
        params![self.slot.court.0, self.slot.starts_at, self.number.value()].to_vec()
    }

    fn order(&self) -> Vec<Value> {
        params![
            self.number.value(),
            self.customer.0,
            self.venue.0,
            self.slot.court.0,
            self.slot.starts_at,
            self.day,
            u32::from(self.start.minute()),
            u32::from(self.play_minutes),
            self.status.name(),
            self.price.paise(),
            self.paid.paise(),
            self.policy.cutoff_minutes,
            self.policy.bank_charge.paise(),
            self.booked_at,
            self.cancelled.as_ref().map(|(at, _)| *at),
            self.cancelled.as_ref().and_then(|(_, why)| why.as_ref()),
            u32::from(self.slot_minutes),
        ]
        .to_vec()
    }

    /// The bill that was settled at the desk; `None` if nothing was paid.
    fn bill(&self) -> Option<NewBill> {
        (self.paid > Money::ZERO).then(|| NewBill {
            kind: BillKind::Booking,
            customer: Some(self.customer),
            payer_name: None,
            discount: Money::ZERO,
            coupon: None,
            method: BillMethod::Desk,
            open_until: None,
            lines: vec![BillLine { order: Some(self.number), amount: self.paid }],
            created_at: self.booked_at,
        })
    }

    fn entries(&self) -> impl Iterator<Item = NewEntry<'static>> {
        let subject = Subject::Order(self.number);
        let about = move |entry, happened_at| NewEntry { entry, subject, happened_at };
        let booked = ledger::booked(self.price, Money::ZERO);
        let paid = ledger::paid_at_desk(self.paid);
        let cancelled = self.cancelled.as_ref().map(|(at, _)| *at);
        let cancelled =
            cancelled.map(|at| about(ledger::cancelled(self.price, Money::ZERO, Money::ZERO), at));
        [about(booked, self.booked_at), about(paid, self.booked_at)].into_iter().chain(cancelled)
    }
}

impl ImportedBookings<'_> {
    /// Adds a booking and, unless it is cancelled, claims its court. `false` if the claim is refused, because another one
    /// overlaps its time or the court or its venue is retired, or if the number is in use; then nothing is added.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, booking: &ImportedBooking) -> Result<bool, StoreError> {
        Ok(self.add_all(std::slice::from_ref(booking)).await? == 1)
    }

    /// Adds many bookings, each as by [`ImportedBookings::add`]; returns how many were added.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_all(&mut self, bookings: &[ImportedBooking]) -> Result<usize, StoreError> {
        let (keeping, mut placed): (Vec<_>, Vec<_>) =
            bookings.iter().partition(|booking| booking.status.keeps_court());
        let claims: Vec<_> = keeping.iter().map(|booking| booking.claim()).collect();
        let claimed = self.0.run_each(sql!("slot_claim/add_confirmed"), &claims).await?;
        placed.extend(
            keeping.into_iter().zip(claimed).filter(|(_, touched)| *touched == 1).map(|(booking, _)| booking),
        );

        let orders: Vec<_> = placed.iter().map(|booking| booking.order()).collect();
        let added = self.0.run_each(sql!("orders/add_booking"), &orders).await?;
        let (mut numbers, mut releases, mut entries, mut bills) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (booking, touched) in placed.iter().zip(&added) {
            if *touched == 1 {
                numbers.push(booking.number);
                entries.extend(booking.entries());
                bills.extend(booking.bill());
                for day in touched_days(booking.day, booking.start, booking.slot_minutes) {
                    self.0.announce(ChangeEvent::Day(booking.venue, day));
                }
            } else if booking.status.keeps_court() {
                releases.push(booking.release());
            }
        }
        BookingDays(self.0).remove_of_bookings(&numbers).await?;
        self.0.run_each(sql!("slot_claim/release"), &releases).await?;
        Bills(self.0).add_settled(&bills).await?;
        Ledger(self.0).record_all(&entries).await?;
        Ok(added.iter().filter(|touched| **touched == 1).count())
    }

    /// Makes bookings that were added before one group.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_group(&mut self, group: &ImportedGroup) -> Result<GroupId, StoreError> {
        let params = params![group.venue.0, group.customer.0, &group.label, group.created_at];
        let id = self.0.one(sql!("booking_group/add"), params).await?.integer("group_id")?;
        let rows: Vec<Vec<Value>> =
            group.orders.iter().map(|order| params![order.value(), id].to_vec()).collect();
        self.0.run_each(sql!("orders/join_group"), &rows).await?;
        Ok(GroupId(id))
    }
}
