//! Courts that the venue closes: blocks, and the orders that they displace.

use jiff::Timestamp;
use sideout_domain::{
    BlockId, CourtId, StaffId, VenueId,
    claim::{BlockKind, CourtTime, Slot},
    closure_offer::ClosureCause,
    order::OrderNumber,
};

use crate::{Row, Session, StoreError, params, sql};

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

/// A closure, with the slots that it still has, its offers, and how many bookings it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosureSummary {
    /// Its id.
    pub id: BlockId,
    /// The venue of its courts.
    pub venue: VenueId,
    /// The reason.
    pub reason: String,
    /// The cause that was chosen at the desk; `None` if only a reason was given.
    pub cause: Option<ClosureCause>,
    /// The person who closed the courts; `None` for the operator's commands.
    pub staff: Option<StaffId>,
    /// When the courts were closed.
    pub closed_at: Timestamp,
    /// The first instant at which the courts are closed.
    pub from: Timestamp,
    /// The instant at which the closure ends.
    pub until: Timestamp,
    /// How many slots it blocks or has blocked, without those that were opened again.
    pub slots: i64,
    /// The number of courts on which these slots are.
    pub courts: i64,
    /// When the last of these slots ends; `None` if there is none.
    pub blocked_until: Option<Timestamp>,
    /// How many bookings it ended, with those for which nothing was offered.
    pub ended_bookings: i64,
    /// Whether it blocked time of courts; `false` if it only ended bookings on retired courts.
    pub has_blocked_time: bool,
    /// How many bookings have an offer.
    pub offers: i64,
    /// How many of these offers are not answered.
    pub open_offers: i64,
}

/// A block that is about to be added.
#[derive(Debug, Clone)]
pub struct NewBlock {
    /// Its id, drawn at random.
    pub id: BlockId,
    /// The venue of the courts.
    pub venue: VenueId,
    /// The reason. Players read the reason of a closure.
    pub reason: String,
    /// The cause that the desk chose for a closure.
    pub cause: Option<ClosureCause>,
    /// Whether it is a closure or a desk hold.
    pub kind: BlockKind,
    /// The person who added it; `None` for the operator's commands.
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
            block.cause.map(ClosureCause::name),
        ];
        self.0.run(sql!("court_block/add"), params).await.map(drop)
    }

    /// Finds the claims that overlap `time`, with their own times, the earliest first. Expired holds are included.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_claimants(
        &mut self,
        time: CourtTime,
    ) -> Result<Vec<(CourtTime, Claimant)>, StoreError> {
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
                let slot = Slot { court: time.slot.court, starts_at: row.instant("starts_at")? };
                Ok((CourtTime { slot, ends_at: row.instant("ends_at")? }, claimant))
            })
            .collect()
    }

    /// Blocks `time`; `false` if another claim overlaps it, or the court or its venue is retired.
    ///
    /// INVARIANT: no slot is blocked and booked at once, even by concurrent claims (suite `closing_races`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn block(&mut self, time: CourtTime, block: BlockId) -> Result<bool, StoreError> {
        let params = params![time.slot.court.0, time.slot.starts_at, time.ends_at, block.0];
        Ok(self.0.run(sql!("slot_claim/block"), params).await? == 1)
    }

    /// Removes the blocks on `court` that start from `from` to before `until`, and those that start before and end after `reached`;
    /// returns their time, which is free now, and which closure had it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn unblock(
        &mut self,
        court: CourtId,
        (from, until): (Timestamp, Timestamp),
        reached: Timestamp,
    ) -> Result<Vec<(CourtTime, BlockId)>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/unblock"), params![court.0, from, until, reached]).await?;
        rows.iter().map(|row| Ok((blocked_time(row)?, BlockId(row.integer("block_id")?)))).collect()
    }

    /// Records the time that a closure covers, from `from` to before `until`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn set_span(
        &mut self,
        block: BlockId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<(), StoreError> {
        self.0.run(sql!("court_block/set_span"), params![block.0, from, until]).await.map(drop)
    }

    /// Finds the closure with this id; `None` if it has no recorded time.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_closure(&mut self, block: BlockId) -> Result<Option<ClosureSummary>, StoreError> {
        let row = self.0.first(sql!("court_block/find_closure"), params![block.0]).await?;
        row.as_ref().map(closure).transpose()
    }

    /// Lists the closures of a venue that overlap the time from `from` to before `until`, the last one that was made first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_closures(
        &mut self,
        venue: VenueId,
        (from, until): (Timestamp, Timestamp),
    ) -> Result<Vec<ClosureSummary>, StoreError> {
        let rows = self.0.all(sql!("court_block/list_closures"), params![venue.0, from, until]).await?;
        rows.iter().map(closure).collect()
    }

    /// Removes the blocks of a closure whose time ends after `now`; returns that time, which is free now.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn unblock_closure(
        &mut self,
        block: BlockId,
        now: Timestamp,
    ) -> Result<Vec<CourtTime>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/unblock_closure"), params![block.0, now]).await?;
        rows.iter().map(blocked_time).collect()
    }

    /// Lists the time that a closure blocks or has blocked, without what was opened again, by court.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_blocked(&mut self, block: BlockId) -> Result<Vec<CourtTime>, StoreError> {
        let rows = self.0.all(sql!("slot_claim/list_of_closure"), params![block.0]).await?;
        rows.iter().map(blocked_time).collect()
    }

    /// Records on a cancelled booking which closure cancelled it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn mark_closed_by(&mut self, order: OrderNumber, block: BlockId) -> Result<(), StoreError> {
        self.0.run(sql!("orders/mark_closed_by"), params![order.value(), block.0]).await.map(drop)
    }
}

/// Maps a row of `slot_claim/unblock`, `slot_claim/unblock_closure` or `slot_claim/list_of_closure`.
fn blocked_time(row: &Row) -> Result<CourtTime, StoreError> {
    let slot = Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? };
    Ok(CourtTime { slot, ends_at: row.instant("ends_at")? })
}

fn closure(row: &Row) -> Result<ClosureSummary, StoreError> {
    Ok(ClosureSummary {
        id: BlockId(row.integer("block_id")?),
        venue: VenueId(row.integer("venue_id")?),
        reason: row.text("reason")?.to_owned(),
        cause: row.parsed_or_null("cause")?,
        staff: row.integer_or_null("staff_id")?.map(StaffId),
        closed_at: row.instant("created_at")?,
        from: row.instant("starts_at")?,
        until: row.instant("ends_at")?,
        slots: row.integer("slots")?,
        courts: row.integer("courts")?,
        blocked_until: row.instant_or_null("blocked_until")?,
        ended_bookings: row.integer("ended_bookings")?,
        has_blocked_time: row.flag("has_blocked_time")?,
        offers: row.integer("offers")?,
        open_offers: row.integer("open_offers")?,
    })
}
