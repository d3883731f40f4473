//! Draws the id of a new block of courts.

use sideout_domain::BlockId;

use crate::platform::random::Random;

/// The digits of an id.
const DIGITS: u32 = 15;

/// A random id of a closure or of a desk hold.
pub(crate) fn draw_block_id(random: &dyn Random) -> BlockId {
    BlockId(random.number_of_digits(DIGITS))
}
