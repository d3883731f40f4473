//! Bookings that were made elsewhere, taken over whole: from another system, or for the demo.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CustomerId, VenueId,
    cancellation::CancellationPolicy,
    money::Money,
    order::{OrderNumber, OrderStatus},
    slot::StartTime,
};

use crate::{News, Session, StoreError, claims::Slot, params, sql};

/// The way in for bookings that did not begin as a hold here.
pub struct ImportedBookings<'s>(pub &'s mut dyn Session);

/// A booking to be paid, or paid, at the court, as it stands.
#[derive(Debug, Clone)]
pub struct ImportedBooking {
    /// Its number.
    pub number: OrderNumber,
    /// Whose it is.
    pub customer: CustomerId,
    /// Where.
    pub venue: VenueId,
    /// Which court, from when.
    pub slot: Slot,
    /// The day at the venue.
    pub day: Date,
    /// The time at the venue.
    pub start: StartTime,
    /// How long is played.
    pub play_minutes: u16,
    /// What it costs.
    pub price: Money,
    /// What was paid at the desk.
    pub paid: Money,
    /// The cancellation rules it was made under.
    pub policy: CancellationPolicy,
    /// Where it stands: confirmed, completed, no-show or cancelled.
    pub status: OrderStatus,
    /// When it was made.
    pub booked_at: Timestamp,
    /// When it was cancelled, if it was, and why.
    pub cancelled: Option<(Timestamp, Option<String>)>,
}

impl ImportedBookings<'_> {
    /// Adds a booking and, unless it is cancelled, claims its court. `false`, and nothing is written: somebody has the
    /// court, or the number is taken (a claim that was written then is taken back).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, booking: &ImportedBooking) -> Result<bool, StoreError> {
        let (court, starts_at, number) =
            (booking.slot.court.0, booking.slot.starts_at, booking.number.value());
        let keeps_court = booking.status.keeps_court();
        if keeps_court
            && self.0.run(sql!("slot_claim/add_firm"), params![court, starts_at, number]).await? == 0
        {
            return Ok(false);
        }
        let params = params![
            number,
            booking.customer.0,
            booking.venue.0,
            court,
            starts_at,
            booking.day,
            u32::from(booking.start.minute()),
            u32::from(booking.play_minutes),
            booking.status.name(),
            booking.price.paise(),
            booking.paid.paise(),
            booking.policy.cutoff_minutes,
            booking.policy.bank_charge.paise(),
            booking.booked_at,
            booking.cancelled.as_ref().map(|(at, _)| *at),
            booking.cancelled.as_ref().and_then(|(_, why)| why.as_ref()),
        ];
        if self.0.run(sql!("orders/add_booking"), params).await? == 1 {
            self.0.announce(News::Day(booking.venue, booking.day));
            return Ok(true);
        }
        if keeps_court {
            self.0.run(sql!("slot_claim/release"), params![court, starts_at, number]).await?;
        }
        Ok(false)
    }
}
