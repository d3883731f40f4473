//! Blocks an account that was merged, without an end.

use jiff::{Timestamp, civil::date};
use sideout_domain::{CustomerId, StaffId};
use sideout_store::{PlayerBlocks, Session, StoreError, player_blocks::PlayerBlock};

/// The end of such a block: the first instant of the year 9999, UTC, in seconds since 1970.
const BLOCKED_UNTIL_SECONDS: i64 = 253_370_764_800;

/// Blocks an account for good, so that a hold which begins during the merge does not become a booking: placing a hold does not take the
/// turn of the player.
///
/// INVARIANT: an account that was merged gets no booking (suite `merging`).
pub(super) async fn block_for_good(
    tx: &mut dyn Session,
    account: CustomerId,
    staff: StaffId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let block = PlayerBlock {
        reason: String::new(),
        last_day: date(9999, 1, 1),
        until: Timestamp::from_second(BLOCKED_UNTIL_SECONDS).unwrap_or(Timestamp::MAX),
        staff,
        at: now,
    };
    PlayerBlocks(tx).write(account, &block).await
}
