//! Courts the venue keeps for itself: blocks, and whom they displace.

use jiff::Timestamp;
use sideout_domain::{BlockId, CourtId, VenueId, order::OrderNumber};

use crate::{
    Session, StoreError,
    claims::{CourtTime, Slot},
    orders::number,
    params, sql,
};

/// The blocks on courts.
pub struct Closures<'s>(pub &'s mut dyn Session);

/// Who has a court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimant {
    /// The venue.
    Block,
    /// An order that may yet become a booking, or whose time is up.
    Hold(OrderNumber),
    /// A booking.
    Booking(OrderNumber),
}

/// A block about to be written.
#[derive(Debug, Clone)]
pub struct NewBlock {
    /// Its id, drawn at random.
    pub id: BlockId,
    /// Whose courts.
    pub venue: VenueId,
    /// Why, in words that players may read.
    pub reason: String,
}

impl Closures<'_> {
    /// Writes down why courts are blocked; doing it again changes nothing.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, block: &NewBlock, now: Timestamp) -> Result<(), StoreError> {
        let params = params![block.id.0, block.venue.0, &block.reason, now];
        self.0.run(sql!("court_block/add"), params).await.map(drop)
    }

    /// Who has some of `time`, and from when, earliest first; holds that have run out included.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_claimants(&mut self, time: CourtTime) -> Result<Vec<(Slot, Claimant)>, StoreError> {
        let params = params![time.slot.court.0, time.slot.starts_at, time.ends_at];
        let rows = self.0.all(sql!("slot_claim/find"), params).await?;
        rows.iter()
            .map(|row| {
                let claimant = match (row.integer_or_null(1)?, row.instant_or_null(2)?) {
                    (None, _) => Claimant::Block,
                    (Some(_), Some(_)) => Claimant::Hold(number(row, 1)?),
                    (Some(_), None) => Claimant::Booking(number(row, 1)?),
                };
                Ok((Slot { court: time.slot.court, starts_at: row.instant(0)? }, claimant))
            })
            .collect()
    }

    /// Blocks `time`; `false` when somebody has some of it.
    ///
    /// INVARIANT: no slot is blocked and booked at once, whoever takes it (suite `closing_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn block(&mut self, time: CourtTime, block: BlockId) -> Result<bool, StoreError> {
        let params = params![time.slot.court.0, time.slot.starts_at, time.ends_at, block.0];
        Ok(self.0.run(sql!("slot_claim/block"), params).await? == 1)
    }

    /// Takes the blocks off `court` that start from `from` to before `until`; the starts that are free now.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn unblock(
        &mut self,
        court: CourtId,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Timestamp>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/unblock"), params![court.0, from, until]).await?;
        rows.iter().map(|row| row.instant(0)).collect()
    }

    /// Notes on a cancelled booking which closure ended it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn name(&mut self, order: OrderNumber, block: BlockId) -> Result<(), StoreError> {
        self.0.run(sql!("orders/name_closure"), params![order.value(), block.0]).await.map(drop)
    }
}
