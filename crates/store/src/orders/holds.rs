//! Holds: they are found, extended and ended.

use jiff::Timestamp;
use sideout_domain::{
    CourtId, CustomerId, VenueId,
    claim::Slot,
    order::{ExpiredHold, Hold, OrderNumber, OrderStatus},
};

use super::Orders;
use crate::{Row, StoreError, params, sql};

/// Which expired holds of a customer on a slot count, and how many of them are too many.
#[derive(Debug, Clone, Copy)]
pub struct ExpiredHoldLimit {
    /// A hold counts if it ended after this, or earlier by less than the length of the longest one that ended after this; by less than
    /// `length_ms` if none did.
    pub pause_since: Timestamp,
    /// How long a hold lasts without a checkout, in milliseconds.
    pub length_ms: i64,
    /// This many are too many.
    pub most: i32,
}

impl Orders<'_> {
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

    /// Ends a hold whose court the venue closes at `now`, as expired; `false` if it is no longer a hold. One that had run out by then
    /// counts as any other expired hold.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn close_hold_with_court(
        &mut self,
        number: OrderNumber,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("orders/close_hold_with_court"), params![number.value(), now]).await? == 1)
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

    /// Sets the status `expired` on holds that expired by `now` and returns them.
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

    /// The number of the customer's holds on `slot` that have the status `expired` and count by `limit`, without those that the venue
    /// ended with their court.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_expired(
        &mut self,
        customer: CustomerId,
        slot: Slot,
        limit: ExpiredHoldLimit,
    ) -> Result<i64, StoreError> {
        let params = params![customer.0, slot.court.0, slot.starts_at, limit.pause_since, limit.length_ms];
        self.0.one(sql!("orders/count_expired"), params).await?.integer("count")
    }
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
