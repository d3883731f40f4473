//! Courts that the venue closes: blocks, and the orders they displace.

use jiff::Timestamp;
use sideout_domain::{
    BlockId, CourtId, StaffId, VenueId,
    claim::{BlockKind, CourtTime, Slot},
    order::OrderNumber,
};

use crate::{Session, StoreError, params, sql};

/// The repository of blocks.
pub struct Closures<'s>(pub &'s mut dyn Session);

/// What a claim on a court belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimant {
    /// A block of the venue.
    Block,
    /// A hold of a clerk for some minutes, expired or not.
    DeskHold(BlockId),
    /// A hold, expired or not.
    Hold(OrderNumber),
    /// A booking.
    Booking(OrderNumber),
}

/// A block about to be written.
#[derive(Debug, Clone)]
pub struct NewBlock {
    /// Its id, drawn at random.
    pub id: BlockId,
    /// The venue of the courts.
    pub venue: VenueId,
    /// The reason; players can read that of a closure.
    pub reason: String,
    /// Closure or desk hold.
    pub kind: BlockKind,
    /// Who made it; `None` for the operator's commands.
    pub staff: Option<StaffId>,
}

impl Closures<'_> {
    /// Adds the reason why courts are blocked; a repeated call has no further effect.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, block: &NewBlock, now: Timestamp) -> Result<(), StoreError> {
        let params = params![
            block.id.0,
            block.venue.0,
            &block.reason,
            now,
            block.kind.name(),
            block.staff.map(|id| id.0),
        ];
        self.0.run(sql!("court_block/add"), params).await.map(drop)
    }

    /// The claims that overlap `time` with their starts, earliest first; expired holds included.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_claimants(&mut self, time: CourtTime) -> Result<Vec<(Slot, Claimant)>, StoreError> {
        let params = params![time.slot.court.0, time.slot.starts_at, time.ends_at];
        let rows = self.0.all(sql!("slot_claim/find"), params).await?;
        rows.iter()
            .map(|row| {
                let order = row.converted_or_null("order_number")?;
                let claimant = match (order, row.instant_or_null("held_until")?) {
                    (None, None) => Claimant::Block,
                    (None, Some(_)) => Claimant::DeskHold(BlockId(row.integer("block_id")?)),
                    (Some(order), Some(_)) => Claimant::Hold(order),
                    (Some(order), None) => Claimant::Booking(order),
                };
                Ok((Slot { court: time.slot.court, starts_at: row.instant("starts_at")? }, claimant))
            })
            .collect()
    }

    /// Blocks `time`; `false` if another claim overlaps it.
    ///
    /// INVARIANT: no slot is blocked and booked at once, even by concurrent claims (suite `closing_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn block(&mut self, time: CourtTime, block: BlockId) -> Result<bool, StoreError> {
        let params = params![time.slot.court.0, time.slot.starts_at, time.ends_at, block.0];
        Ok(self.0.run(sql!("slot_claim/block"), params).await? == 1)
    }

    /// Removes the blocks on `court` that start from `from` to before `until`; returns the starts that are free now.
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
        rows.iter().map(|row| row.instant("starts_at")).collect()
    }

    /// Records on a cancelled booking which closure cancelled it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn mark_closed_by(&mut self, order: OrderNumber, block: BlockId) -> Result<(), StoreError> {
        self.0.run(sql!("orders/mark_closed_by"), params![order.value(), block.0]).await.map(drop)
    }
}
