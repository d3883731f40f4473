//! The table `player_block`: players who cannot book online until a day.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{CustomerId, StaffId};

use crate::{Answer, Call, Row, Session, StoreError, params, sql};

/// The repository of blocks.
pub struct PlayerBlocks<'s>(pub &'s mut dyn Session);

/// A block of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerBlock {
    /// Why, as staff wrote it. Of a block from before the data of the number were erased the program has another text.
    pub reason: String,
    /// Its last day.
    pub last_day: Date,
    /// The end of that day: the block counts before this instant.
    pub until: Timestamp,
    /// Who blocked the player.
    pub staff: StaffId,
    /// When.
    pub at: Timestamp,
}

impl PlayerBlocks<'_> {
    /// The block of `customer` that counts `now`. An account that is locked, because its data will be or were erased, is
    /// blocked without an end: such a block has no reason, and remains after [`PlayerBlocks::remove`].
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(
        &mut self,
        customer: CustomerId,
        now: Timestamp,
    ) -> Result<Option<PlayerBlock>, StoreError> {
        let row = self.0.first(sql!("player_block/find"), params![customer.0, now]).await?;
        row.as_ref().map(player_block).transpose()
    }

    /// Blocks `customer`, or changes the block.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn write(&mut self, customer: CustomerId, block: &PlayerBlock) -> Result<(), StoreError> {
        let PlayerBlock { reason, last_day, until, staff, at } = block;
        let params = params![customer.0, reason, *last_day, *until, staff.0, *at];
        self.0.run(sql!("player_block/write"), params).await.map(drop)
    }

    /// Ends the block of `customer` that [`PlayerBlocks::write`] wrote.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn remove(&mut self, customer: CustomerId) -> Result<(), StoreError> {
        self.0.run(sql!("player_block/remove"), params![customer.0]).await.map(drop)
    }
}

/// Looks for the block of `customer` that counts `now`, as one of several statements of one round trip.
pub(crate) fn find_block(customer: CustomerId, now: Timestamp) -> Call {
    Call::new(sql!("player_block/find"), params![customer.0, now])
}

/// Whether the answer of [`find_block`] has a block.
pub(crate) fn is_blocked(answer: &Answer) -> bool {
    !answer.rows.is_empty()
}

/// Reads the block of a row.
pub(crate) fn player_block(row: &Row) -> Result<PlayerBlock, StoreError> {
    Ok(PlayerBlock {
        reason: row.text("reason")?.to_owned(),
        last_day: row.parsed("last_day")?,
        until: row.instant("until")?,
        staff: StaffId(row.integer("staff_id")?),
        at: row.instant("at")?,
    })
}
