//! Orders that lost their court: what was paid is carried to another booking.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{VenueId, claim::Slot, money::Money, order::OrderNumber, slot::StartTime};

use crate::{Orders, StoreError, params, sql};

/// A booking in place of one that lost its court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedBooking {
    /// The venue.
    pub venue: VenueId,
    /// The court and the instant at which play starts.
    pub slot: Slot,
    /// The day of play in the venue's time zone.
    pub day: Date,
    /// The time of day in the venue's time zone at which play starts.
    pub start: StartTime,
    /// Minutes of play.
    pub play_minutes: u16,
    /// Minutes for which the court is taken, handover included.
    pub slot_minutes: u16,
    /// What the court costs.
    pub price: Money,
    /// The discount of the coupon.
    pub discount: Money,
    /// The current time.
    pub now: Timestamp,
}

impl Orders<'_> {
    /// Adds the booking `number` in place of `from`, which lost its court, at a place that is already claimed; what
    /// was paid for `from` counts for it. `false` if the number is in use. [`Orders::end_displaced`] then checks what
    /// was read of `from`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn carry(
        &mut self,
        from: OrderNumber,
        number: OrderNumber,
        to: &CarriedBooking,
    ) -> Result<bool, StoreError> {
        let params = params![
            from.value(),
            number.value(),
            to.venue.0,
            to.slot.court.0,
            to.slot.starts_at,
            to.day,
            u32::from(to.start.minute()),
            u32::from(to.play_minutes),
            u32::from(to.slot_minutes),
            to.price.paise(),
            to.discount.paise(),
            to.now,
        ];
        Ok(self.0.run(sql!("orders/carry"), params).await? == 1)
    }

    /// Ends the cancellation of a booking that lost its court: what was paid for it, less what went back, was carried to another
    /// booking. `false` if it was not cancelled, or if that is not `kept`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn end_displaced(&mut self, number: OrderNumber, kept: Money) -> Result<bool, StoreError> {
        let params = params![number.value(), kept.paise()];
        Ok(self.0.run(sql!("orders/end_displaced"), params).await? == 1)
    }
}
