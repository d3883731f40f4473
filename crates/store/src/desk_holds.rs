//! Courts that clerks keep for some minutes while they book them: a block of the kind `desk_hold` and its claim.

use jiff::Timestamp;
use sideout_domain::{
    BlockId, CourtId, StaffId, VenueId,
    claim::{BlockKind, CourtTime, Slot},
};

use crate::{Claims, Closures, Row, Session, StoreError, closures::NewBlock, params, sql};

/// The repository of desk holds.
pub struct DeskHolds<'s>(pub &'s mut dyn Session);

/// A desk hold that has its court, expired or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDeskHold {
    /// Its id.
    pub id: BlockId,
    /// Its venue.
    pub venue: VenueId,
    /// The clerk who holds it, if known.
    pub staff: Option<StaffId>,
    /// The court, and from when to when.
    pub time: CourtTime,
    /// When it expires.
    pub held_until: Timestamp,
}

/// A desk hold about to be written.
#[derive(Debug, Clone)]
pub struct NewDeskHold {
    /// Its id, drawn at random.
    pub id: BlockId,
    /// Its venue.
    pub venue: VenueId,
    /// The clerk who holds it.
    pub staff: StaffId,
    /// The court, and from when to when.
    pub time: CourtTime,
    /// When it expires.
    pub held_until: Timestamp,
    /// The current time.
    pub now: Timestamp,
}

impl DeskHolds<'_> {
    /// Holds a court for a clerk; replaces holds that expired by `new.now`. `false` if another claim overlaps it, or the court or
    /// its venue is retired: then the unit of work must be rolled back.
    ///
    /// INVARIANT: as for [`Claims::hold_for_desk`].
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, new: &NewDeskHold) -> Result<bool, StoreError> {
        let block = NewBlock {
            id: new.id,
            venue: new.venue,
            reason: String::new(),
            cause: None,
            kind: BlockKind::DeskHold,
            staff: Some(new.staff),
        };
        Closures(self.0).add(&block, new.now).await?;
        Claims(self.0).hold_for_desk(new.time, new.id, new.held_until, new.now).await
    }

    /// The hold with this id, if it still has its court.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self, id: BlockId) -> Result<Option<StoredDeskHold>, StoreError> {
        self.0.first(sql!("desk_hold/find"), params![id.0]).await?.map(|row| desk_hold(&row)).transpose()
    }

    /// The hold that has `slot`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_at(&mut self, slot: Slot) -> Result<Option<StoredDeskHold>, StoreError> {
        let row = self.0.first(sql!("desk_hold/find_at"), params![slot.court.0, slot.starts_at]).await?;
        row.map(|row| desk_hold(&row)).transpose()
    }

    /// Keeps `slot` until `held_until`; `false` if the hold does not have it any more.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn extend(
        &mut self,
        id: BlockId,
        slot: Slot,
        held_until: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![slot.court.0, slot.starts_at, id.0, held_until];
        Ok(self.0.run(sql!("desk_hold/extend"), params).await? == 1)
    }

    /// Removes at most `limit` holds from before `time` that have no court any more; returns how many.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, time: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("desk_hold/sweep"), params![time, limit]).await
    }
}

fn desk_hold(row: &Row) -> Result<StoredDeskHold, StoreError> {
    let slot = Slot { court: CourtId(row.integer("court_id")?), starts_at: row.instant("starts_at")? };
    Ok(StoredDeskHold {
        id: BlockId(row.integer("block_id")?),
        venue: VenueId(row.integer("venue_id")?),
        staff: row.integer_or_null("staff_id")?.map(StaffId),
        time: CourtTime { slot, ends_at: row.instant("ends_at")? },
        held_until: row.instant("held_until")?,
    })
}
